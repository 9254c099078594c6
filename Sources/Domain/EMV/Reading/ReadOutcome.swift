/// How a read ended, and how far it came: enough for a log, and nothing of the card's in it but the names of applications.
public struct ReadOutcome: Sendable {
    /// A step of the conversation.
    public enum Step: String, Sendable {
        /// SELECT of the contactless directory.
        case selectDirectory = "select-directory"
        /// SELECT of an application.
        case selectApplication = "select-application"
        /// GET PROCESSING OPTIONS.
        case getProcessingOptions = "get-processing-options"
        /// READ RECORD.
        case readRecord = "read-record"
    }

    /// The card, or why there is none.
    public let result: Result<ChipCard, ReadFailure>
    /// The step it ended in.
    public let step: Step
    /// The last status word; nil when the card never answered.
    public let lastStatus: StatusWord?
    /// The applications the card showed, in the order in which it did.
    public let applications: [ApplicationIdentifier]
    /// What the payer has to know; nil when a card was read, and when the card is not to blame.
    public let payerMessage: PayerMessage?
    /// What the read cost.
    public let tally: ReadTally

    /// The card; nil when there is none.
    public var card: ChipCard? { try? result.get() }

    /// Why there is no card; nil when there is one.
    public var failure: ReadFailure? {
        if case .failure(let failure) = result { failure } else { nil }
    }
}
