/// What comes of a request: its answer, or what has to be waited for to have one.
public enum Reply: Sendable {
    /// The answer, for which nothing had to be waited for.
    case answer(Response)
    /// What finds the answer, and may wait for others: a disk, another service, another task. What it throws becomes a 500, as with a handler.
    case wait(@Sendable () async throws -> Response)
}
