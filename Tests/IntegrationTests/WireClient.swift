import Crypto
import Reactor
import TestCertificates

/// A client that says what the test says, byte for byte, plain or over TLS, and takes answers as they come.
final class WireClient {
    static let patience = Duration.seconds(60)

    /// What the server sent, as far as it is needed here.
    struct Answer: Equatable {
        let status: String
        let isLast: Bool
    }

    let socket: StreamSocket
    private let session: TLSSession?
    private var received: [UInt8] = []
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    /// Connects and, where there is a context, shakes hands.
    init(to address: SocketAddress, on loop: EventLoop, tls: TLSClientContext? = nil) async throws {
        socket = try await StreamSocket.connect(to: address, on: loop, within: Self.patience)
        session = tls.map { TLSSession(client: $0, serverName: "localhost") }
        guard let session else { return }
        while true {
            let state = Result { try session.handshake() }
            try await socket.write(session.takeCiphertext(), within: Self.patience)
            if case .done = try state.get() { return }
            guard try await receiveRaw() else { throw SocketError.closed }
        }
    }

    deinit {
        buffer.deallocate()
        socket.close()
    }

    /// One write. A server that has closed need not hear it.
    func send(_ text: String) async throws {
        var bytes = Array(text.utf8)
        if let session {
            try bytes.withUnsafeBytes { try session.write($0) }
            bytes = session.takeCiphertext()
        }
        do { try await socket.write(bytes, within: Self.patience) } catch SocketError.reset {}
    }

    /// The next whole answer; nil at the clean end of the stream. Throws where that comes within an answer, or the connection is reset.
    func answer() async throws -> Answer? {
        while true {
            if let answer = takeAnswer() { return answer }
            guard try await receiveMore() else {
                guard received.isEmpty else { throw SocketError.closed }
                return nil
            }
        }
    }

    /// For answers with a length.
    private func takeAnswer() -> Answer? {
        guard let headEnd = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<headEnd.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let length = lines.compactMap { $0.lowercased().hasPrefix("content-length: ") ? Int($0.dropFirst(16)) : nil }.first ?? 0
        guard received.count >= headEnd.upperBound + length else { return nil }
        received.removeFirst(headEnd.upperBound + length)
        let status = lines.first?.split(separator: " ").dropFirst().first ?? ""
        return Answer(status: String(status), isLast: lines.contains("Connection: close"))
    }

    private func receiveMore() async throws -> Bool {
        guard let session else { return try await receiveRaw() }
        while true {
            switch try session.read(into: buffer) {
            case .bytes(let count):
                received.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return true
            case .closed: return false
            // Without close_notify the end may be anybody's work.
            case .needsMoreInput: guard try await receiveRaw() else { throw SocketError.closed }
            }
        }
    }

    private func receiveRaw() async throws -> Bool {
        let count = try await socket.read(into: buffer, within: Self.patience)
        let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if let session { session.feed(ciphertext: part) } else { received.append(contentsOf: part) }
        return count > 0
    }
}

/// A certificate for a gateway process, and a client that trusts it.
struct WireTLS {
    let client: TLSClientContext
    let settings: [String: String]
    private let authority: TestAuthority

    init() throws {
        authority = try TestAuthority()
        let identity = try authority.issue(for: .server)
        settings = ["GATEWAY_TLS_CERTIFICATE": identity.certificatePath, "GATEWAY_TLS_KEY": identity.keyPath]
        client = try TLSClientContext(TLSClientConfiguration(authoritiesPath: authority.certificatePath))
    }
}
