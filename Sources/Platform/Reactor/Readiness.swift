import CLinux

/// What an `EventLoop` watches a descriptor for.
public struct Interest: OptionSet, Sendable {
    /// The option's bit.
    public let rawValue: UInt8

    /// Options from their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// That a read would not block, the end of the stream included.
    public static let read = Interest(rawValue: 1)
    /// That a write would not block.
    public static let write = Interest(rawValue: 2)

    var events: UInt32 {
        (contains(.read) ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0) | (contains(.write) ? EPOLLOUT.rawValue : 0)
    }
}

/// What a watched descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
    /// The option's bit.
    public let rawValue: UInt8

    /// Options from their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A read would not block.
    public static let readable = Readiness(rawValue: 1)
    /// A write would not block.
    public static let writable = Readiness(rawValue: 2)
    /// The peer ended its side, or all of the connection.
    public static let hangUp = Readiness(rawValue: 4)
    /// The descriptor has an error to report to the next read or write.
    public static let error = Readiness(rawValue: 8)

    /// An end or an error makes a read and a write return at once, so it counts as ready for both.
    init(events: UInt32) {
        var readiness: Readiness = []
        let ended = EPOLLHUP.rawValue | EPOLLERR.rawValue
        if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | ended) != 0 { readiness.insert(.readable) }
        if events & (EPOLLOUT.rawValue | ended) != 0 { readiness.insert(.writable) }
        if events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue) != 0 { readiness.insert(.hangUp) }
        if events & EPOLLERR.rawValue != 0 { readiness.insert(.error) }
        self = readiness
    }
}
