import CLinux
import Glibc

/// How many files and sockets the process may have open, and how many of them may be clients' connections.
enum DescriptorLimit {
    /// Enough for the server's connections and everything else.
    private static let wanted: rlim_t = 65_536
    /// What the ledger, iFortePay, merchant stores, card readers, log and loops need is not for connections to take.
    private static let reserve = 256

    /// Connections shall not run out of descriptors at the 1024 that systems give by default for old programs' sake.
    static func raise() {
        guard var limit = current, limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(kind, &limit)
    }

    /// How many connections may be open at a time: all that the limit leaves room for beside the reserve, but no more than `maximum`. Of a limit that is
    /// hardly more than the reserve they get a part all the same.
    static func connections(atMost maximum: Int) -> Int {
        let descriptors = current.map { Int(clamping: $0.rlim_cur) } ?? 1024
        return min(max(descriptors - reserve, descriptors / 8, 1), maximum)
    }

    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    private static var current: rlimit? {
        var limit = rlimit()
        return getrlimit(kind, &limit) == 0 ? limit : nil
    }
}
