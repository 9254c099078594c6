import CLinux
import Glibc

/// What a process does to itself before it holds secrets.
public enum ProcessHardening {
    /// No core dump and no other user's debugger shall see card data and keys; and a reader of the log who leaves shall not end the service.
    public static func apply() {
        _ = clinux_set_dumpable(0)
        signal(SIGPIPE, SIG_IGN)
    }
}
