import Crypto
import Reactor

/// Sends bytes to a server and reads what comes until the server closes.
struct RawClient {
    let loop: EventLoop
    /// Nil speaks plain HTTP.
    var tls: TLSClientContext?

    func exchange(_ text: String, with address: SocketAddress) async throws -> String {
        let socket = try await StreamSocket.connect(to: address, on: loop, within: .seconds(5))
        defer { socket.close() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { buffer.deallocate() }
        guard let tls else {
            try await socket.write(Array(text.utf8), within: .seconds(5))
            return try await readAll(of: socket, into: buffer)
        }
        return try await exchange(text, over: TLSSession(client: tls, serverName: "localhost"), socket, buffer)
    }

    /// A request without a body, on a connection of its own.
    func get(_ path: String, headers: String = "", from address: SocketAddress) async throws -> String {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\(headers)\r\n", with: address)
    }

    private func readAll(of socket: StreamSocket, into buffer: UnsafeMutableRawBufferPointer) async throws -> String {
        var answer: [UInt8] = []
        while true {
            let count = try await socket.read(into: buffer, within: .seconds(10))
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += buffer.prefix(count)
        }
    }

    private func exchange(
        _ text: String, over session: TLSSession, _ socket: StreamSocket, _ buffer: UnsafeMutableRawBufferPointer
    ) async throws -> String {
        while case .needsMoreInput = try session.handshake() { try await pump(session, socket, buffer) }
        try Array(text.utf8).withUnsafeBytes { try session.write($0) }
        var answer: [UInt8] = []
        while true {
            switch try session.read(into: buffer) {
            case .bytes(let count): answer += buffer.prefix(count)
            case .needsMoreInput: try await pump(session, socket, buffer)
            case .closed: return String(decoding: answer, as: UTF8.self)
            }
        }
    }

    private func pump(_ session: TLSSession, _ socket: StreamSocket, _ buffer: UnsafeMutableRawBufferPointer) async throws {
        if session.hasCiphertext { try await socket.write(session.takeCiphertext(), within: .seconds(5)) }
        let count = try await socket.read(into: buffer, within: .seconds(10))
        if count == 0 { session.feedEnd() }
        session.feed(ciphertext: UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
    }
}
