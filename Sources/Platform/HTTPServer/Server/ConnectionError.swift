import Reactor

/// How reading a request can end, other than with one.
enum ConnectionError: Error {
    /// The client broke a rule and can be told so.
    case refused(Refusal.Reason)
    /// There is nobody, or no way, to tell it.
    case failed(ConnectionFailure)
    /// The client closed, or there is to be no answer, or no more of it: nothing is left to say.
    case ended
    /// The client has said nothing for a while, and has time left: the connection may rest meanwhile.
    case silent
    /// No request is under way, and it is time for the connection to end.
    case leaving
    /// Bytes did not come in time. Who waited for them knows what that means.
    case timedOut
}

extension ConnectionError {
    /// `whileWriting`: a time-out then means that the client does not read.
    init(_ error: SocketError, whileWriting: Bool = false) {
        self =
            switch error {
            case .timedOut: whileWriting ? .failed(.writeTimedOut) : .timedOut
            case .cancelled, .closed: .failed(.shutDown)
            case .reset, .refused: .failed(.brokenOff)
            case .system(let error): .failed(.system(error))
            }
    }
}
