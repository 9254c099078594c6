/// What came of a request.
struct Outcome {
    let response: Response
    /// Why the server answers by itself.
    let refusal: Refusal.Reason?
    /// What the route threw.
    let failure: (any Error)?
    /// Nothing of the request is left to read; else the connection cannot be used for another.
    let bodyWasRead: Bool
    /// The route is to hear of a client that leaves, also while its stream goes on.
    let cancelsOnHangup: Bool

    init(
        _ response: Response, refusal: Refusal.Reason? = nil, failure: (any Error)? = nil, bodyWasRead: Bool, cancelsOnHangup: Bool = false
    ) {
        self.response = response
        self.refusal = refusal
        self.failure = failure
        self.bodyWasRead = bodyWasRead
        self.cancelsOnHangup = cancelsOnHangup
    }
}

/// Who gets an answer, and what of the request decides its form.
enum Recipient: Sendable {
    case request(RequestHead, keepsAlive: Bool)
    /// A request that could not be read: the connection ends with its answer.
    case unreadable(RequestID, wantsContent: Bool)

    var head: RequestHead? {
        if case .request(let head, _) = self { head } else { nil }
    }

    var requestID: RequestID {
        switch self {
        case .request(let head, _): head.storage.requestID
        case .unreadable(let id, _): id
        }
    }

    /// Unknown versions are spoken to as 1.1.
    var version: HTTPVersion {
        if case .request(let head, _) = self { head.version } else { .http11 }
    }

    var wantsContent: Bool {
        switch self {
        case .request(let head, _): head.method != .head
        case .unreadable(_, let wantsContent): wantsContent
        }
    }

    var keepsAlive: Bool {
        if case .request(_, let keepsAlive) = self { keepsAlive } else { false }
    }
}
