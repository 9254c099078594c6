public import Reactor

/// Why a card could not be held to a virtual reader.
public enum VirtualReaderError: Error, Hashable, Sendable {
    /// Nobody listens there.
    case noReader(SocketAddress)
    /// Something listens, but does not look for a card: another one lies there, or it is no virtual reader.
    case notNoticed(SocketAddress)
    /// The card was taken away, or the task cancelled, before the reader noticed it.
    case removed
    /// The reader went away before it noticed the card.
    case readerGone(SocketAddress)
    /// The system refused.
    case system(SystemError)
}

extension VirtualReaderError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .noReader(let address):
            "no virtual reader listens at \(address): install vsmartcard-vpcd and pcscd, and start pcscd (its first reader listens at port "
                + "\(VirtualReaderLink.firstPort), the next one at \(VirtualReaderLink.firstPort + 1))"
        case .notNoticed(let address): "the reader at \(address) takes no notice of the card: does another one lie on it, or is it no virtual reader?"
        case .removed: "the card was taken away before the reader noticed it"
        case .readerGone(let address): "the reader at \(address) went away before it noticed the card: was pcscd stopped?"
        case .system(let error): error.description
        }
    }
}
