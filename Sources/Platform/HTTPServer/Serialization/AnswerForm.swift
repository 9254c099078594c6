/// How an answer is framed and what becomes of the connection, from the answer and who gets it (RFC 9112 sections 6 and 9.3).
struct AnswerForm: Equatable {
    /// How the client finds the end of the content.
    enum Framing: Equatable {
        /// The status has no content and no length (RFC 9110 section 8.6).
        case none
        case length(Int)
        case chunked
        /// To an HTTP/1.0 client: content of unknown length ends with the connection.
        case untilClose
    }

    /// What `Connection` says.
    enum Persistence {
        /// Nothing: HTTP/1.1 connections stay open.
        case implied
        /// An HTTP/1.0 client asked for it and is told so.
        case keepAlive
        case close
    }

    let framing: Framing
    /// Whether bytes follow the head. Not to HEAD, which otherwise gets what GET would (RFC 9110 section 9.3.2).
    let hasContent: Bool
    let persistence: Persistence

    var keepsAlive: Bool { persistence != .close }

    init(_ response: Response, to recipient: Recipient) {
        let isOld = recipient.version == .http10
        if response.status.forbidsContent {
            framing = .none
        } else if let length = response.length {
            framing = .length(length)
        } else {
            framing = isOld ? .untilClose : .chunked
        }
        hasContent = recipient.wantsContent && framing != .none
        persistence = !recipient.keepsAlive || framing == .untilClose ? .close : isOld ? .keepAlive : .implied
    }
}
