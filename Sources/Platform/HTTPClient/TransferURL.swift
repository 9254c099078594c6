import CCurl
import Glibc

/// What a request's URL says, as libcurl itself reads it: a second parser might read another host out of the same text.
struct TransferURL {
    let scheme: String
    /// Without a port; an IPv6 address in brackets.
    let host: String
    /// Also where the text leaves it to the scheme.
    let port: String

    /// Nil when libcurl cannot read the text, would read only its beginning because it has a NUL, or finds a user name or password in it: they would
    /// be sent as credentials.
    init?(_ text: String) {
        guard !text.utf8.contains(0), let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: url), let host = Self.part(CURLUPART_HOST, of: url), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: url, flags: UInt32(CURLU_DEFAULT_PORT))
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// `localhost`, 127.0.0.0/8 (RFC 1122 section 3.2.1.3) and ::1.
    var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }

    /// Why a request must not go there; nil when it may.
    func objection(under policy: HTTPClient.PlainHTTP) -> String? {
        switch (scheme, policy) {
        case ("https", _), ("http", .anywhere): nil
        case ("http", .toLoopback): isLoopback ? nil : "plain http is allowed to this machine only"
        default: "the URL is neither http nor https"
        }
    }
}
