/// How far a read has come; the raw value is the word of the API (contract, section 3).
public enum ReadStatus: String, CaseIterable, Sendable {
    /// No card has come yet.
    case waiting = "WAITING"
    /// A card has come and is being read.
    case reading = "READING"
    /// The card was read.
    case succeeded = "SUCCEEDED"
    /// A card came and could not be read, or the reader was lost.
    case failed = "FAILED"
    /// The caller gave it up, or the gateway stopped.
    case cancelled = "CANCELLED"
    /// No card came in time, or one came and did not answer.
    case timedOut = "TIMED_OUT"

    /// Whether nothing moves it any more.
    public var isEnd: Bool {
        switch self {
        case .waiting, .reading: false
        case .succeeded, .failed, .cancelled, .timedOut: true
        }
    }

    /// The status after a step. This is the whole table:
    ///
    /// | | cardCame | succeeded | failed | cancelled | timedOut |
    /// |---|---|---|---|---|---|
    /// | WAITING | READING | SUCCEEDED | FAILED | CANCELLED | TIMED_OUT |
    /// | READING | READING | SUCCEEDED | FAILED | CANCELLED | TIMED_OUT |
    /// | an end | itself | itself | itself | itself | itself |
    ///
    /// The first end stands: a card that is read while its read is being cancelled is nobody's.
    func after(_ step: ReadStep) -> ReadStatus {
        guard !isEnd else { return self }
        return switch step {
        case .cardCame: .reading
        case .succeeded: .succeeded
        case .failed: .failed
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        }
    }
}

/// What moves a read.
enum ReadStep: CaseIterable, Sendable {
    case cardCame
    case succeeded
    case failed
    case cancelled
    case timedOut
}
