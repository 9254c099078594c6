/// A status code of a final answer. Its reason phrase is RFC 9110's (or the registry's); clients ignore it.
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
    /// 200 to 599.
    public let code: Int

    /// A final status; a code outside of 200–599 is a fault of the caller and becomes 500.
    public init(_ code: Int) {
        self.code = (200...599).contains(code) ? code : 500
    }

    /// The code and its phrase: `404 Not Found`.
    public var description: String { "\(code) \(reason)" }

    /// Whether an answer of this status never has content (RFC 9110 section 6.4.1).
    var forbidsContent: Bool { code == 204 || code == 304 }
}

extension HTTPStatus {
    /// 200
    public static let ok = HTTPStatus(200)
    /// 201
    public static let created = HTTPStatus(201)
    /// 202
    public static let accepted = HTTPStatus(202)
    /// 204
    public static let noContent = HTTPStatus(204)
    /// 400
    public static let badRequest = HTTPStatus(400)
    /// 401
    public static let unauthorized = HTTPStatus(401)
    /// 402
    public static let paymentRequired = HTTPStatus(402)
    /// 403
    public static let forbidden = HTTPStatus(403)
    /// 404
    public static let notFound = HTTPStatus(404)
    /// 405
    public static let methodNotAllowed = HTTPStatus(405)
    /// 408
    public static let requestTimeout = HTTPStatus(408)
    /// 409
    public static let conflict = HTTPStatus(409)
    /// 411
    public static let lengthRequired = HTTPStatus(411)
    /// 413
    public static let contentTooLarge = HTTPStatus(413)
    /// 414
    public static let uriTooLong = HTTPStatus(414)
    /// 415
    public static let unsupportedMediaType = HTTPStatus(415)
    /// 417
    public static let expectationFailed = HTTPStatus(417)
    /// 422
    public static let unprocessableContent = HTTPStatus(422)
    /// 429
    public static let tooManyRequests = HTTPStatus(429)
    /// 431
    public static let requestHeaderFieldsTooLarge = HTTPStatus(431)
    /// 500
    public static let internalServerError = HTTPStatus(500)
    /// 501
    public static let notImplemented = HTTPStatus(501)
    /// 502
    public static let badGateway = HTTPStatus(502)
    /// 503
    public static let serviceUnavailable = HTTPStatus(503)
    /// 504
    public static let gatewayTimeout = HTTPStatus(504)
    /// 505
    public static let httpVersionNotSupported = HTTPStatus(505)

    /// The phrase of the status line; for a code without a registered one, its class.
    public var reason: String {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400..<500: clientErrorReason
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 200..<300: "Success"
        case 300..<400: "Redirection"
        default: "Server Error"
        }
    }

    private var clientErrorReason: String {
        switch code {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 402: "Payment Required"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 425: "Too Early"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        default: "Client Error"
        }
    }
}
