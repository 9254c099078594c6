/// Reads the number, the expiry and the holder's name from an EMV contactless card, with commands that change nothing on it (EMV Book B; Books 1 and 3).
///
/// A successful read still moves the card's transaction counter: read once a tap, then wait until the card is taken away.
public struct CardReader: Sendable {
    private let terminal: TerminalProfile
    private let preferredNetworks: [ApplicationNetwork]

    /// `preferredNetworks` decide between applications that the card itself ranks alike.
    public init(terminal: TerminalProfile, preferredNetworks: [ApplicationNetwork] = []) {
        self.terminal = terminal
        self.preferredNetworks = preferredNetworks
    }

    /// Runs one conversation to its end. `stop` is asked before every command.
    public func read(_ channel: any CardChannel, stop: @escaping () -> StopReason? = { nil }) -> ReadOutcome {
        var session = ReadSession(channel: channel, terminal: terminal, limits: ReadLimits(), stop: stop)
        let result: Result<ChipCard, ReadFailure>
        do throws(ReadFailure) {
            result = .success(try session.read(preferring: preferredNetworks))
        } catch {
            result = .failure(error)
        }
        return session.outcome(result)
    }
}
