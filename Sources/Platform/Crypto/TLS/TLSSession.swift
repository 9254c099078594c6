import COpenSSL

/// One TLS connection without its transport: ciphertext goes in and comes out as bytes, so it never waits and knows no socket. One task uses it.
///
/// The owner moves bytes: it feeds what it reads from its socket, calls `handshake` until it is done and then `read` until that needs more input, and
/// after each call, one that threw included, sends what `takeCiphertext` gives (after an error that is the alert which tells the peer why). When the
/// socket ends it calls `feedEnd`.
public final class TLSSession {
    /// How far a handshake is.
    public enum Handshake: Sendable {
        /// Data can be read and written.
        case done
        /// The peer must send more first.
        case needsMoreInput
    }

    /// What a read brought.
    public enum ReadResult: Hashable, Sendable {
        /// So many bytes, at least one; there may be more.
        case bytes(Int)
        /// The peer must send more first.
        case needsMoreInput
        /// The peer said that it sends nothing more (close_notify); writing may go on.
        case closed
    }

    private enum Phase {
        case handshake
        case open
        case closed
        case failed(TLSError)
    }

    let pointer: OpaquePointer
    private let pipe = CiphertextPipe()
    private var phase = Phase.handshake
    private var hasInputEnded = false
    /// Kept alive: the session refers to what these own.
    private let server: TLSServerContext?

    /// The server's side of a new connection.
    public init(server: TLSServerContext) {
        self.server = server
        pointer = Self.makeSession(server.context, pipe)
        SSL_set_accept_state(pointer)
    }

    /// The client's side of a new connection to a server whose certificate must be valid for `serverName`, a host name or an IP address.
    public init(client: TLSClientContext, serverName: String, resuming resumption: TLSResumption? = nil) {
        server = nil
        pointer = Self.makeSession(client.context, pipe)
        SSL_set_connect_state(pointer)
        if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(pointer), serverName) != 1 {
            required(SSL_set1_host(pointer, serverName))
            required(copenssl_send_server_name(pointer, serverName))
        }
        if let resumption { required(SSL_set_session(pointer, resumption.pointer)) }
    }

    deinit {
        // Else OpenSSL, by a rule of TLS 1.0 that RFC 4346 section 7.2.1 gave up, spoils a session for resumption because it was not closed.
        SSL_set_shutdown(pointer, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(pointer)
    }

    private static func makeSession(_ context: TLSContext, _ pipe: CiphertextPipe) -> OpaquePointer {
        let session = required(SSL_new(context.pointer))
        let bio = pipe.makeBIO()
        // Both directions in one object, one reference.
        SSL_set_bio(session, bio, bio)
        return session
    }

    /// Takes in what came from the peer.
    public func feed(ciphertext: UnsafeRawBufferPointer) {
        pipe.feed(ciphertext)
    }

    /// Takes in that nothing more will come from the transport. Unless the peer has said close_notify, what needs more input throws `truncated` from
    /// now on.
    public func feedEnd() {
        hasInputEnded = true
    }

    /// Whether `takeCiphertext` has something to give.
    public var hasCiphertext: Bool { pipe.hasOutgoing }

    /// What must be sent to the peer now, in order; it is the caller's from here on.
    public func takeCiphertext() -> [UInt8] {
        pipe.takeOutgoing()
    }

    /// Brings the handshake as far as the bytes that came allow.
    public func handshake() throws(TLSError) -> Handshake {
        switch phase {
        case .open: return .done
        case .closed: throw .notOpen
        case .failed(let error): throw error
        case .handshake: break
        }
        OpenSSLFailure.clearQueue()
        let result = SSL_do_handshake(pointer)
        if result == 1 {
            phase = .open
            return .done
        }
        switch SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ:
            try checkMoreCanCome()
            return .needsMoreInput
        case SSL_ERROR_ZERO_RETURN:
            throw fail(.handshakeFailed(reason: "the peer closed the session"))
        default:
            throw fail(.handshakeFailed(reason: failureReason()))
        }
    }

    /// Decrypts into `buffer`, which must not be empty. Call it until it needs more input: one feed may hold many records.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(TLSError) -> ReadResult {
        precondition(!buffer.isEmpty, "a read into nothing cannot tell what it read")
        try checkOpen()
        if isDrained {
            try checkMoreCanCome()
            return .needsMoreInput
        }
        OpenSSLFailure.clearQueue()
        var count = 0
        let result = SSL_read_ex(pointer, buffer.baseAddress, buffer.count, &count)
        if result == 1 { return .bytes(count) }
        switch SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ:
            try checkMoreCanCome()
            return .needsMoreInput
        case SSL_ERROR_ZERO_RETURN:
            return .closed
        default:
            throw fail(.broken(reason: failureReason()))
        }
    }

    /// Encrypts all of `plaintext`. The ciphertext, a little longer, waits in memory to be taken: write in pieces and send each.
    public func write(_ plaintext: UnsafeRawBufferPointer) throws(TLSError) {
        try checkOpen()
        guard !plaintext.isEmpty else { return }
        OpenSSLFailure.clearQueue()
        var count = 0
        // The pipe takes everything, so that the call never has to be repeated.
        guard SSL_write_ex(pointer, plaintext.baseAddress, plaintext.count, &count) == 1, count == plaintext.count else {
            throw fail(.broken(reason: failureReason()))
        }
    }

    /// Says close_notify to the peer, once; nothing can be read or written afterwards. The caller sends it and closes the transport.
    public func close() {
        guard case .open = phase else { return }
        OpenSSLFailure.clearQueue()
        // Zero (said, and not heard from the peer yet) is as good as one, and there is nobody to tell of a failure.
        _ = SSL_shutdown(pointer)
        phase = .closed
    }

    /// Whether a read could only find out that there is nothing to read.
    private var isDrained: Bool {
        !pipe.hasIncoming && SSL_has_pending(pointer) == 0 && SSL_get_shutdown(pointer) & SSL_RECEIVED_SHUTDOWN == 0
    }

    private func checkOpen() throws(TLSError) {
        switch phase {
        case .open: return
        case .handshake, .closed: throw .notOpen
        case .failed(let error): throw error
        }
    }

    private func checkMoreCanCome() throws(TLSError) {
        if hasInputEnded { throw fail(.truncated) }
    }

    private func fail(_ error: TLSError) -> TLSError {
        phase = .failed(error)
        return error
    }

    private func failureReason() -> String {
        let reason = OpenSSLFailure.taken().sessionReason
        let verification = SSL_get_verify_result(pointer)
        guard verification != X509_V_OK, let text = X509_verify_cert_error_string(verification) else { return reason }
        return "\(reason): \(String(cString: text))"
    }
}
