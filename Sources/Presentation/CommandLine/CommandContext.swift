import Reactor

/// What a command works with; everything of the process that it may touch.
struct CommandContext: Sendable {
    let environment: [String: String]
    let console: Console
    /// The loop that the command runs on.
    let loop: EventLoop
}
