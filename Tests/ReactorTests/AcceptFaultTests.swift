import Glibc
import Synchronization
import Testing

@testable import Reactor

/// What can go wrong with the call that takes a connection.
@Suite(.timeLimit(.minutes(1))) struct AcceptFaultTests {
    @Test(arguments: [ECONNABORTED, EPROTO, EINTR, ENETUNREACH]) func `A connection that is lost before it is accepted stops nobody`(code: Int32)
        async throws
    {
        try await withLoops(2) { loops in
            let faults = FaultyAccept(codes: [code, code, code])
            let listener = try Listener.bind(to: .anyLoopbackPort, accepting: faults)
            _ = try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))
            #expect(try await listener.accept(on: loops[0]).peer.isLoopback)
            #expect(faults.remaining == 0)
        }
    }

    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func `A lack of descriptors or memory is waited out, without turning in circles, and then accepting goes on`(code: Int32) async throws {
        try await withLoops(2) { loops in
            let faults = FaultyAccept(codes: [code, code])
            let listener = try Listener.bind(to: .anyLoopbackPort, accepting: faults)
            let client = try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))
            let start = ContinuousClock.now
            let server = try await listener.accept(on: loops[0])
            // Two failures, two pauses of 100 ms. A loop in circles would have made thousands of calls in that time.
            #expect(ContinuousClock.now - start >= .milliseconds(200))
            #expect(faults.calls <= 6)
            try await client.write([1], within: .seconds(10))
            #expect(try await server.receive() == [1])
        }
    }

    @Test func `When the loop that waits out a lack shuts down, another goes on`() async throws {
        try await withLoops(2) { loops in
            let leaving = try EventLoop(name: "leaving")
            let faults = FaultyAccept(codes: [EMFILE], again: true)
            let listener = try Listener.bind(to: .anyLoopbackPort, accepting: faults)
            _ = try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))
            let first = Task { await failure { () throws(SocketError) in try await listener.accept(on: leaving) } }
            try await leaving.until { _ in faults.calls > 0 && listener.waitingCount == 1 }
            let second = Task { try await listener.accept(on: loops[0]) }
            try await loops[0].until { _ in listener.waitingCount == 2 }
            await leaving.shutdown()
            #expect(await first.value == .closed)
            faults.heal()
            #expect(try await second.value.loop === loops[0])
        }
    }

    @Test func `An error of the listening itself is told to all who accept, then and later`() async throws {
        try await withLoops { loops in
            let faults = FaultyAccept(codes: [EBADF])
            let listener = try Listener.bind(to: .anyLoopbackPort, accepting: faults)
            for _ in 0..<2 {
                let error = await failure { () throws(SocketError) in try await listener.accept(on: loops[0]) }
                #expect(error == .system(SystemError(call: "accept4", code: EBADF)))
            }
            #expect(faults.calls == 1)
        }
    }
}

/// Fails with the given codes, one a call, and then is the system's own.
final class FaultyAccept: AcceptCall {
    private let codes: Mutex<[Int32]>
    private let repeats: Bool
    private let callCounter = Counter()

    /// `again`: fails with the last code until it is healed.
    init(codes: [Int32], again repeats: Bool = false) {
        self.codes = Mutex(codes)
        self.repeats = repeats
    }

    var calls: Int { callCounter.value }
    var remaining: Int { codes.withLock { $0.count } }

    func heal() {
        codes.withLock { $0 = [] }
    }

    func callAsFunction(_ descriptor: Int32) -> AcceptOutcome {
        callCounter.add(1)
        let code = codes.withLock { codes in codes.count == 1 && repeats ? codes.first : codes.popLast() }
        return code.map(AcceptOutcome.init(code:)) ?? SystemAccept()(descriptor)
    }
}
