import HTTPServer
import Payments
import Reactor

@testable import Gateway

/// The routes of a test's gateway behind a socket.
final class ListeningGateway {
    let address: SocketAddress
    private let server: HTTPServer
    private let loops: EventLoopGroup

    init(_ gateway: TestGateway, configure: (inout HTTPServerConfiguration) -> Void = { _ in }) async throws {
        // What answers are held against is read here and now: it may take longer than a client is given for its request.
        _ = Contract.shared
        loops = try EventLoopGroup(count: 1)
        var configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        configuration.timeouts.header = .seconds(60)
        configure(&configuration)
        server = HTTPServer(configuration: configuration, group: loops, router: gateway.router, refusal: RefusalAnswers.response)
        address = try await server.start()
    }

    func connect() async throws -> WireClient {
        try await WireClient(address, on: loops.loops[0])
    }

    func stop() async {
        await server.shutdown(within: .zero)
        await loops.shutdown()
    }
}

/// A connection that a test reads piece by piece.
final class WireClient {
    private let socket: StreamSocket
    private(set) var received = ""

    init(_ address: SocketAddress, on loop: EventLoop) async throws {
        socket = try await StreamSocket.connect(to: address, on: loop, within: .seconds(5))
    }

    /// Sends a request of the first merchant.
    func send(_ method: HTTPMethod, _ target: String, _ body: String = "") async throws {
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\nHost: gateway\r\nAuthorization: \(TestGateway.shop.authorization)\r\n"
        if !body.isEmpty { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        try await send("\(text)\r\n\(body)")
    }

    /// Sends any bytes.
    func send(_ text: String) async throws {
        try await socket.write(Array(text.utf8), within: .seconds(10))
    }

    /// Reads until the text has come; throws when it does not.
    func read(until text: String) async throws {
        while !received.contains(text) { try await readMore() }
    }

    /// Reads a whole answer that says how long it is.
    func readAnswer() async throws {
        try await read(until: "\r\n\r\n")
        let length = received.split(separator: "Content-Length: ").dropFirst().first.flatMap { Int($0.prefix { $0 != "\r" }) } ?? 0
        while (received.firstRange(of: "\r\n\r\n").map { received[$0.upperBound...].utf8.count } ?? 0) < length { try await readMore() }
    }

    func close() {
        socket.close()
    }

    struct Ended: Error {}

    /// Reads what comes next; throws when nothing does.
    func readMore() async throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        let count = try await socket.read(into: buffer, within: .seconds(20))
        received += String(decoding: buffer.prefix(count), as: UTF8.self)
        if count == 0 { throw Ended() }
    }
}
