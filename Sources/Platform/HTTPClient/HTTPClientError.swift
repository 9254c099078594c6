/// Why there is no answer. The difference that matters is whether the server can have seen the request: one that never left may be sent again
/// whatever it asks for, one that may have arrived may have been acted on.
///
/// A reason is for a person; it names hosts and causes, never a header or a body.
public enum HTTPClientError: Error, Hashable, Sendable {
    /// No byte of the request left: a refused setting, no name, no connection, no TLS.
    case notSent(reason: String)
    /// A byte of the request may have left, and no complete answer within the limits came back.
    case unanswered(reason: String)
    /// The calling task was cancelled; `sent` as in the cases above.
    case cancelled(sent: Bool)
}
