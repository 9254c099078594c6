import Testing

@testable import Reactor

/// What never has to wait must not keep the loop from everybody else.
@Suite(.timeLimit(.minutes(1))) struct FairnessTests {
    @Test func `A reader whose bytes are all there lets the loop turn between its reads`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let count = 10 * TurnBudget.operationsPerTurn
            try await pair.client.write([UInt8](repeating: 1, count: count), within: .seconds(10))
            await Task(executorPreference: loops[0]) {
                // Until all is there, so that no read waits.
                try? await loops[0].until { _ in pair.server.pendingBytes == count }
                let reads = Counter()
                let readsAtTimer = Counter()
                loops[0].schedule(after: .zero) { readsAtTimer.add(reads.value) }
                for _ in 0..<count {
                    _ = try? await pair.server.receive(upTo: 1)
                    reads.add(1)
                }
                // By then the timer has run, be it at last.
                try? await loops[0].sleep(for: .zero)
                #expect(reads.value == count)
                #expect(readsAtTimer.value <= TurnBudget.operationsPerTurn)
            }.value
        }
    }

    @Test func `An acceptor in a flood of connections lets the loop turn too`() async throws {
        try await withLoops(2) { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            let count = 3 * TurnBudget.operationsPerTurn
            var clients: [StreamSocket] = []
            for _ in 0...count { clients.append(try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))) }
            await Task(executorPreference: loops[0]) {
                _ = try? await listener.accept(on: loops[0])
                let accepted = Counter()
                let acceptedAtTimer = Counter()
                loops[0].schedule(after: .zero) { acceptedAtTimer.add(accepted.value) }
                for _ in 0..<count {
                    _ = try? await listener.accept(on: loops[0])
                    accepted.add(1)
                }
                try? await loops[0].sleep(for: .zero)
                #expect(acceptedAtTimer.value <= TurnBudget.operationsPerTurn + 1)
            }.value
        }
    }

    @Test func `A budget is for one turn`() {
        var budget = TurnBudget()
        for turn in [UInt64(1), 2, 5] {
            let answers = (0...TurnBudget.operationsPerTurn).map { _ in budget.isExceeded(in: turn) }
            #expect(answers == Array(repeating: false, count: TurnBudget.operationsPerTurn) + [true])
        }
    }
}
