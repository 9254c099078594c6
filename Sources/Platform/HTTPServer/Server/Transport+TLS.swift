import Crypto
import Reactor

// OpenSSL works on bytes in memory; every wait for the network is the transport's own, so that no handshake can hold a loop up.
extension Transport {
    /// Shakes hands, if this connection is encrypted. Answers whether the client showed a certificate that its authority vouches for.
    ///
    /// Of a connection that has rested it takes up the handshake where that was, or does nothing. A client that says nothing at all may rest too.
    func begin(_ handle: ConnectionHandle, until deadline: MonotonicTime) async throws(ConnectionError) -> Bool {
        guard let session, let records else { return false }
        var hasHeard = false
        while true {
            let state = Result { () throws(TLSError) in try session.handshake() }
            // After an error that is the alert which tells the client why.
            try await sendRecords(of: session)
            switch state {
            case .success(.done): return session.peerCertificateVerified
            case .success(.needsMoreInput): break
            case .failure(let error): throw ConnectionError(error)
            }
            // At the server's end a handshake gets little time, for no request can be under way before it is done.
            let isLastTime = handle.isDraining
            var limit = deadline
            if isLastTime { limit = min(limit, .now.advanced(by: Self.handshakeHearing)) }
            if !hasHeard { limit = min(limit, .now.advanced(by: Connection.patience)) }
            do throws(ConnectionError) {
                guard try await receive(records, of: session, expecting: 1024, until: limit) else {
                    // Who connects and leaves without a word is a probe.
                    throw hasHeard ? .failed(.brokenOff) : .ended
                }
                hasHeard = true
            } catch .timedOut {
                if .now >= deadline { throw .failed(.handshakeTimedOut) }
                if isLastTime { throw .leaving }
                if !hasHeard, !handle.isDraining { throw .silent }
            }
        }
    }

    /// How long the next word of a handshake is waited for when the server ends.
    private static let handshakeHearing = Duration.milliseconds(500)

    func decrypt(
        with session: TLSSession, _ records: WipedBuffer, into input: WipedBuffer, expecting expected: Int, until deadline: MonotonicTime
    ) async throws(ConnectionError) -> Bool {
        while true {
            let room = input.room(atLeast: expected)
            let result = Result { () throws(TLSError) in try session.read(into: room) }
            // What a client may ask for at any time (a new key, RFC 8446 section 4.6.3), or the alert for what it did wrong.
            if session.hasCiphertext { try await sendRecords(of: session) }
            switch result {
            case .success(.bytes(let count)):
                input.added(count)
                return true
            case .success(.closed): return false
            case .success(.needsMoreInput): break
            case .failure(let error): throw ConnectionError(error)
            }
            // A stream that ends without close_notify may have been cut by anybody. It is no harm here: a request that is not whole is not handled.
            guard try await receive(records, of: session, expecting: min(expected, Self.recordSize), until: deadline) else { return false }
        }
    }

    func encrypt(_ plaintext: [UInt8], with session: TLSSession) throws(ConnectionError) {
        let result = plaintext.withUnsafeBytes { bytes in Result { () throws(TLSError) in try session.write(bytes) } }
        if case .failure(let error) = result { throw ConnectionError(error) }
    }

    private func sendRecords(of session: TLSSession) async throws(ConnectionError) {
        let records = session.takeCiphertext()
        guard !records.isEmpty else { return }
        try await Self.write(records, to: socket, within: writeLimit)
    }

    /// The most that a record holds, in whole pages (RFC 8446 section 5.1).
    private static let recordSize = 16 * 1024

    private func receive(
        _ records: WipedBuffer, of session: TLSSession, expecting expected: Int, until deadline: MonotonicTime
    ) async throws(ConnectionError) -> Bool {
        do {
            guard try await receive(into: records, expecting: expected, until: deadline) else { return false }
        } catch {
            throw ConnectionError(error)
        }
        session.feed(ciphertext: records.bytes)
        records.consume(records.count)
        return true
    }
}

extension ConnectionError {
    init(_ error: TLSError) {
        self = .failed(.tls(error.description))
    }
}
