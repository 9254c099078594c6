/// Why no card was read.
public enum ReadFailure: String, Error, CaseIterable, Sendable {
    /// The card, or the only application that would do, is blocked.
    case blocked
    /// No payment application: another sort of card, or a phone whose wallet is locked.
    case noApplication = "no-application"
    /// There are applications, but each one refused, or told no number.
    case unreadable
    /// The card left the field.
    case removed
    /// The phone wants its owner to act first.
    case confirmOnPhone = "confirm-on-phone"
    /// The reader or its driver is gone.
    case readerLost = "reader-lost"
    /// Nobody waits any more.
    case cancelled
    /// The time for the tap is over.
    case timedOut = "timed-out"

    init(_ error: CardChannelError) {
        switch error {
        case .cardRemoved: self = .removed
        case .readerLost: self = .readerLost
        }
    }

    init(_ reason: StopReason) {
        switch reason {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        }
    }
}
