import JSON

/// An answer in iFortePay's envelope. What refuses a request throws it.
struct ProviderAnswer: Error, Hashable, Sendable {
    /// iFortePay's response codes that the sandbox gives.
    enum Code: String, Hashable, Sendable {
        case success = "00"
        case parameterError = "01"
        case notFound = "02"
        case failed = "03"
        case unauthorized = "04"
        case systemError = "98"

        /// iFortePay's own words for it.
        var message: String {
            switch self {
            case .success: "Success"
            case .parameterError: "Request Parameter Error"
            case .notFound: "Data Not Found"
            case .failed: "Failed Request"
            case .unauthorized: "Unauthorized Merchant"
            case .systemError: "System Error"
            }
        }
    }

    let status: Int
    let code: Code
    let message: String
    /// What went wrong in detail; iFortePay's envelope has it as an optional text.
    let error: String?
    let data: AnswerData?

    init(status: Int = 200, _ code: Code, message: String? = nil, error: String? = nil, data: AnswerData? = nil) {
        self.status = status
        self.code = code
        self.message = message ?? code.message
        self.error = error
        self.data = data
    }

    /// HTTP 400 with every message.
    static func invalid(_ messages: [String]) -> ProviderAnswer {
        ProviderAnswer(status: 400, .parameterError, error: messages.joined(separator: "; "))
    }

    /// HTTP 401.
    static func unauthorized(_ reason: String) -> ProviderAnswer {
        ProviderAnswer(status: 401, .unauthorized, error: reason)
    }

    /// The answer of a scenario that refuses (contract, section 7).
    static func refusal(status: Int) -> ProviderAnswer {
        let reason = "the amount asked for HTTP \(status)"
        switch status {
        case 400: return invalid(["payment_details.amount is refused: \(reason)"])
        case 401: return unauthorized(reason)
        default: return ProviderAnswer(status: status, .systemError, error: reason)
        }
    }

    /// Contract, section 7.
    static let externalIDUsed = ProviderAnswer(.parameterError, message: "external_id already used")
}

/// The `data` of an answer.
enum AnswerData: Hashable, Sendable {
    case html(String)
    case link(String)
    /// What `charge-direct` tells of the acquirer's decision; a declined card is still `00`.
    case decision(Transaction)
}
