import Secrets

/// Commands and whole answers: what the transport asks for (61xx, 6Cxx), what a shaky field needs (once again) and the limits of one tap are seen to
/// here, so that reading deals with answers only.
struct CardConversation {
    private let channel: any CardChannel
    private let limits: ReadLimits
    private let stop: () -> StopReason?

    /// What was sent and heard.
    private(set) var tally = ReadTally()
    /// The status word of the last whole answer.
    private(set) var lastStatus: StatusWord?
    private var processingOptionsSinceNewApplication = 0

    init(channel: any CardChannel, limits: ReadLimits, stop: @escaping () -> StopReason?) {
        self.channel = channel
        self.limits = limits
        self.stop = stop
    }

    /// Whether another command is within the limits.
    var mayExchange: Bool { tally.commands < limits.commandsPerTap }

    /// Whether another GET PROCESSING OPTIONS is within the limits; each may move the card's transaction counter, which never goes back.
    var mayGetProcessingOptions: Bool {
        processingOptionsSinceNewApplication < limits.processingOptionsPerApplication && tally.processingOptions < limits.processingOptionsPerTap
    }

    /// Gives the next application its own count of GET PROCESSING OPTIONS.
    mutating func beginApplication() {
        processingOptionsSinceNewApplication = 0
    }

    /// Sends a command and, where that can do no harm, once more after an answer that says nothing or was cut.
    mutating func exchange(_ command: CommandAPDU) throws(ReadFailure) -> ResponseAPDU {
        var response = try wholeResponse(to: command)
        let isProcessing = command.instruction == .getProcessingOptions
        if response.status == .wrongLength, !isProcessing || mayGetProcessingOptions {
            // Some cards refuse a command over its Le alone, before they carry out anything.
            response = try wholeResponse(to: command.expecting(nil))
        } else if response.status == .noDiagnosis || response.isCut, !isProcessing {
            // GET PROCESSING OPTIONS needs a SELECT before it can be repeated.
            response = try wholeResponse(to: command)
        }
        lastStatus = response.status
        return response
    }

    private mutating func wholeResponse(to command: CommandAPDU) throws(ReadFailure) -> ResponseAPDU {
        let first = try responseWithRightLength(to: command)
        guard first.status.announcesMore else { return first }
        var parts = SecretBuffer()
        first.data.withUnsafeBytes { parts.append($0) }
        var status = first.status
        var commandClass: UInt8 = 0x00
        for _ in 0..<limits.responsePartsPerCommand where status.announcesMore {
            var part = try responseWithRightLength(to: .getResponse(status.sw2, commandClass: commandClass))
            if part.status == .classNotSupported, commandClass != command.commandClass {
                commandClass = command.commandClass
                part = try responseWithRightLength(to: .getResponse(status.sw2, commandClass: commandClass))
            }
            part.data.withUnsafeBytes { parts.append($0) }
            status = part.status
        }
        return ResponseAPDU(status: status, data: parts.finish())
    }

    /// Follows one 6Cxx: the same command, its Le replaced.
    private mutating func responseWithRightLength(to command: CommandAPDU) throws(ReadFailure) -> ResponseAPDU {
        let response = try send(command)
        guard response.status.correctsLength, command.instruction != .getProcessingOptions || mayGetProcessingOptions else { return response }
        return try send(command.expecting(response.status.sw2))
    }

    private mutating func send(_ command: CommandAPDU) throws(ReadFailure) -> ResponseAPDU {
        if let reason = stop() { throw ReadFailure(reason) }
        guard mayExchange else { throw .unreadable }
        tally.count(command)
        if command.instruction == .getProcessingOptions { processingOptionsSinceNewApplication += 1 }
        var bytes: [UInt8]
        do throws(CardChannelError) {
            bytes = try channel.transmit(command.bytes)
        } catch {
            throw ReadFailure(error)
        }
        // Success with no status word is how drivers report a card that went away.
        guard let response = ResponseAPDU(taking: &bytes) else { throw .removed }
        guard response.data.count <= ResponseAPDU.maximumData else { return ResponseAPDU(status: response.status, data: SecretBytes([])) }
        return response
    }
}
