import CLinux
import Glibc

/// The tie of a process to the one that started it as a part of itself: it ends when its parent does, however that ends (a Ctrl-\, a kill -9).
enum ParentProcess {
    private static let variable = "PAYMENT_GATEWAY_PARENT"

    /// What a parent adds to the environment of such a child.
    static var setting: [String: String] { [variable: String(getpid())] }

    /// Ties this process to its parent if it was started so; false when the parent has ended already.
    static func follow(_ environment: [String: String]) -> Bool {
        guard let parent = environment[variable].flatMap({ pid_t($0) }) else { return true }
        _ = clinux_signal_at_parents_end(SIGTERM)
        return getppid() == parent
    }
}
