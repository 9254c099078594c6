import CCurl
import Secrets

/// One exchange: its libcurl handle, and what libcurl's callbacks gather while it runs. Touched on the engine's loop only.
final class Transfer {
    /// Header lines of an answer together, those of preceding 1xx answers included.
    static let maximumHeaderBytes = 64 * 1024

    /// The engine's number for it.
    let number: UInt64
    let easy: UnsafeMutableRawPointer
    let request: OutboundRequest
    /// Whom a connection leads to.
    let host: String
    /// libcurl may have written the request's first byte: set immediately before it does.
    private(set) var isSent = false

    private var headerLines: UnsafeMutablePointer<curl_slist>?
    /// libcurl writes the particulars of a failure here.
    private let errorText: UnsafeMutablePointer<CChar>
    private var bodyBytesSent = 0

    private var headers: [ResponseHeader] = []
    private var headerBytes = 0
    private var headersEnded = false
    private var body: [UInt8] = []
    /// Why a callback of ours stopped the transfer.
    private var objection: String?

    /// Prepares the handle; nothing is sent before it is added to a multi handle.
    init(
        _ request: OutboundRequest, number: UInt64, configuration: HTTPClient.Configuration, share: UnsafeMutableRawPointer
    ) throws(HTTPClientError) {
        guard let url = TransferURL(request.url) else { throw .notSent(reason: "the URL cannot be used") }
        if let objection = url.objection(under: configuration.plainHTTP) { throw .notSent(reason: objection) }
        guard let easy = curl_easy_init() else { throw .notSent(reason: "libcurl is out of memory") }
        self.number = number
        self.easy = easy
        self.request = request
        host = url.host + ":" + url.port
        errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        // From here on `deinit` frees what was made, also when this throws.
        headerLines = try Self.lines(request)
        do {
            let options = TransferOptions(easy: easy)
            try options.setRules(configuration, share: share)
            try options.setLimits(request)
            try options.setMessage(request, headerLines: headerLines)
            try options.setCallbacks(context: Unmanaged.passUnretained(self).toOpaque(), errorText: errorText)
        } catch {
            throw .notSent(reason: "libcurl refuses an option: \(String(cString: curl_easy_strerror(error.code)))")
        }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerLines)
        errorText.deallocate()
    }

    /// The transfer that a handle belongs to.
    static func of(_ easy: UnsafeMutableRawPointer?) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard let easy, ccurl_private(easy, &context) == CURLE_OK, let context else { return nil }
        return Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    private static func lines(_ request: OutboundRequest) throws(HTTPClientError) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        func append(_ line: SecretBytes) -> Bool {
            // libcurl copies the line into memory that it overwrites when it frees it.
            let longer = line.withUnsafeBytes { curl_slist_append(list, $0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
            guard let longer else { return false }
            list = longer
            return true
        }
        // Left out: libcurl's own form content type, and its wait for "100 Continue" before a large body.
        var lines = [SecretBytes(utf8: "Expect:\0")]
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append(SecretBytes(utf8: "Content-Type:\0")) }
        for header in request.headers {
            guard let line = header.line() else {
                curl_slist_free_all(list)
                throw .notSent(reason: "the header \(header.name.debugDescription) cannot be sent")
            }
            lines.append(line)
        }
        guard lines.allSatisfy(append) else {
            curl_slist_free_all(list)
            throw .notSent(reason: "libcurl is out of memory")
        }
        return list
    }
}

// MARK: - What libcurl calls

extension Transfer {
    /// The connection stands and the request is about to be written.
    func willSend() {
        isSent = true
    }

    /// Fills libcurl's buffer with the next bytes of the body; answers how many.
    func nextBodyBytes(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let body = request.content else { return 0 }
        return body.withUnsafeBytes { bytes in
            let piece = bytes.dropFirst(bodyBytesSent).prefix(buffer.count)
            buffer.copyBytes(from: piece)
            bodyBytesSent += piece.count
            return piece.count
        }
    }

    /// libcurl sends the body again from there, on another connection.
    func rewindBody(to offset: Int) -> Bool {
        guard let body = request.content, (0...body.count).contains(offset) else { return false }
        bodyBytesSent = offset
        return true
    }

    /// Takes one header line with its line end; false stops the transfer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            objection = "the answer's headers are larger than \(Self.maximumHeaderBytes) bytes"
            return false
        }
        let text = line[...].trimmed
        if text.starts(with: "HTTP/".utf8) {
            headers = []
            headersEnded = false
        } else if text.isEmpty {
            headersEnded = true
        } else if !headersEnded, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            // After the end come trailers, which nobody here asked for.
            let value = text[(colon + 1)...].trimmed
            headers.append(ResponseHeader(String(decoding: text[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        return true
    }

    /// Takes a piece of the body; false stops the transfer.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= request.maximumResponseBytes else {
            objection = "the answer is larger than \(request.maximumResponseBytes) bytes"
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }
}

// MARK: - How it ended

extension Transfer {
    /// What libcurl's verdict means for the caller.
    func result(_ code: CURLcode) -> Result<OutboundResponse, HTTPClientError> {
        guard code == CURLE_OK else { return .failure(failure(reason(code))) }
        // libcurl is content with a connection that ends within the headers.
        guard headersEnded else { return .failure(failure("the answer's headers are cut short")) }
        var status = 0
        guard ccurl_status(easy, &status) == CURLE_OK, (100...999).contains(status) else {
            return .failure(failure("the answer has no status"))
        }
        return .success(OutboundResponse(status: status, headers: headers, body: body))
    }

    /// Says whether the request can have reached the server.
    func failure(_ reason: String) -> HTTPClientError {
        isSent ? .unanswered(reason: reason) : .notSent(reason: reason)
    }

    private func reason(_ code: CURLcode) -> String {
        if let objection { return objection }
        let particulars = String(cString: errorText)
        return particulars.isEmpty ? String(cString: curl_easy_strerror(code)) : particulars
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Without spaces, tabs and line ends around it.
    fileprivate var trimmed: Self {
        let isWhite: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        guard let start = firstIndex(where: { !isWhite($0) }), let end = lastIndex(where: { !isWhite($0) }) else { return self[..<startIndex] }
        return self[start...end]
    }
}
