import Crypto
import Reactor

// OpenSSL works on bytes in memory, so that it never waits for the network.
extension Transport {
    /// Brings the handshake as far as what has come allows. There may be something to say, for a flush; after an error that is the alert which tells the
    /// client why.
    func advanceHandshake(of session: TLSSession) throws(ConnectionError) -> TLSSession.Handshake {
        defer { takeRecords(of: session) }
        do { return try session.handshake() } catch { throw ConnectionError(error) }
    }

    /// Hands to the session what has come, without waiting: bytes, nothing, or the end of the client's stream.
    func receiveRecords(of session: TLSSession, expecting expected: Int) throws(ConnectionError) -> Arrival {
        guard let records else { preconditionFailure("a session without memory for its records") }
        let arrival = try receiveNow(into: records, expecting: expected)
        if case .bytes = arrival { feed(records, to: session) }
        return arrival
    }

    /// One read from the socket at the most, so that whoever asks again can count.
    func decrypt(with session: TLSSession, into input: WipedBuffer, expecting expected: Int) throws(ConnectionError) -> Arrival {
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
        let arrival = try receiveRecords(of: session, expecting: min(expected, Self.recordSize))
        if case .bytes = arrival { return .part }
        return arrival
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
