import Foundation
import Reactor
import Testing
import WireSupport

@Suite("A gateway that may open few files", .timeLimit(.minutes(2)))
struct ConnectionLimitTests {
    private static let request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    /// What is left for connections of 320: the rest is the ledger's and everybody else's.
    private static let descriptors = 320
    private static let connections = 64

    /// The events of the log, in order.
    private static func events(in folder: TestFolder) throws -> [String] {
        try String(contentsOfFile: folder.file("gateway.log"), encoding: .utf8).split(separator: "\n").compactMap { line in
            let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (fields?["event"] as? String).flatMap { $0.hasPrefix("service.accepting") ? $0 : nil }
        }
    }

    private static func wait(for expected: [String], in folder: TestFolder) async throws {
        while try events(in: folder) != expected { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Who asks on a connection that has ended may find it reset.
    private static func isServed(_ client: TestClient) async -> Bool {
        do {
            try await client.send(request)
            return try await client.receiveIfAny() != nil
        } catch {
            return false
        }
    }

    @Test("Idle connections make room for new ones; busy ones let new ones wait, the ledger works all the same, and the log says so")
    func makesRoom() async throws {
        let folder = try TestFolder()
        let gateway = try await GatewayProcess(in: folder, settings: ["GATEWAY_LOG_LEVEL": "info"], descriptors: Self.descriptors)
        let loop = try EventLoop(name: "clients")
        let address = try gateway.address

        // More than there is room for, one after the other: each is served, for the others are idle.
        var idle: [TestClient] = []
        for _ in 0..<Self.connections + 10 {
            let client = try await TestClient.connect(to: address, on: loop)
            try await client.send(Self.request)
            #expect(try await client.receiveIfAny()?.status == 200)
            idle.append(client)
        }
        // As many went as had to, and none of the newest. Which of the older ones depends on which loop is late to see that one is idle.
        var ended: [Int] = []
        for (index, client) in idle.enumerated() where !(await Self.isServed(client)) { ended.append(index) }
        #expect(ended.count == 10)
        #expect(ended.allSatisfy { $0 < Self.connections })
        for client in idle { client.socket.close() }

        var busy: [TestClient] = []
        let callback = try TestCaller.callback(transaction: "TXN-FULL")
        let head = "POST /callback HTTP/1.1\r\nHost: a\r\nContent-Length: \(callback.utf8.count)\r\nConnection: close\r\n\r\n"
        for _ in 0..<Self.connections {
            let client = try await TestClient.connect(to: address, on: loop)
            try await client.send(head)
            busy.append(client)
        }
        let late = try await TestClient.connect(to: address, on: loop)
        try await late.send(Self.request)
        let before = try Self.events(in: folder)
        try await Self.wait(for: before + (before.last == "service.accepting_paused" ? [] : ["service.accepting_paused"]), in: folder)
        for client in busy {
            try await client.send(callback)
            #expect(try await client.receiveIfAny()?.status == 200)
            client.socket.close()
        }
        #expect(try await late.receiveIfAny()?.status == 200)
        while try Self.events(in: folder).last != "service.accepting_resumed" { try await Task.sleep(for: .milliseconds(20)) }
        late.socket.close()
        await gateway.end()
        await loop.shutdown()
    }
}
