import Glibc
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct ConnectTests {
    @Test func `Connecting to a port where nobody listens is refused`() async throws {
        try await withLoops { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            listener.close()
            #expect(
                await failure { () throws(SocketError) in try await StreamSocket.connect(to: listener.address, on: loops[0], within: .seconds(10)) }
                    == .refused)
            #expect(loops[0].openSockets == 0)
        }
    }

    @Test func `Connecting to an address of no network here is an error with the call's name`() async throws {
        try await withLoops { loops in
            // Broadcast needs an option that a stream socket cannot use.
            let address = try SocketAddress(parsing: "255.255.255.255:9")
            let error = await failure { () throws(SocketError) in try await StreamSocket.connect(to: address, on: loops[0], within: .seconds(10)) }
            guard case .system(let cause) = error else { return #expect(Bool(false), "\(String(describing: error))") }
            #expect(cause.call == "connect")
            #expect(loops[0].openSockets == 0)
        }
    }

    @Test func `A connect that nobody answers ends in time, or at once when cancelled, and leaves no descriptor`() async throws {
        try await withLoops { loops in
            // Linux drops what comes to a listener whose queue, here of one, is full.
            let listener = try Listener.bind(to: .anyLoopbackPort, backlog: 0)
            let loop = loops[0]
            var connected: [StreamSocket] = []
            var error: SocketError?
            while error == nil, connected.count < 10 {
                do throws(SocketError) {
                    connected.append(try await StreamSocket.connect(to: listener.address, on: loop, within: .milliseconds(200)))
                } catch let failure {
                    error = failure
                }
            }
            #expect(error == .timedOut)
            #expect(loop.openSockets == connected.count)
            #expect(await loop.value { $0.timers.count } == 0)

            let attempt = Task {
                await failure { () throws(SocketError) in try await StreamSocket.connect(to: listener.address, on: loop, within: .seconds(3600)) }
            }
            try await loop.until { $0.timers.count == 1 }
            attempt.cancel()
            #expect(await attempt.value == .cancelled)
            #expect(loop.openSockets == connected.count)
            #expect(await loop.value { $0.timers.count } == 0)
        }
    }

    @Test func `IPv6 works, and a wildcard listener takes both families`() async throws {
        try await withLoops { loops in
            guard let listener = try? Listener.bind(to: SocketAddress(parsing: "[::]:0")) else { return }  // A machine without IPv6.
            for host in ["127.0.0.1", "[::1]"] {
                let address = try SocketAddress(parsing: "\(host):\(listener.address.port)")
                async let accepted = listener.accept(on: loops[0])
                let client = try await StreamSocket.connect(to: address, on: loops[0], within: .seconds(10))
                let server = try await accepted
                #expect(client.peer == address)
                // An IPv4 peer of an IPv6 socket is told by its IPv4 address.
                #expect(server.peer.with(port: 0) == address.with(port: 0))
            }
        }
    }
}
