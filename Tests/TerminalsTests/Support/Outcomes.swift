import PCSCSupport
import Payments
import Secrets
import Terminals
import Testing

extension Trait where Self == ConditionTrait {
    /// Needs pcscd and virtual readers; says what is missing.
    static var throughPCSC: Self {
        .enabled(if: PCSCRequirements.whatIsMissing == nil, "\(PCSCRequirements.whatIsMissing ?? "")")
    }
}

extension TapOutcome {
    /// The card, which the test process keeps.
    var card: TerminalCard? { if case .card(let card) = self { card } else { nil } }

    var fault: TapFault? {
        switch self {
        case .failed(let fault), .timedOut(let fault): fault
        default: nil
        }
    }

    /// To be compared.
    var word: String {
        switch self {
        case .card: "card"
        case .failed(let fault): "failed: \(fault.code.rawValue)"
        case .timedOut(let fault): "timed out: \(fault.code.rawValue)"
        case .cancelled: "cancelled"
        case .busy: "busy"
        case .noSuchTerminal: "no such terminal"
        }
    }
}

extension SecretBytes {
    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Task {
    /// The same task, cancelled.
    var cancelled: Self {
        cancel()
        return self
    }
}

extension ReaderLimits {
    /// For services that come back.
    static var attentive: ReaderLimits {
        var limits = ReaderLimits()
        limits.servicePause = .milliseconds(200)
        return limits
    }

    /// For cards that never answer. Too short for one that does, on a busy machine.
    static var short: ReaderLimits {
        var limits = attentive
        limits.conversation = .milliseconds(500)
        return limits
    }
}
