import Crypto
import Reactor
import Testing
import WireSupport

@testable import Gateway

@Suite("Memory of idle connections", .timeLimit(.minutes(3)))
struct IdleMemoryTests {
    private static let connections = 1000

    @Test("An idle keep-alive connection takes at most 4 KiB, over TLS at most 40 KiB", arguments: [(false, 4096), (true, 40 * 1024)])
    func isBounded(_ isTLS: Bool, bytes: Int) async throws {
        // For as many connections in this process.
        DescriptorLimit.raise()
        let tls = isTLS ? try WireTLS() : nil
        let folder = try TestFolder()
        let settings = ["GATEWAY_LOG_LEVEL": "warning"].merging(tls?.settings ?? [:]) { $1 }
        let gateway = try await GatewayProcess(in: folder, settings: settings)
        let loop = try EventLoop(name: "clients")
        let address = try gateway.address

        // What is made once is not a connection's.
        var clients = try await Self.connect(50, to: address, on: loop, tls)
        let before = try residentBytes(of: gateway.command.processID)
        // Few at a time at work, so that what is measured is what they take at rest and not what the C library keeps of a thousand at work.
        for _ in 0..<10 {
            clients += try await Self.connect(Self.connections / 10, to: address, on: loop, tls)
            try await Task.sleep(for: .milliseconds(700))
        }
        // A connection gives its memory back when it has been silent for half a second. The test's time limit is the failure.
        while try residentBytes(of: gateway.command.processID) - before > Self.connections * bytes {
            try await Task.sleep(for: .milliseconds(100))
        }
        // And all of them are there.
        for client in clients { try await Self.ask(client) }
        await gateway.end()
        for client in clients { client.socket.close() }
        await loop.shutdown()
    }

    private static func connect(_ count: Int, to address: SocketAddress, on loop: EventLoop, _ tls: WireTLS?) async throws -> [TestClient] {
        var clients: [TestClient] = []
        for _ in 0..<count {
            let client = try await TestClient.connect(to: address, on: loop, tls: tls?.client)
            try await ask(client)
            clients.append(client)
        }
        return clients
    }

    private static func ask(_ client: TestClient) async throws {
        try await client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await client.receiveIfAny()?.status == 200)
    }
}
