import CCurl
import Glibc
import Secrets

/// An option that libcurl does not take.
struct RefusedOption: Error {
    let code: CURLcode
}

/// Sets a transfer's options. Each is checked: a libcurl that does not know the one that tells when a request leaves must not send it.
struct TransferOptions {
    let easy: UnsafeMutableRawPointer

    /// What holds for every transfer of a client.
    func setRules(_ configuration: HTTPClient.Configuration, share: UnsafeMutableRawPointer) throws(RefusedOption) {
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try set(CURLOPT_PATH_AS_IS, 1)
        // The empty name turns off what http_proxy and its kin say.
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try set(CURLOPT_SSL_VERIFYPEER, configuration.verifiesCertificates ? 1 : 0)
        try set(CURLOPT_SSL_VERIFYHOST, configuration.verifiesCertificates ? 2 : 0)
        if let bundle = configuration.caBundle {
            try set(CURLOPT_CAINFO, bundle)
            // Debian's libcurl also trusts a directory of the system's authorities.
            try check(ccurl_set_text(easy, CURLOPT_CAPATH, nil))
        }
        // A server that comes back may have another address, as containers do; libcurl would go on asking for it at the old one for a minute.
        try set(CURLOPT_DNS_CACHE_TIMEOUT, 5)
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        // Else ending a transfer whose name is still being looked up waits for the resolver's thread, on the loop.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_USERAGENT, configuration.userAgent)
        // TLS sessions: a request with a connection of its own still resumes.
        try check(ccurl_set_pointer(easy, CURLOPT_SHARE, share))
    }

    /// The limits that libcurl keeps itself; the engine keeps the time limit, since libcurl does not count while it waits for a free connection.
    func setLimits(_ request: OutboundRequest) throws(RefusedOption) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, request.connectLimit.curlMilliseconds)
        guard !request.mayBeSentTwice else { return }
        // libcurl repeats a request only after a kept connection failed.
        try set(CURLOPT_FRESH_CONNECT, 1)
        try set(CURLOPT_FORBID_REUSE, 1)
    }

    /// The request line, the headers and the body's length.
    func setMessage(_ request: OutboundRequest, headerLines: UnsafeMutablePointer<curl_slist>?) throws(RefusedOption) {
        try set(CURLOPT_URL, request.url)
        try check(ccurl_set_list(easy, CURLOPT_HTTPHEADER, headerLines))
        if let body = request.content {
            try set(CURLOPT_POST, 1)
            try check(ccurl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count)))
        } else if request.method == .head {
            try set(CURLOPT_NOBODY, 1)
        }
        try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    /// Where libcurl reports to. `context` must outlive the handle.
    func setCallbacks(context: UnsafeMutableRawPointer, errorText: UnsafeMutablePointer<CChar>) throws(RefusedOption) {
        try check(ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try check(ccurl_set_pointer(easy, CURLOPT_PRIVATE, context))
        try check(ccurl_on_request(easy, onRequest))
        try check(ccurl_on_bytes(easy, CURLOPT_READFUNCTION, onBodyWanted))
        try check(ccurl_on_seek(easy, onRewind))
        try check(ccurl_on_bytes(easy, CURLOPT_HEADERFUNCTION, onHeader))
        try check(ccurl_on_bytes(easy, CURLOPT_WRITEFUNCTION, onBody))
        for option in [CURLOPT_PREREQDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA] {
            try check(ccurl_set_pointer(easy, option, context))
        }
    }

    private func set(_ option: CURLoption, _ value: some BinaryInteger) throws(RefusedOption) {
        try check(ccurl_set_long(easy, option, Int(value)))
    }

    private func set(_ option: CURLoption, _ value: String) throws(RefusedOption) {
        try check(ccurl_set_text(easy, option, value))
    }

    private func check(_ code: CURLcode) throws(RefusedOption) {
        guard code == CURLE_OK else { throw RefusedOption(code: code) }
    }
}

extension Duration {
    /// Whole milliseconds, at least one: libcurl takes 0 for its own default.
    fileprivate var curlMilliseconds: Int {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        return Int(min(max(milliseconds, 1), Int64(Int32.max)))
    }
}

// MARK: - C callbacks, each with the transfer as its context

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private let onRequest: curl_prereq_callback = { context, _, _, _, _ in
    guard let transfer = transfer(context) else { return Int32(CURL_PREREQFUNC_ABORT) }
    transfer.willSend()
    return Int32(CURL_PREREQFUNC_OK)
}

private let onBodyWanted: ccurl_transfer_bytes = { bytes, size, count, context in
    guard let transfer = transfer(context) else { return Int(CURL_READFUNC_ABORT) }
    return transfer.nextBodyBytes(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

private let onRewind: curl_seek_callback = { context, offset, origin in
    guard let transfer = transfer(context), origin == SEEK_SET, transfer.rewindBody(to: Int(offset)) else { return Int32(CURL_SEEKFUNC_FAIL) }
    return Int32(CURL_SEEKFUNC_OK)
}

private let onHeader: ccurl_transfer_bytes = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.receiveHeader(line) == true ? line.count : 0
}

private let onBody: ccurl_transfer_bytes = { bytes, size, count, context in
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Any other number than all stops the transfer; for an empty piece none is other.
    return transfer(context)?.receiveBody(piece) == true ? piece.count : piece.count + 1
}
