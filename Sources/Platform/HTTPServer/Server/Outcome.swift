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

/// What of a request decides the form of its answer.
struct Recipient {
    /// Nil for a request that could not be read.
    let head: RequestHead?
    let requestID: RequestID
    /// Unknown versions are spoken to as 1.1.
    let version: HTTPVersion
    let wantsContent: Bool
    let keepsAlive: Bool

    init(_ head: RequestHead, keepsAlive: Bool) {
        self.head = head
        requestID = head.storage.requestID
        version = head.version
        wantsContent = head.method != .head
        self.keepsAlive = keepsAlive
    }

    init(unreadable requestID: RequestID, wantsContent: Bool = true) {
        head = nil
        self.requestID = requestID
        version = .http11
        self.wantsContent = wantsContent
        keepsAlive = false
    }
}
