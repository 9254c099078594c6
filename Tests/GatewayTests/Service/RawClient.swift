import Reactor

/// Sends bytes to a server and reads what comes until the server closes.
struct RawClient {
    let loop: EventLoop

    func exchange(_ text: String, with address: SocketAddress) async throws -> String {
        let socket = try await StreamSocket.connect(to: address, on: loop, within: .seconds(5))
        defer { socket.close() }
        try await socket.write(Array(text.utf8), within: .seconds(5))
        var answer: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try await socket.read(into: buffer, within: .seconds(10))
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += buffer.prefix(count)
        }
    }

    /// A request without a body, on a connection of its own.
    func get(_ path: String, headers: String = "", from address: SocketAddress) async throws -> String {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\(headers)\r\n", with: address)
    }
}
