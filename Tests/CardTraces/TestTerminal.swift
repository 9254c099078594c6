public import EMV
import Synchronization

extension TerminalProfile {
    /// 2026-11-30, 14:05:09; the unpredictable numbers are 0x01010101, 0x02020202 and so on.
    public static func test() -> TerminalProfile {
        let count = Mutex<UInt32>(0)
        return TerminalProfile(time: LocalTime(year: 2026, month: 11, day: 30, hour: 14, minute: 5, second: 9)) {
            count.withLock {
                $0 += 1
                return $0 * 0x0101_0101
            }
        }
    }
}

/// Reads a card of the tests.
public func read(_ exchanges: [Exchange], preferring preferred: [ApplicationNetwork] = []) -> (outcome: ReadOutcome, commands: [[UInt8]]) {
    let replay = Replay(exchanges)
    let outcome = CardReader(terminal: .test(), preferredNetworks: preferred).read(replay)
    return (outcome, replay.commands)
}
