import Reactor
import Testing
import WireSupport

@Suite("Memory of slow readers", .timeLimit(.minutes(2)))
struct SlowReaderMemoryTests {
    @Test("A client that asks for the contract again and again and takes none of it has no copy of its own in the gateway")
    func isBounded() async throws {
        let folder = try TestFolder()
        let gateway = try await GatewayProcess(in: folder, settings: ["GATEWAY_LOG_LEVEL": "warning"])
        let loop = try EventLoop(name: "clients")
        let address = try gateway.address
        var clients: [StreamSocket] = []
        // What is made once is not a client's.
        for _ in 0..<20 { clients.append(try await Self.ask(address, on: loop)) }
        let before = try residentBytes(of: gateway.command.processID)
        let count = 200
        for _ in 0..<count { clients.append(try await Self.ask(address, on: loop)) }
        let each = (try residentBytes(of: gateway.command.processID) - before) / count
        #expect(each < 32 * 1024, "the contract is more than twice that")
        for client in clients { client.close() }
        await gateway.end()
        await loop.shutdown()
    }

    /// Returns when the first answer has begun.
    private static func ask(_ address: SocketAddress, on loop: EventLoop) async throws -> StreamSocket {
        let client = try await StreamSocket.connect(to: address, on: loop, within: TestClient.patience)
        // More than the buffers of both ends take, so that the gateway has to wait.
        let requests = String(repeating: "GET /openapi.yaml HTTP/1.1\r\nHost: a\r\n\r\n", count: 100)
        try await client.write(Array(requests.utf8), within: TestClient.patience)
        let byte = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { byte.deallocate() }
        #expect(try await client.read(into: byte, within: TestClient.patience) == 1)
        return client
    }
}
