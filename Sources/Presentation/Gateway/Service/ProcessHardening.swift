import CLinux
import Glibc

/// What a process does to itself before it holds secrets.
public enum ProcessHardening {
    /// No core dump and no other user's debugger shall see card data and keys; a reader of the log who leaves shall not end the service; and
    /// connections shall not run out of descriptors at the 1024 that systems give by default for old programs' sake.
    public static func apply() {
        _ = clinux_set_dumpable(0)
        signal(SIGPIPE, SIG_IGN)
        raiseDescriptorLimit()
    }

    /// Enough for the server's connections and everything else.
    private static let wantedDescriptors: rlim_t = 65_536

    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wantedDescriptors else { return }
        limit.rlim_cur = min(wantedDescriptors, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
