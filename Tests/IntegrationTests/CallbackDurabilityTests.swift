import Glibc
import HTTPClient
import Synchronization
import TestSupport
import Testing

@Suite("Callbacks against repeats and kill -9", .timeLimit(.minutes(3 * Soak.factor)))
struct CallbackDurabilityTests {
    @Test("Twenty equal callbacks at once: one forward, twenty 200s")
    func burst() async throws {
        let folder = try TestFolder()
        let backend = try await TestMerchantBackend()
        let gateway = try await GatewayProcess(in: folder, settings: backend.settings)
        let caller = try TestCaller()
        let callback = try TestCaller.callback(transaction: "TXN-BURST")
        backend.hold()
        let answers = await withTaskGroup(of: Int?.self) { group in
            for _ in 1...20 {
                group.addTask { await caller.post(callback, to: gateway.url + "/callback")?.status }
            }
            await backend.wait { !$0.isEmpty }
            backend.release()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: 200, count: 20))
        #expect(backend.forwards == ["TXN-BURST"])
        await gateway.end()
        await caller.shutdown()
        await backend.shutdown()
    }

    /// In mode `stored` a 200 means "committed", so that a kill falls between commit and forward. The merchant backend answers nothing while the
    /// gateway is killed: no forward is on record as done, and every one has to be made again.
    @Test("Killed ten times at random moments under load, no callback that got a 200 is lost")
    func killed() async throws {
        let folder = try TestFolder()
        let backend = try await TestMerchantBackend()
        let caller = try TestCaller()
        let settings = backend.settings.merging(["GATEWAY_ACKNOWLEDGE": "stored"]) { $1 }
        var random = SystemRandomNumberGenerator()
        var promised: Set<String> = []
        for round in 0..<10 * Soak.factor {
            // A third of the rounds with a backend that answers, so that attempts are also killed while they are being recorded.
            if round % 3 == 0 { backend.release() } else { backend.hold() }
            let gateway = try await GatewayProcess(in: folder, settings: settings)
            promised.formUnion(try await load(gateway, round: round, killAfter: Int.random(in: 1...60, using: &random), caller: caller))
        }
        backend.release()
        let last = try await GatewayProcess(in: folder, settings: settings)
        let all = promised
        await backend.wait { all.isSubset(of: $0) }
        #expect(promised.count >= 10)
        await last.end()
        await caller.shutdown()
        await backend.shutdown()
    }

    /// Posts callbacks from eight clients, kills the gateway when `killAfter` of them got their 200, and answers all that got one.
    private func load(_ gateway: GatewayProcess, round: Int, killAfter: Int, caller: TestCaller) async throws -> Set<String> {
        let promises = Promises(killAfter: killAfter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<8 {
                group.addTask {
                    for number in 0..<100 {
                        let transaction = "TXN-\(round)-\(client)-\(number)"
                        let answer = await caller.post(try TestCaller.callback(transaction: transaction), to: gateway.url + "/callback")
                        guard let answer else { return }
                        #expect(answer.status == 200)
                        if promises.add(transaction) { gateway.command.send(SIGKILL) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await gateway.command.end(by: SIGKILL) == .signal(SIGKILL))
        return promises.all
    }
}

/// The transactions whose callbacks got a 200.
private final class Promises: Sendable {
    private let transactions = Mutex<Set<String>>([])
    private let killAfter: Int

    init(killAfter: Int) {
        self.killAfter = killAfter
    }

    var all: Set<String> { transactions.withLock { $0 } }

    /// Whether this one makes it the moment to kill.
    func add(_ transaction: String) -> Bool {
        transactions.withLock { transactions in
            transactions.insert(transaction)
            return transactions.count == killAfter
        }
    }
}
