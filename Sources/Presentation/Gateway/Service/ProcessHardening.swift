import CLinux
import Glibc

/// What a process does to itself before it holds secrets.
public enum ProcessHardening {
    /// No core dump, no crash report and no other user's debugger shall see card data and keys; a reader of the log who leaves shall not end the
    /// service; and connections shall not run out of descriptors at the 1024 that systems give by default for old programs' sake.
    public static func apply() {
        _ = clinux_set_dumpable(0)
        silenceCrashReports()
        silenceThreadPriorities()
        signal(SIGPIPE, SIG_IGN)
        DescriptorLimit.raise()
    }

    /// The signals that Swift's runtime answers with a crash report.
    private static let crashSignals = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Where the toolchain's `swift-backtrace` is found, the runtime has it write a crash's registers to standard error, which is the log, and with
    /// each the 16 bytes at the address in it: as long as a card number. `SWIFT_BACKTRACE` would have to be set before the process starts.
    private static func silenceCrashReports() {
        for crashSignal in crashSignals { signal(crashSignal, SIG_DFL) }
    }

    /// libdispatch would raise the priority of some threads, which only root may, and writes each refusal into the system's log, between the
    /// service's own lines. It reads this when it has something to say for the first time.
    private static func silenceThreadPriorities() {
        setenv("LIBDISPATCH_LOG", "NO", 0)
    }
}
