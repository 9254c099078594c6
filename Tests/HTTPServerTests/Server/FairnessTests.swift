import Glibc
import HTTPServer
import Reactor
import Synchronization
import Testing
import WireSupport

/// Clients that send requests faster than they are answered, beside others.
@Suite struct FairnessTests {
    @Test("Requests sent ahead by the thousand do not keep another connection waiting")
    func letsOthersIn() async throws {
        let answered = Atomic(0)
        let brake = try LoopBrake()
        var router = Router.forTests
        router.add(.get, "/brake") { _, _ in
            brake.hold()
            return Response()
        }
        router.add(.get, "/count") { _, _ in
            answered.wrappingAdd(1, ordering: .relaxed)
            return Response()
        }
        router.add(.get, "/answered") { _, _ in Response(body: .bytes(Array("\(answered.load(ordering: .relaxed))".utf8))) }
        try await TestServer.run(router) { test in
            let (greedy, modest) = (try await test.connect(), try await test.connect())
            try await modest.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try await modest.receive()
            // The loop stands still until both connections have sent.
            try await greedy.send("GET /brake HTTP/1.1\r\nHost: a\r\n\r\n")
            brake.awaitHold()
            let ahead = 1000
            try await greedy.send(String(repeating: "GET /count HTTP/1.1\r\nHost: a\r\n\r\n", count: ahead))
            try await modest.send("GET /answered HTTP/1.1\r\nHost: a\r\n\r\n")
            brake.release()
            let before = try #require(Int(try await modest.receive().body))
            #expect(before <= 100, "a turn's share, and some until the other connection is read")
            for _ in 0...ahead { #expect(try await greedy.receive().status == 200) }
        }
    }
}

/// Stops the thread of a loop, as no handler should: so a test can have several things happen in one turn.
private final class LoopBrake: Sendable {
    private let held: Signal
    private let released: Signal

    init() throws {
        held = try Signal()
        released = try Signal()
    }

    /// On the loop.
    func hold() {
        held.give()
        released.wait()
    }

    func awaitHold() { held.wait() }

    func release() { released.give() }

    /// A pipe: a thread that reads it sleeps until somebody writes.
    private final class Signal: Sendable {
        private let ends: (read: Int32, write: Int32)

        init() throws {
            var descriptors: [Int32] = [-1, -1]
            try #require(pipe(&descriptors) == 0)
            ends = (descriptors[0], descriptors[1])
        }

        deinit {
            close(ends.read)
            close(ends.write)
        }

        func give() {
            _ = write(ends.write, [1], 1)
        }

        func wait() {
            var byte: UInt8 = 0
            while read(ends.read, &byte, 1) < 0, errno == EINTR {}
        }
    }
}
