import Crypto
import Glibc
import Reactor
import Synchronization
import TestSupport
import Testing
import WireSupport

@Suite("SIGTERM under load", .timeLimit(.minutes(3 * Soak.factor)))
struct ShutdownUnderLoadTests {
    private static let get = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let post = "POST /callback HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
    private static let clients = 8

    /// How a client's connection ended; whatever else happens to it is an error.
    private enum End {
        /// With the answer that said so.
        case announced
        /// While the client had nothing under way that the server heard of.
        case silent
    }

    @Test("Every request that was begun has a whole answer, and no connection is reset", arguments: [false, true], [1, 8])
    func answers(_ isTLS: Bool, depth: Int) async throws {
        let tls = isTLS ? try WireTLS() : nil
        let loop = try EventLoop(name: "clients")
        var ends: [End] = []
        for round in 0..<2 * Soak.factor {
            let folder = try TestFolder()
            let gateway = try await GatewayProcess(in: folder, settings: ["GATEWAY_LOG_LEVEL": "warning"].merging(tls?.settings ?? [:]) { $1 })
            let address = try gateway.address
            let load = Load(of: gateway, endsAfter: 100 + 37 * round)
            ends += try await withThrowingTaskGroup(of: End.self) { group in
                for _ in 0..<Self.clients {
                    group.addTask(executorPreference: loop) {
                        let client = try await TestClient.connect(to: address, on: loop, tls: tls?.client)
                        return try await Self.pump(client, depth: depth, load)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(await gateway.command.ending() == .exit(0))
        }
        await loop.shutdown()
        #expect(ends.contains(.announced))
    }

    /// Sends batches, each in one write, and takes all answers of one before it sends the next, until the server ends the connection.
    private static func pump(_ client: TestClient, depth: Int, _ load: Load) async throws -> End {
        let batch = (0..<depth).map { $0 % 2 == 0 ? get : post }
        while true {
            // A server that has closed need not hear it.
            do { try await client.send(batch.joined()) } catch SocketError.reset {}
            for number in 0..<depth {
                guard let answer = try await client.receiveIfAny() else {
                    // The whole batch came too late, or none of it.
                    #expect(number == 0)
                    return .silent
                }
                // A gateway that stops may take no more callbacks: that is a whole answer too.
                #expect((number % 2 == 0 ? [200] : [403, 503]).contains(answer.status))
                guard answer["connection"] == "close" else { continue }
                #expect(number == depth - 1)
                #expect(try await client.receiveIfAny() == nil)
                return .announced
            }
            load.answered()
        }
    }
}

/// Ends a gateway in the midst of its work.
private final class Load: Sendable {
    private let gateway: GatewayProcess
    private let limit: Int
    private let batches = Atomic(0)

    init(of gateway: GatewayProcess, endsAfter limit: Int) {
        self.gateway = gateway
        self.limit = limit
    }

    func answered() {
        if batches.wrappingAdd(1, ordering: .relaxed).newValue == limit { gateway.command.send(SIGTERM) }
    }
}
