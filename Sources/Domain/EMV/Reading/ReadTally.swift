/// What one read cost: every command is 15–150 ms in the field.
public struct ReadTally: Hashable, Sendable {
    /// Commands sent.
    public private(set) var commands = 0
    /// GET PROCESSING OPTIONS among them.
    public private(set) var processingOptions = 0
    /// READ RECORD among them.
    public private(set) var records = 0

    mutating func count(_ command: CommandAPDU) {
        commands += 1
        switch command.instruction {
        case .getProcessingOptions: processingOptions += 1
        case .readRecord: records += 1
        case .select, .getResponse: break
        }
    }
}
