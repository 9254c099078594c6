import Payments
import Terminals

// What happens at terminals. Of a card there is nothing here but the names of its applications: not even the digits that answers show.
extension LogEvent {
    /// Reads and taps.
    init(_ event: TerminalReadEvent) {
        switch event {
        case .started(let id, let terminal, let merchant):
            self.init(.info, "read.started", ["read": .id(id), "terminal": .id(terminal), "merchant": .id(merchant)])
        case .ended(let id, let terminal, let status, let code):
            self.init(
                .info, "read.ended",
                ["read": .id(id), "terminal": .id(terminal), "status": .own(status.rawValue), "code": code.map { .own($0.rawValue) }])
        case .expired(let id): self.init(.info, "read.expired", ["read": .id(id)])
        case .tapStarted(let terminal, let merchant):
            self.init(.info, "tap.started", ["terminal": .id(terminal), "merchant": .id(merchant)])
        case .tapEnded(let terminal, let word):
            self.init(.info, "tap.ended", ["terminal": .id(terminal), "outcome": .own(word.rawValue)])
        }
    }

    /// Readers and their service.
    init(_ event: ReaderEvent) {
        switch event {
        case .attached(let terminal, let name):
            self.init(.info, "terminal.attached", ["terminal": .id(terminal), "name": .outside(name)])
        case .detached(let terminal, let name):
            self.init(.warning, "terminal.detached", ["terminal": .id(terminal), "name": .outside(name)])
        case .serviceLost(let code, let problem):
            self.init(.warning, "terminals.service_lost", ["code": .own(code), "reason": .outside(problem)])
        case .serviceBack: self.init(.info, "terminals.service_back")
        case .conversationEnded(let report): self = .conversationEnded(report)
        case .conversationLeft(let terminal, let milliseconds):
            self.init(.warning, "terminal.not_answering", ["terminal": .id(terminal), "durationMs": .number(Int64(milliseconds))])
        }
    }

    /// For whoever looks for the reason why a kind of card cannot be read.
    private static func conversationEnded(_ report: ConversationReport) -> LogEvent {
        LogEvent(
            report.failure == nil ? .debug : .info, "terminal.conversation_ended",
            [
                "terminal": .id(report.terminal), "failure": report.failure.map { .own($0) }, "code": report.code.map { .own($0) },
                "step": report.step.map { .own($0) }, "lastStatus": report.lastStatus.map { .own($0) },
                "applications": report.applications.isEmpty ? nil : .own(report.applications.joined(separator: " ")),
                "commands": .number(Int64(report.commands)), "durationMs": .number(Int64(report.milliseconds)),
            ])
    }
}

extension LogValue {
    /// A terminal's id holds what its reader calls itself.
    fileprivate static func terminal(_ id: TerminalID) -> LogValue {
        .outside(id.rawValue)
    }
}
