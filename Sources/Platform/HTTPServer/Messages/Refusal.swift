/// An answer that the server gives itself, before or instead of a handler: a fault of the protocol, no route, a limit, a time-out, a failed handler.
///
/// What the client reads is made by the closure given to the server, from this value; `explanation` is safe to show.
public struct Refusal: Error, Hashable, Sendable {
    /// Which rule was broken.
    public let reason: Reason
    /// The id that the answer bears in `x-request-id`; of a request that could not be read, one made for it.
    public let requestID: String

    /// The status that belongs to the reason.
    public var status: HTTPStatus { reason.status }

    /// One sentence for people that quotes nothing of the request.
    public var explanation: String { reason.explanation }

    init(_ reason: Reason, requestID: String) {
        self.reason = reason
        self.requestID = requestID
    }

    /// What `Retry-After` says where the answer does not say it itself: about as long as a request that waits for another service holds its body.
    private static let secondsToRetry = 5

    /// The answer as `make` has it, with the field that it should not lack: `Allow` (RFC 9110 section 15.5.6), `Retry-After` (section 15.6.4).
    func response(to head: RequestHead?, madeBy make: (Refusal, RequestHead?) -> Response) -> Response {
        var response = make(self, head)
        switch reason {
        case .methodNotAllowed(let allowed): response.headers["Allow"] = allowed.map(\.rawValue).joined(separator: ", ")
        case .bodyMemoryExhausted, .overloaded:
            if response.headers["Retry-After"] == nil { response.headers["Retry-After"] = String(Self.secondsToRetry) }
        default: break
        }
        return response
    }
}

extension Refusal {
    /// Every reason for which the server refuses a request by itself.
    public enum Reason: Error, Hashable, Sendable {
        // The request line (RFC 9112 section 3).
        /// 400: not `method SP target SP version CRLF`.
        case malformedRequestLine
        /// 400: a character that a target may not have, a fragment, no path, another scheme than http and https, user information.
        case malformedTarget
        /// 400: a `%` without two hex digits, or a decoded path that is not UTF-8 or holds a control character.
        case malformedPercentEncoding
        /// 505: HTTP/2's preface, or another major version than 1.
        case unsupportedVersion
        /// 501: a method this server has never heard of, or CONNECT.
        case unknownMethod
        /// 414: the request line is over its limit.
        case requestLineTooLong

        // The header section (RFC 9112 section 5).
        /// 431: more bytes than the limit.
        case headerSectionTooLarge
        /// 431: more lines than the limit.
        case tooManyHeaderFields
        /// 400: no colon, white space before the colon, or a name that is not a token.
        case malformedHeaderField
        /// 400: NUL, a bare CR or another control character in a value.
        case controlCharacterInHeaderField
        /// 400: a line that begins with white space, which old parsers join to the line before.
        case foldedHeaderField
        /// 400: a line that ends with LF alone.
        case bareLineFeed
        /// 400: HTTP/1.1 without `Host`.
        case missingHost
        /// 400: `Host` more than once.
        case repeatedHost
        /// 400: not a host with an optional port.
        case invalidHost

        // The length of the body (RFC 9112 section 6).
        /// 400: not one number that fits, for instance `+5`, `5, 5`, `0x5` or nothing.
        case invalidContentLength
        /// 400: more than one `Content-Length`, even if they agree.
        case repeatedContentLength
        /// 400: two answers to the question how long the body is.
        case bothLengthAndTransferEncoding
        /// 400: HTTP/1.0 has no transfer codings.
        case transferEncodingInHTTP10
        /// 400: not a list of codings, or `chunked` twice or not last.
        case malformedTransferEncoding
        /// 501: a coding other than `chunked`.
        case unknownTransferCoding
        /// 400: a chunk's size, extension or end that is not as the grammar has it.
        case malformedChunk
        /// 400: chunk extensions, which are skipped, over their bound.
        case chunkExtensionsTooLong
        /// 400: a trailer line that is not a field line.
        case malformedTrailer
        /// 431: trailers, which are dropped, over their bound.
        case trailersTooLarge
        /// 413: the body is over its limit.
        case bodyTooLarge
        /// 503: the bodies of other requests leave no room for this one (`HTTPServerConfiguration.bodyMemory`).
        case bodyMemoryExhausted
        /// 417: an expectation other than `100-continue`.
        case unknownExpectation

        // Time.
        /// 408: the header section was not there in time.
        case headerTimedOut
        /// 408: the body was not there in time.
        case bodyTimedOut

