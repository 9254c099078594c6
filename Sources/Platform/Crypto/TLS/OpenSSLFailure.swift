import COpenSSL
import Glibc

/// What OpenSSL left in the thread's error queue after a call that failed; taking it empties the queue. The first entry is the cause, later ones are
/// what it led to.
struct OpenSSLFailure {
    private let codes: [UInt]

    /// Empties the queue before a call, so that what it holds afterwards is that call's.
    static func clearQueue() {
        // Most often it is empty, and clearing it takes longer than that look.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    static func taken() -> OpenSSLFailure {
        var codes: [UInt] = []
        while case let code = ERR_get_error(), code != 0 { codes.append(code) }
        return OpenSSLFailure(codes: codes)
    }

    /// Whether this reason, one of the constants of that part of OpenSSL, is among the entries.
    func contains(_ library: Int32, _ reason: some BinaryInteger) -> Bool {
        codes.contains { ERR_GET_LIB($0) == library && ERR_GET_REASON($0) == Int32(reason) }
    }

    /// The first cause in words.
    var cause: String {
        codes.first.map(Self.text) ?? "unknown cause"
    }

    /// What it means for a session, in words: the cause as the TLS part of OpenSSL sees it, not the arithmetic below it.
    var sessionReason: String {
        codes.first { ERR_GET_LIB($0) == ERR_LIB_SSL }.map(Self.text) ?? cause
    }

    private static func text(_ code: UInt) -> String {
        if ERR_GET_LIB(code) == ERR_LIB_SYS { return String(cString: strerror(ERR_GET_REASON(code))) }
        guard let text = ERR_reason_error_string(code) else { return "OpenSSL error \(code)" }
        return String(cString: text)
    }
}
