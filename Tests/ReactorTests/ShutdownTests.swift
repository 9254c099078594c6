import Glibc
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct ShutdownTests {
    @Test func `Shutting a loop down ends all that waits on it`() async throws {
        try await withLoops { loops in
            let loop = try EventLoop(name: "ending")
            let pair = try await SocketPair(server: loop, client: loops[0])
            let full = try await SocketPair(server: loop, client: loops[0])
            let listener = try Listener.bind(to: .anyLoopbackPort)
            let seen = Recorder<String>()

            let sleepers = [loop, nil].map { preference in
                Task(executorPreference: preference) { try await loop.sleep(for: .seconds(3600)) }
            }
            let reader = Task(executorPreference: loop) { await failure { () throws(SocketError) in try await pair.server.receive(within: nil) } }
            let writer = Task {
                await failure { () throws(SocketError) in try await full.server.write([UInt8](repeating: 0, count: 32 << 20), within: .seconds(3600))
                }
            }
            let acceptor = Task(executorPreference: loop) { await failure { () throws(SocketError) in try await listener.accept(on: loop) } }
            try await loop.until { _ in pair.server.channel.reading.isWaiting && full.server.channel.writing.isWaiting && listener.waitingCount == 1 }
            try await loop.until { $0.timers.count == 3 }
            loop.execute { loop.schedule(after: .seconds(3600)) { seen.append("a timer that is not due") } }
            loop.execute { seen.append("queued") }

            await loop.shutdown()
            for sleeper in sleepers { await #expect(throws: CancellationError.self) { try await sleeper.value } }
            #expect(await reader.value == .closed)
            #expect(await writer.value == .closed)
            #expect(await acceptor.value == .closed)
            #expect(seen.values == ["queued"])
            #expect(loop.openSockets == 0)
            #expect(try await pair.client.receive() == [])
        }
    }

    @Test func `A loop that has shut down refuses to wait, and still runs tasks to their end`() async throws {
        try await withLoops { loops in
            let loop = try EventLoop(name: "ended")
            let pair = try await SocketPair(server: loop, client: loops[0])
            await loop.shutdown()
            await loop.shutdown()
            await Task(executorPreference: loop) {
                #expect(loop.isCurrent)
                await #expect(throws: CancellationError.self) { try await loop.sleep(for: .seconds(3600)) }
                #expect(loop.isCurrent)
                #expect(await failure { () throws(SocketError) in try await pair.server.receive(within: nil) } == .closed)
                #expect(await failure { () throws(SocketError) in try await pair.server.write([1], within: nil) } == .closed)
                let address = SocketAddress.anyLoopbackPort
                #expect(
                    await failure { () throws(SocketError) in try await StreamSocket.connect(to: address, on: loop, within: .seconds(1)) } == .closed)
                #expect(!loop.schedule(after: .zero) {}.isSet)
                // Else who has had a share of the turn would ask for the next one for ever.
                while !pair.server.countOperation() {}
                await loop.nextTurn()
                #expect(!pair.server.countOperation())
            }.value
            // Many late tasks share the loop as before: one at a time.
            let (running, done) = (Counter(), Counter())
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask(executorPreference: loop) {
                        running.add(1)
                        #expect(running.value == 1)
                        #expect(loop.isCurrent)
                        running.add(-1)
                        done.add(1)
                        await Task.yield()
                    }
                }
            }
            #expect(done.value == 100)
        }
    }

    @Test func `A task that is elsewhere during the shutdown comes back and ends`() async throws {
        let loop = try EventLoop(name: "left")
        let executor = ThreadExecutor(name: "elsewhere")
        let entered = Gate()
        let mayReturn = Gate()
        let task = Task(executorPreference: loop) {
            await Task(executorPreference: executor) {
                entered.open()
                mayReturn.pass()
            }.value
            return loop.isCurrent
        }
        await Task(executorPreference: ThreadExecutor(name: "waiter")) { entered.pass() }.value
        await loop.shutdown()
        mayReturn.open()
        #expect(await task.value)
        await executor.shutdown()
    }

    @Test func `Shutdown may be asked for on the loop itself`() async throws {
        let loop = try EventLoop(name: "self")
        await Task(executorPreference: loop) {
            await loop.shutdown()
            #expect(loop.isCurrent)
        }.value
    }

    @Test func `A loop that is never idle shuts down all the same`() async throws {
        let loop = try EventLoop(name: "busy")
        let isStopped = Counter()
        let spinner = Task(executorPreference: loop) { while isStopped.value == 0 { await Task.yield() } }
        let sleeper = Task {
            try? await loop.sleep(for: .seconds(3600))
            isStopped.add(1)
        }
        try await loop.until { $0.timers.count == 1 }
        await loop.shutdown()
        await sleeper.value
        await spinner.value
    }

    @Test func `Shutdown in the middle of traffic leaves no connection behind`() async throws {
        for _ in 0..<10 {
            let group = try EventLoopGroup(count: 2)
            let listener = try Listener.bind(to: .anyLoopbackPort)
            let live = Counter()
            let echoed = Counter()
            for loop in group.loops {
                Task(executorPreference: loop) {
                    while let socket = try? await listener.accept(on: loop) {
                        live.add(1)
                        Task(executorPreference: loop) {
                            while let bytes = try? await socket.receive(), !bytes.isEmpty {
                                guard (try? await socket.write(bytes, within: .seconds(10))) != nil else { break }
                                echoed.add(1)
                            }
                            socket.close()
                            live.add(-1)
                        }
                    }
                }
            }
            let clientLoop = try EventLoop(name: "clients")
            let clients = (0..<20).map { _ in
                Task(executorPreference: clientLoop) {
                    guard let socket = try? await StreamSocket.connect(to: listener.address, on: clientLoop, within: .seconds(10)) else { return }
                    while (try? await socket.write([1], within: .seconds(10))) != nil, let bytes = try? await socket.receive(), !bytes.isEmpty {}
                    socket.close()
                }
            }
            try await eventually { !(echoed.value < 200) }
            await group.shutdown()
            listener.close()
            for client in clients { await client.value }
            try await eventually { !(live.value > 0) }
            for loop in group.loops { #expect(loop.openSockets == 0) }
            await clientLoop.shutdown()
            #expect(openDescriptors(ofPort: listener.address.port) == 0)
        }
    }

    @Test func `A loop that is shut down and released leaves neither descriptors nor threads`() async throws {
        let before = (anonymousDescriptors(), threadCount())
        for number in 0..<300 {
            let loop = try EventLoop(name: "brief-\(number)")
            await loop.value { _ in }
            await loop.shutdown()
        }
        // Other tests have loops too, but not hundreds; a thread may need a moment to go.
        try await eventually { !(anonymousDescriptors() > before.0 + 200 || threadCount() > before.1 + 100) }
    }
}

/// How many epoll and eventfd descriptors the process has.
private func anonymousDescriptors() -> Int {
    entries(of: "/proc/self/fd").count { name in
        var target = [UInt8](repeating: 0, count: 64)
        let length = target.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in text.baseAddress.map { readlink("/proc/self/fd/\(name)", $0, text.count) } ?? 0 }
        }
        return length > 0 && String(decoding: target[..<length], as: UTF8.self).hasPrefix("anon_inode:[event")
    }
}

private func threadCount() -> Int {
    entries(of: "/proc/self/task").count
}

private func entries(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
}