        /// 503: as many requests are being handled as may be (`HTTPServerConfiguration.maximumRequests`).
        case overloaded

        // Routing.
        /// 404: no route has this path.
        case noSuchRoute
        /// 405: the path exists, for these methods.
        case methodNotAllowed([HTTPMethod])
        /// 411: this route needs a body, and neither `Content-Length` nor `chunked` announced one.
        case lengthRequired

        /// 500: the handler threw, or made an answer that cannot be sent.
        case handlerFailed
    }
}

extension Refusal.Reason {
    /// The status of the answer.
    public var status: HTTPStatus {
        switch self {
        case .malformedRequestLine, .malformedTarget, .malformedPercentEncoding, .malformedHeaderField, .controlCharacterInHeaderField,
            .foldedHeaderField, .bareLineFeed, .missingHost, .repeatedHost, .invalidHost, .invalidContentLength, .repeatedContentLength,
            .bothLengthAndTransferEncoding, .transferEncodingInHTTP10, .malformedTransferEncoding, .malformedChunk, .chunkExtensionsTooLong,
            .malformedTrailer:
            .badRequest
        case .noSuchRoute: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .headerTimedOut, .bodyTimedOut: .requestTimeout
        case .lengthRequired: .lengthRequired
        case .bodyTooLarge: .contentTooLarge
        case .requestLineTooLong: .uriTooLong
        case .unknownExpectation: .expectationFailed
        case .headerSectionTooLarge, .tooManyHeaderFields, .trailersTooLarge: .requestHeaderFieldsTooLarge
        case .handlerFailed: .internalServerError
        case .unknownMethod, .unknownTransferCoding: .notImplemented
        case .bodyMemoryExhausted, .overloaded: .serviceUnavailable
        case .unsupportedVersion: .httpVersionNotSupported
        }
    }

    /// One sentence for people that quotes nothing of the request.
    public var explanation: String {
        switch self {
        case .malformedRequestLine: "the request line is not a method, a target and a version"
        case .malformedTarget: "the request target is not a path, an http URL or *"
        case .malformedPercentEncoding: "the request target has a broken percent-encoding"
        case .unsupportedVersion: "only HTTP/1.1 and HTTP/1.0 are spoken here"
        case .unknownMethod: "this method is not implemented"
        case .requestLineTooLong: "the request line is too long"
        case .headerSectionTooLarge: "the header section is too large"
        case .tooManyHeaderFields: "there are too many header fields"
        case .malformedHeaderField: "a header line is not a name, a colon and a value"
        case .controlCharacterInHeaderField: "a header field holds a control character"
        case .foldedHeaderField: "a header line begins with white space"
        case .bareLineFeed: "a line ends without a carriage return"
        case .missingHost: "the Host field is missing"
        case .repeatedHost: "the Host field is given more than once"
        case .invalidHost: "the Host field is not a host with an optional port"
        case .invalidContentLength: "the Content-Length field is not a number of bytes"
        case .repeatedContentLength: "the Content-Length field is given more than once"
        case .bothLengthAndTransferEncoding: "both Content-Length and Transfer-Encoding are given"
        case .transferEncodingInHTTP10: "HTTP/1.0 has no Transfer-Encoding"
        case .malformedTransferEncoding: "the Transfer-Encoding field does not end with one chunked"
        case .unknownTransferCoding: "only the chunked transfer coding is implemented"
        case .malformedChunk: "a chunk is malformed"
        case .chunkExtensionsTooLong: "the chunk extensions are too long"
        case .malformedTrailer: "a trailer line is not a name, a colon and a value"
        case .trailersTooLarge: "the trailer section is too large"
        case .bodyTooLarge: "the body is too large"
        case .bodyMemoryExhausted: "the bodies of other requests leave no room for this one at the moment"
        case .unknownExpectation: "the only expectation met here is 100-continue"
        case .headerTimedOut: "the header section did not arrive in time"
        case .bodyTimedOut: "the body did not arrive in time"
        case .overloaded: "as many requests are being handled as can be at the moment"
        case .noSuchRoute: "there is nothing at this path"
        case .methodNotAllowed: "this path does not allow the method"
        case .lengthRequired: "a body with a Content-Length, or a chunked one, is required"
        case .handlerFailed: "the request could not be handled; its id names it in the logs"
        }
    }
}

extension Refusal {
    /// The plainest form of an answer to it: one line of text. For tests and servers that need no other.
    public static let plainText: @Sendable (Refusal, RequestHead?) -> Response = { refusal, _ in
        Response(status: refusal.status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array("\(refusal.explanation)\n".utf8)))
    }
}
