/// The `state` of the one result contract (contract, section 2). HTTP statuses are chosen at the HTTP edge, not here.
public enum ResultState: String, CaseIterable, Sendable {
    case success = "SUCCESS"
    case validationError = "VALIDATION_ERROR"
    case serverValidationError = "SERVER_VALIDATION_ERROR"
    case authError = "AUTH_ERROR"
    case declined = "DECLINED"
    case notFound = "NOT_FOUND"
    case conflict = "CONFLICT"
    case serverError = "SERVER_ERROR"
    case networkError = "NETWORK_ERROR"
    case internalError = "INTERNAL_ERROR"
    case unavailable = "UNAVAILABLE"
}

/// One failing field: a JSON path, a stable code and a sentence for a person. Never holds what was sent in the field.
public struct FieldError: Hashable, Sendable {
    /// For instance `itemDetails[0].qty`; `$` is the whole body.
    public let field: String
    /// A word a program can test: `required`, `type`, `range`, `format`, …
    public let code: String
    /// What the rule is.
    public let message: String

    /// Makes the error of one field.
    public init(field: String, code: String, message: String) {
        self.field = field
        self.code = code
        self.message = message
    }
}

/// What was, or would be, answered to a payment request: the result contract without the payment itself.
public struct Answer: Hashable, Sendable {
    /// The outcome's kind.
    public let state: ResultState
    /// iFortePay's `response_code`, or the gateway's own where iFortePay said none.
    public let responseCode: String
    /// A sentence for a person.
    public let responseMessage: String
    /// Whether sending the same request again may help and cannot charge twice.
    public let retryable: Bool
    /// All failing fields at once.
    public let errors: [FieldError]

    /// Makes an answer.
    public init(state: ResultState, responseCode: String, responseMessage: String, retryable: Bool, errors: [FieldError] = []) {
        self.state = state
        self.responseCode = responseCode
        self.responseMessage = responseMessage
        self.retryable = retryable
        self.errors = errors
    }
}
