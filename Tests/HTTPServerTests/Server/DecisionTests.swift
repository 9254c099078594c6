import Secrets
import Synchronization
import TestSupport
import Testing
import WireSupport

@testable import HTTPServer
@testable import Reactor

/// Routes that can say their answer at once, beside those for which something has to be waited for.
@Suite(.timeLimit(.minutes(1))) struct DecisionTests {
    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    private static func post(_ path: String, _ body: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// `/now` answers its body at once, `/later` after `gate`; `/refused` refuses before the body is read, `/asked` asks first.
    private static func router(_ gate: Gate = Gate(), tasks: Tasks = Tasks()) -> Router {
        var router = Router()
        let echo: @Sendable (Request, PathParameters, Void) throws -> Reply = { request, _, _ in
            tasks.note()
            return .answer(Response(body: .bytes(request.body.withUnsafeBytes { Array($0) })))
        }
        router.add(.post, "/now", admit: { _, _ in .admitted(()) }, decide: echo)
        router.add(.get, "/now", admit: { _, _ in .admitted(()) }, decide: echo)
        router.add(.get, "/later", admit: { _, _ in .admitted(()) }) { _, _, _ in
            .wait {
                await gate.wait()
                return Response(body: .bytes(Array("later".utf8)))
            }
        }
        router.add(.post, "/refused", admit: { _, _ in Admission<Void>.refused(Response(status: .forbidden)) }, decide: echo)
        router.add(
            .post, "/asked",
            admit: { head, _ in
                .undecided {
                    await gate.wait()
                    if head.headers.contains("X-Fails") { throw InnerError(text: "asked") }
                    return head.headers.contains("X-Refused") ? .refused(Response(status: .forbidden)) : .undecided { .admitted(()) }
                }
            }, decide: echo)
        router.add(.get, "/throws", admit: { _, _ in .admitted(()) }) { _, _, _ in throw InnerError(text: "inner text") }
        return router
    }

    @Test("An answer that needs no waiting needs no task, whether or not the body comes with its head")
    func answersWithoutTask() async throws {
        let tasks = Tasks()
        try await TestServer.run(Self.router(tasks: tasks)) { test in
            let client = try await test.connect()
            // The first may be answered by who accepts.
            try await client.send(Self.get("/now"))
            #expect(try await client.receive().status == 200)
            try await client.send(Self.post("/now", "whole"))
            #expect(try await client.receive().body == "whole")
            #expect(tasks.noted.last == false)
            try await client.send("POST /now HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
            #expect(try await client.receive().status == 100)
            try await client.send("part")
            #expect(try await client.receive().body == "part")
            #expect(tasks.noted.last == true)
            try await client.send(Self.get("/now"))
            #expect(try await client.receive().status == 200)
            #expect(tasks.noted.last == false)
        }
    }

    @Test("What is answered at once keeps its place among what is waited for")
    func keepsOrder() async throws {
        let gate = Gate()
        try await TestServer.run(Self.router(gate)) { test in
            let client = try await test.connect()
            try await client.send(Self.post("/now", "first") + Self.get("/later") + Self.post("/now", "last") + Self.get("/later"))
            #expect(try await client.receive().body == "first")
            gate.open()
            #expect(try await client.receive().body == "later")
            #expect(try await client.receive().body == "last")
            #expect(try await client.receive().body == "later")
        }
    }

    @Test("Who must ask first may refuse, or throw, before the body is read")
    func asksFirst() async throws {
        let gate = Gate()
        gate.open()
        try await TestServer.run(Self.router(gate)) { test in
            let client = try await test.connect()
            try await client.send(Self.post("/asked", "body"))
            #expect(try await client.receive().body == "body")
            for (field, status) in [("X-Refused", 403), ("X-Fails", 500)] {
                let answer = try await test.exchange("POST /asked HTTP/1.1\r\nHost: a\r\n\(field): 1\r\nContent-Length: 10\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
                #expect(answer.contains("\r\nConnection: close\r\n"))
            }
            let answer = try await test.exchange("POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 403 "))
        }
    }

    @Test("A decision that throws is a 500, gives its place back, and the connection goes on")
    func survivesThrowing() async throws {
        try await TestServer.run(Self.router(), configure: { $0.maximumRequests = 1 }) { test in
            let client = try await test.connect()
            for _ in 1...3 {
                try await client.send(Self.get("/throws"))
                let answer = try await client.receive()
                #expect(answer.status == 500)
                #expect(!answer.body.contains("inner text"))
            }
            try await client.send(Self.post("/now", "body"))
            #expect(try await client.receive().body == "body")
            #expect(test.events.exchanges.first?.failure is InnerError)
        }
    }

    @Test("Who sends ahead without end does not have the loop to itself")
    func sharesLoop() async throws {
        let count = 10 * TurnBudget.operationsPerTurn
        let group = try EventLoopGroup(count: 1)
        let clientLoop = try EventLoop(name: "client")
        let answered = Answered()
        let loop = group.loops[0]
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0")), group: group, router: Self.router(),
            observer: { event in
                guard case .finished = event else { return }
                answered.count()
                if answered.inAll == 1 { loop.schedule(after: .zero) { answered.noteTimer() } }
            })
        let address = try await server.start()
        let client = try await TestClient(StreamSocket.connect(to: address, on: clientLoop, within: TestClient.patience))
        try await client.send(String(repeating: Self.get("/now"), count: count))
        for _ in 1...count { #expect(try await client.receive().status == 200) }
        #expect((1...TurnBudget.operationsPerTurn).contains(answered.atTimer))
        await server.shutdown(within: .seconds(5))
        await group.shutdown()
        await clientLoop.shutdown()
    }
}

/// Whether each decision was made in a task.
private final class Tasks: Sendable {
    private let state = Mutex([Bool]())

    var noted: [Bool] { state.withLock { $0 } }

    func note() {
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        state.withLock { $0.append(isInTask) }
    }
}

/// How many requests were answered, and how many when a timer could run.
private final class Answered: Sendable {
    private let state = Mutex((inAll: 0, atTimer: 0))

    var inAll: Int { state.withLock { $0.inAll } }
    var atTimer: Int { state.withLock { $0.atTimer } }

    func count() {
        state.withLock { $0.inAll += 1 }
    }

    func noteTimer() {
        state.withLock { $0.atTimer = $0.inAll }
    }
}
