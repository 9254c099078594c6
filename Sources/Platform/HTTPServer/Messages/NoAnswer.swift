/// Thrown by a handler that wants its client to get nothing: the connection closes without an answer, as if the server had died. For imitations of
/// servers that fail; whoever has something to say answers.
public struct NoAnswer: Error {
    /// The wish.
    public init() {}
}
