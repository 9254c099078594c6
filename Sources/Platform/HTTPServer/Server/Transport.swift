import Crypto
import Reactor
import Secrets

/// The bytes of one connection, in and out, encrypted or not. Used by the connection only.
final class Transport {
    /// What a read that does not wait brought.
    enum Arrival {
        /// At least a byte.
        case bytes
        /// Bytes of a record of which more may have come already: it is to be read on.
        case part
        case nothing
        /// The end of the client's stream.
        case end
    }

    /// What is written goes out in pieces of this size, each with the whole time limit: so a slow client is told from one that reads nothing.
    static let pieceSize = 64 * 1024
    /// What is kept of the wire's memory from one flush to the next.
    private static let keptCapacity = 4096

    let socket: StreamSocket
    let session: TLSSession?
    let writeLimit: Duration
    /// What the program has to say and no flush has taken yet.
    let output: WipedBuffer
    /// What is to go out before it, as it is: over TLS, records.
    var wire: [UInt8] = []
    /// Answers to earlier requests, on their way while a handler works.
    private var deferred: DeferredWrite?
    /// Where records wait to be decrypted; TLS only.
    let records: WipedBuffer?

    /// A connection over TLS if there is a session for it.
    init(_ socket: StreamSocket, session: TLSSession?, writeLimit: Duration, stock: BlockStock) {
        self.socket = socket
        self.session = session
        self.writeLimit = writeLimit
        output = WipedBuffer(of: stock)
        records = session.map { _ in WipedBuffer(of: stock) }
    }

    /// Adds what has come to `input`, which gets room for `expected` bytes, without waiting. Over TLS there may be something to say to it, for a flush.
    func readNow(into input: WipedBuffer, expecting expected: Int) throws(ConnectionError) -> Arrival {
        guard let session else { return try receiveNow(into: input, expecting: expected) }
        return try decrypt(with: session, into: input, expecting: expected)
    }

    /// Adds what has come, at least a byte, to `input`, which gets room for `expected` bytes. False at the end of the client's stream.
    func read(into input: WipedBuffer, expecting expected: Int, until deadline: MonotonicTime) async throws(ConnectionError) -> Bool {
        while true {
            if socket.countOperation() { await socket.loop.nextTurn() }
            let arrival = try readNow(into: input, expecting: expected)
            if !isFlushed { try await flush() }
            switch arrival {
            case .bytes: return true
            case .part: continue
            case .nothing: try await waitUntilReadable(until: deadline)
            case .end: return false
            }
        }
    }

    func waitUntilReadable(until deadline: MonotonicTime) async throws(ConnectionError) {
        do {
            try await socket.waitUntilReadable(until: deadline)
        } catch {
            throw ConnectionError(error)
        }
    }

    /// Adds what comes off the socket to `buffer`, which gets room for `expected` bytes.
    func receiveNow(into buffer: WipedBuffer, expecting expected: Int) throws(ConnectionError) -> Arrival {
        do {
            guard let count = try socket.readWithoutWaiting(into: buffer.room(atLeast: expected)) else { return .nothing }
            buffer.added(count)
            return count > 0 ? .bytes : .end
        } catch {
            throw ConnectionError(error)
        }
    }

    /// Adds what has come to `input`, without waiting. False if that is nothing; why, the next `read` says.
    func readAtOnce(into input: WipedBuffer) -> Bool {
        guard let session, let records else { return receiveAtOnce(into: input) }
        repeat {
            switch try? session.read(into: input.room(atLeast: 1024)) {
            case .bytes(let count):
                input.added(count)
                return true
            case .needsMoreInput: continue
            // Whatever else comes is not looked at, or who sends on could keep the loop here.
            case .closed, nil: return false
            }
        } while receiveAtOnce(of: session, into: records)
        return false
    }

    /// Whether nothing waits to go out.
    var isFlushed: Bool { output.isEmpty && wire.isEmpty }

    /// Sends what is to go out, if it goes without waiting: one system call, as a rule. False if something is left for `flush()`.
    func flushNow() throws(ConnectionError) -> Bool {
        guard output.count <= Self.pieceSize else { return false }
        do {
            if session == nil, wire.isEmpty {
                guard !output.isEmpty else { return true }
                output.consume(try socket.writeWithoutWaiting(output.bytes))
                output.shrink()
                return output.isEmpty
            }
        } catch {
            throw ConnectionError(error, whileWriting: true)
        }
        try seal()
        guard !wire.isEmpty else { return true }
        do { wire.removeFirst(try socket.writeWithoutWaiting(wire)) } catch { throw ConnectionError(error, whileWriting: true) }
        return wire.isEmpty
    }

