/// How long the driver waits for readers, cards and the PC/SC service.
public struct ReaderLimits: Sendable {
    /// A whole conversation with a card, connecting included. A card has no limit of its own: one that stays silent would be waited for without end.
    public var conversation: Duration = .seconds(10)
    /// How long a conversation that is to end may take to come to its end by itself, before its thread is left behind.
    public var grace: Duration = .milliseconds(150)
    /// Between two attempts to connect to a card.
    public var connectPause: Duration = .milliseconds(80)
    /// Attempts to connect to a card at the edge of the field.
    public var connectAttempts = 4
    /// Between two attempts to reach the PC/SC service.
    public var servicePause: Duration = .seconds(1)
    /// How long a question waits for a fresh look at the readers; after that the last one answers it.
    public var look: Duration = .milliseconds(250)
    /// How long `close()` waits for the threads.
    public var close: Duration = .seconds(2)

    /// The limits of a service in operation.
    public static let standard = ReaderLimits()

    /// The limits of a service in operation, to be changed.
    public init() {}
}
