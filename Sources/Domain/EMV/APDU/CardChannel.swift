/// A card in a reader's field. One conversation at a time; it may block, so it runs on a thread of its own.
public protocol CardChannel {
    /// Sends a command and waits for the whole answer, status word included.
    func transmit(_ command: [UInt8]) throws(CardChannelError) -> [UInt8]
}

/// Why a command got no answer.
public enum CardChannelError: Error, Hashable, Sendable {
    /// The card left the field.
    case cardRemoved
    /// The reader or what drives it is gone.
    case readerLost
}
