import Reactor
import Secrets

/// The bytes of one connection, in and out. Used by the connection's task only.
final class Transport {
    /// What is written goes out in pieces of this size, each with the whole time limit: so a slow client is told from one that reads nothing.
    private static let pieceSize = 64 * 1024

    let socket: StreamSocket
    private let writeLimit: Duration
    /// What is to go out with the next flush.
    var output: [UInt8] = []
    /// Output of earlier answers, on its way while a handler works.
    private var deferred: DeferredWrite?

    init(_ socket: StreamSocket, writeLimit: Duration) {
        self.socket = socket
        self.writeLimit = writeLimit
    }

    /// Adds what has come, at least a byte, to `input`, which gets room for `expected` bytes. False at the end of the client's stream.
    func read(into input: WipedBuffer, expecting expected: Int, within limit: Duration) async throws(ConnectionError) -> Bool {
        do {
            let count = try await socket.read(into: input.room(atLeast: expected), within: limit)
            input.added(count)
            return count > 0
        } catch {
            throw ConnectionError(error)
        }
    }

    /// Sends what is to go out: one system call, if the client keeps up and it is not much.
    func flush() async throws(ConnectionError) {
        guard !output.isEmpty else { return }
        do {
            try await Self.write(output, to: socket, within: writeLimit)
        } catch {
            throw ConnectionError(error, whileWriting: true)
        }
        output.removeAll(keepingCapacity: output.capacity <= Self.pieceSize)
    }

    /// Sends what is to go out as soon as this task waits for anything; what has not left by `settle()` goes out with what is added meanwhile. Thus
    /// answers to pipelined requests leave together if they are ready together, and none is held back by a request after it that takes long.
    func deferFlush() {
        guard !output.isEmpty else { return }
        deferred = DeferredWrite(output, to: socket, within: writeLimit)
        output = []
    }

    /// After `deferFlush()`, before anything else is sent.
    func settle() async throws(ConnectionError) {
        guard let deferred else { return }
        self.deferred = nil
        if let unsent = deferred.takeBack() {
            output = unsent
        } else if let error = await deferred.failure() {
            throw ConnectionError(error, whileWriting: true)
        }
    }

    /// Says that nothing more will be sent.
    func finish() {
        socket.shutdownWrites()
    }

    /// Reads what a client still sends that is not to be understood any more.
    func readRaw(into scratch: WipedBuffer, within limit: Duration) async throws(SocketError) -> Bool {
        let count = try await socket.read(into: scratch.room(atLeast: Self.pieceSize), within: limit)
        scratch.added(count)
        return count > 0
    }

    /// What a `HangupWatch` read.
    func received(_ bytes: SecretBytes, into input: WipedBuffer) {
        bytes.withUnsafeBytes { input.append($0) }
    }

    static func write(_ bytes: [UInt8], to socket: StreamSocket, within limit: Duration) async throws(SocketError) {
        guard bytes.count > pieceSize else { return try await socket.write(bytes, within: limit) }
        var rest = bytes[...]
        while !rest.isEmpty {
            try await socket.write(rest.prefix(pieceSize), within: limit)
            rest = rest.dropFirst(pieceSize)
        }
    }
}