    /// Sends what is to go out, and waits until it has left.
    func flush() async throws(ConnectionError) {
        if session != nil, output.count > Self.pieceSize { return try await flushInPieces() }
        try seal()
        guard !wire.isEmpty else { return }
        try await Self.write(wire, to: socket, within: writeLimit)
        wire.removeAll(keepingCapacity: wire.capacity <= Self.keptCapacity)
    }

    /// Sends what is to go out and `bytes` after it, of which no more than a piece at a time exists twice.
    func flush(then bytes: [UInt8]) async throws(ConnectionError) {
        try await flush()
        guard session != nil else { return try await Self.write(bytes, to: socket, within: writeLimit) }
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(Self.pieceSize).withUnsafeBytes { output.append($0) }
            rest = rest.dropFirst(Self.pieceSize)
            try await flush()
        }
    }

    /// Sends what is to go out as soon as this task waits for anything; what has not left by `settle()` goes out with what is added meanwhile. Thus
    /// answers to pipelined requests leave together if they are ready together, and none is held back by a request after it that takes long.
    func deferFlush() throws(ConnectionError) {
        guard !isFlushed else { return }
        try seal()
        deferred = DeferredWrite(wire, to: socket, within: writeLimit)
        wire = []
    }

    /// After `deferFlush()`, before anything else is sent.
    func settle() async throws(ConnectionError) {
        guard let deferred else { return }
        self.deferred = nil
        if let unsent = deferred.takeBack() {
            wire = unsent
        } else if let error = await deferred.failure() {
            throw error
        }
    }

    /// Says that nothing more will be sent.
    func finish() async throws(ConnectionError) {
        try await flush()
        sayClosed()
        try await flush()
        socket.shutdownWrites()
    }

    /// The same, if it goes without waiting. False if something is left for `finish()`.
    func finishNow() throws(ConnectionError) -> Bool {
        if session != nil {
            guard output.count <= Self.pieceSize else { return false }
            // In one go with the answer: each send costs both ends.
            try seal()
            sayClosed()
        }
        guard try flushNow() else { return false }
        socket.shutdownWrites()
        return true
    }

    private func sayClosed() {
        guard let session else { return }
        session.close()
        takeRecords(of: session)
    }

    /// What a `HangupWatch` read.
    func received(_ bytes: SecretBytes, into input: WipedBuffer) {
        bytes.withUnsafeBytes { bytes in
            if let session { session.feed(ciphertext: bytes) } else { input.append(bytes) }
        }
    }

    /// Gives memory back that holds nothing, until there is something to hold again.
    func rest() {
        output.rest()
        records?.rest()
        if wire.isEmpty { wire = [] }
    }

    private func receiveAtOnce(into buffer: WipedBuffer) -> Bool {
        guard let count = try? socket.readAtOnce(into: buffer.room(atLeast: 1024)), count > 0 else { return false }
        buffer.added(count)
        return true
    }

    private func receiveAtOnce(of session: TLSSession, into records: WipedBuffer) -> Bool {
        guard receiveAtOnce(into: records) else { return false }
        feed(records, to: session)
        return true
    }

    /// Moves the output to the wire.
    private func seal() throws(ConnectionError) {
        guard !output.isEmpty else { return }
        if let session {
            try encrypt(output.bytes, with: session)
            takeRecords(of: session)
        } else {
            wire += output.bytes
        }
        output.consume(output.count)
        output.shrink()
    }

    /// So that no more than a piece at a time exists twice.
    private func flushInPieces() async throws(ConnectionError) {
        let whole = Array(output.bytes)
        output.consume(whole.count)
        try await flush(then: whole)
    }

    static func write(_ bytes: [UInt8], to socket: StreamSocket, within limit: Duration) async throws(ConnectionError) {
        do {
            guard bytes.count > pieceSize else { return try await socket.write(bytes, within: limit) }
            var rest = bytes[...]
            while !rest.isEmpty {
                try await socket.write(rest.prefix(pieceSize), within: limit)
                rest = rest.dropFirst(pieceSize)
            }
        } catch {
            throw ConnectionError(error, whileWriting: true)
        }
    }
}
