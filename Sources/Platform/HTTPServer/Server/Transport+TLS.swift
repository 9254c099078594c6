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
            takeRecords(of: session)
            try await flush()
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
                guard try await receive(records, of: session, until: limit) else {
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

    /// One read from the socket at the most, so that whoever asks again can count.
    func decrypt(
        with session: TLSSession, _ records: WipedBuffer, into input: WipedBuffer, expecting expected: Int
    ) throws(ConnectionError) -> Arrival {
        let room = input.room(atLeast: expected)
        let result = Result { () throws(TLSError) in try session.read(into: room) }
        // What a client may ask for at any time (a new key, RFC 8446 section 4.6.3), or the alert for what it did wrong.
        takeRecords(of: session)
        switch result {
        case .success(.bytes(let count)):
            input.added(count)
            return .bytes
        case .success(.closed): return .end
        case .success(.needsMoreInput): break
        case .failure(let error): throw ConnectionError(error)
        }
        // A stream that ends without close_notify may have been cut by anybody. It is no harm here: a request that is not whole is not handled.
        let arrival = try receiveNow(into: records, expecting: min(expected, Self.recordSize))
        guard case .bytes = arrival else { return arrival }
        feed(records, to: session)
        return .part
    }

    func encrypt(_ plaintext: UnsafeRawBufferPointer, with session: TLSSession) throws(ConnectionError) {
        do { try session.write(plaintext) } catch { throw ConnectionError(error) }
    }

    /// Moves what the session has to say to the wire.
    func takeRecords(of session: TLSSession) {
        guard session.hasCiphertext else { return }
        if wire.isEmpty { wire = session.takeCiphertext() } else { wire += session.takeCiphertext() }
    }

    /// The most that a record holds, in whole pages (RFC 8446 section 5.1).
    private static let recordSize = 16 * 1024

    private func receive(_ records: WipedBuffer, of session: TLSSession, until deadline: MonotonicTime) async throws(ConnectionError) -> Bool {
        while true {
            if socket.countOperation() { await socket.loop.nextTurn() }
            switch try receiveNow(into: records, expecting: 1024) {
            case .nothing: try await waitUntilReadable(until: deadline)
            case .end: return false
            case .bytes, .part:
                feed(records, to: session)
                return true
            }
        }
    }

    func feed(_ records: WipedBuffer, to session: TLSSession) {
        session.feed(ciphertext: records.bytes)
        records.consume(records.count)
    }
}

extension ConnectionError {
    init(_ error: TLSError) {
        self = .failed(.tls(error.description))
    }
}
