import CLinux
import Crypto
import Glibc

@testable import HTTPServer
@testable import Reactor

/// The server's connections without its listener: each on one end of a socket pair, on one loop with its client, so that a client can wait until what
/// it sent was read, and a cut in its stream is a cut in what the server reads.
struct InProcess: Sendable {
    let loop: EventLoop
    private let host: ConnectionHost
    private let tls: TLSPair?
    private let peer: SocketAddress

    init(_ loop: EventLoop, tls: TLSPair? = nil, configuration: HTTPServerConfiguration) {
        self.loop = loop
        self.tls = tls
        peer = configuration.address
        let service = Service(configuration: configuration, router: TestedServer.router, refusal: Refusal.plainText, observer: { _ in })
        host = ConnectionHost(service, ConnectionRegistry(), roomChanged: {})
    }

    /// Runs `body` with a server on a loop of its own.
    static func run(
        tls: TLSPair? = nil, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (InProcess) async throws -> Void
    ) async throws {
        var configuration = try TestedServer.configuration()
        configure(&configuration)
        let loop = try EventLoop(name: "conformance")
        let server = InProcess(loop, tls: tls, configuration: configuration)
        let result = await Task(executorPreference: loop) { try await body(server) }.result
        await loop.shutdown()
        try result.get()
    }

    /// Sends the segments one by one, each only when the server has taken the one before, then ends the stream; answers all that came back.
    func exchange(_ segments: [ArraySlice<UInt8>]) async throws -> [UInt8] {
        let client = try connect()
        try await client.shakeHands()
        for segment in segments {
            try await client.send(segment)
            try await client.waitUntilTaken()
        }
        let answers = try await client.finish()
        client.socket.close()
        return answers
    }

    /// A client; over TLS before its handshake.
    func connect() throws -> RawClient {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError.last("socketpair") }
        host.welcome(StreamSocket(Channel(ends[0], on: loop), peer: peer), tls: tls?.server)
        return RawClient(StreamSocket(Channel(ends[1], on: loop), peer: peer), session: tls?.session())
    }
}

/// A server's stream without what is new in every answer, and without interim answers: whether 100 (Continue) is said depends, as it should, on whether
/// the body has come already (RFC 9110 section 10.1.1).
enum Transcript {
    private static let interim = Wire.bytes("HTTP/1.1 100 Continue\r\n")
    private static let changing = ["Date: ", "x-request-id: "].map(Wire.bytes)

    /// Line by line with C's calls: it is made tens of thousands of times.
    static func comparable(_ stream: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(stream.count)
        stream.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var start = 0
            while start < bytes.count {
                let end = memchr(base + start, 10, bytes.count - start).map { $0 - UnsafeMutableRawPointer(mutating: base) + 1 } ?? bytes.count
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                start = end
                if isEnd(of: line, interim) {
                    kept.append(contentsOf: line.dropLast(interim.count))
                    start += 2
                } else if !changing.contains(where: { isStart(of: line, $0) }) {
                    kept.append(contentsOf: line)
                }
            }
        }
        return kept
    }

    private static func isStart(of line: UnsafeRawBufferPointer, _ text: [UInt8]) -> Bool {
        guard line.count >= text.count, let base = line.baseAddress else { return false }
        return memcmp(base, text, text.count) == 0
    }

    private static func isEnd(of line: UnsafeRawBufferPointer, _ text: [UInt8]) -> Bool {
        guard line.count >= text.count, let base = line.baseAddress else { return false }
        return memcmp(base + line.count - text.count, text, text.count) == 0
    }
}
