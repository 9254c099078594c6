public import Crypto
public import Reactor

/// A client that says exactly what the test says, and shows exactly what came back.
public final class TestClient {
    /// Longer than any test should need: a wait that comes to its end is a failure.
    public static let patience = Duration.seconds(20)

    /// What it speaks through.
    public let socket: StreamSocket
    /// Of a client that speaks TLS.
    public let session: TLSSession?
    private var received: [UInt8] = []

    /// On a socket that is connected; over TLS it has still to shake hands.
    public init(_ socket: StreamSocket, session: TLSSession? = nil) {
        self.socket = socket
        self.session = session
    }

    /// A client that is connected, and behind its handshake where there is a context for one.
    public static func connect(to address: SocketAddress, on loop: EventLoop, tls context: TLSClientContext? = nil) async throws -> TestClient {
        let socket = try await StreamSocket.connect(to: address, on: loop, within: patience)
        let client = TestClient(socket, session: context.map { TLSSession(client: $0, serverName: "localhost") })
        try await client.shakeHands()
        return client
    }

    /// One write.
    public func send(_ text: String) async throws {
        let bytes = Array(text.utf8)
        guard let session else { return try await socket.write(bytes, within: Self.patience) }
        try bytes.withUnsafeBytes { try session.write($0) }
        try await socket.write(session.takeCiphertext(), within: Self.patience)
    }

    /// The client's side of a TLS handshake.
    public func shakeHands() async throws {
        guard let session else { return }
        while true {
            let state = Result { try session.handshake() }
            try await socket.write(session.takeCiphertext(), within: Self.patience)
            if case .done = try state.get() { return }
            guard try await receiveRaw() else { throw ClientError.ended("") }
        }
    }

    /// The next whole answer.
    public func receive(toHead isHead: Bool = false) async throws -> WireResponse {
        guard let response = try await receiveIfAny(toHead: isHead) else { throw ClientError.ended("") }
        return response
    }

    /// The next whole answer; nil at the clean end of the stream. Throws where that comes within an answer, or the connection is reset.
    public func receiveIfAny(toHead isHead: Bool = false) async throws -> WireResponse? {
        while true {
            if let (response, length) = WireResponse.parse(received, toHead: isHead) {
                received.removeFirst(length)
                return response
            }
            guard try await receiveMore() else {
                guard received.isEmpty else { throw ClientError.ended(String(decoding: received, as: UTF8.self)) }
                return nil
            }
        }
    }

    /// All that comes until the server ends its stream.
    public func receiveAll() async throws -> String {
        while try await receiveMore() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// All that comes until it ends with `text`.
    public func receive(until text: String) async throws -> String {
        let end = Array(text.utf8)
        while !received.suffix(end.count).elementsEqual(end) {
            guard try await receiveMore() else { throw ClientError.ended(String(decoding: received, as: UTF8.self)) }
        }
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    private func receiveMore() async throws -> Bool {
        guard let session else { return try await receiveRaw() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            switch try session.read(into: buffer) {
            case .bytes(let count):
                received.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return true
            case .closed: return false
            case .needsMoreInput: guard try await receiveRaw() else { throw ClientError.ended("without close_notify") }
            }
        }
    }

    /// What comes next, or false at the end of the stream.
    private func receiveRaw() async throws -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        let count = try await socket.read(into: buffer, within: Self.patience)
        let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if let session { session.feed(ciphertext: part) } else { received.append(contentsOf: part) }
        return count > 0
    }
}

/// What a client could not get.
public enum ClientError: Error {
    /// The server ended its stream within an answer; this is what came of it.
    case ended(String)
}
