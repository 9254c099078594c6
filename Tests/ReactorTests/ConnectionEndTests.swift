import CLinux
import Glibc
import Synchronization
import Testing

@testable import Reactor

/// Whatever ends a connection, nothing of it may stay: no descriptor, no task, no timer, no place in the poller.
@Suite(.timeLimit(.minutes(2))) struct ConnectionEndTests {
    private static let connectionCount = 10_000
    private static let batchSize = 100

    /// How one connection ends.
    private enum Ending: Int, CaseIterable {
        case clientCloses
        case clientResets
        case serverTimesOut
        case serverTaskIsCancelled
        case serverSocketIsClosedElsewhere
        case serverForgetsIt
    }

    @Test func `After 10 000 connections, ended in each way, descriptors and tasks are as before`() async throws {
        try await withLoops(2) { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            let (liveTasks, served) = (Counter(), Counter())
            let acceptors = loops.map { loop in
                Task(executorPreference: loop) {
                    while let socket = try? await listener.accept(on: loop) {
                        liveTasks.add(1)
                        Task(executorPreference: loop) {
                            await serve(socket)
                            served.add(1)
                            liveTasks.add(-1)
                        }
                    }
                }
            }
            let port = listener.address.port
            #expect(openDescriptors(ofPort: port) == 1)

            for batch in 0..<(Self.connectionCount / Self.batchSize) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<Self.batchSize {
                        let ending = Ending.allCases[(batch + number) % Ending.allCases.count]
                        let loop = loops[number % 2]
                        group.addTask(executorPreference: loop) { try await visit(listener.address, on: loop, ending) }
                    }
                    try await group.waitForAll()
                }
            }
            try await eventually { !(served.value < Self.connectionCount || liveTasks.value > 0) }
            for loop in loops {
                // The listener's place is the only one left.
                try await loop.until { $0.poller.sources.count == 1 && $0.timers.count == 0 }
                #expect(loop.openSockets == 0)
            }
            #expect(served.value == Self.connectionCount)
            #expect(openDescriptors(ofPort: port) == 1)
            listener.close()
            for acceptor in acceptors { await acceptor.value }
            #expect(openDescriptors(ofPort: port) == 0)
        }
    }

    /// The client's part: says how it shall end, hears that this is understood, and sees or makes the end.
    private func visit(_ address: SocketAddress, on loop: EventLoop, _ ending: Ending) async throws {
        let socket = try await StreamSocket.connect(to: address, on: loop, within: .seconds(30))
        try await socket.write([UInt8(ending.rawValue), 0], within: .seconds(30))
        switch ending {
        case .clientCloses:
            #expect(try await socket.receive(upTo: 2, within: .seconds(30)).first == 0)
        case .clientResets:
            // Closing with the answer unread resets the connection.
            await loop.value { _ in
                var byte: UInt8 = 0
                _ = recv(socket.channel.descriptor, &byte, 1, Int32(MSG_PEEK))
            }
        default:
            #expect(try await socket.receiveAll().first == 0)
        }
        socket.close()
    }

    private func serve(_ socket: StreamSocket) async {
        let ending = (try? await socket.receive(upTo: 2, within: .seconds(30)))?.first.flatMap { Ending(rawValue: Int($0)) }
        guard let ending, (try? await socket.write([0, 0], within: .seconds(30))) != nil else { return socket.close() }
        let loop = socket.loop
        let reader = Task(executorPreference: loop) {
            await failure { () throws(SocketError) in
                try await socket.receive(within: ending == .serverTimesOut ? .milliseconds(1) : .seconds(30))
            }
        }
        switch ending {
        case .clientCloses: #expect(await reader.value == nil)
        case .clientResets: #expect([nil, .reset].contains(await reader.value))
        case .serverTimesOut: #expect(await reader.value == .timedOut)
        case .serverTaskIsCancelled:
            reader.cancel()
            #expect(await reader.value == .cancelled)
        case .serverSocketIsClosedElsewhere:
            await Task.detached { socket.close() }.value
            #expect(await reader.value == .closed)
        case .serverForgetsIt:
            reader.cancel()
            _ = await reader.value
            return
        }
        socket.close()
    }
}

/// How many of the process's descriptors are TCP sockets with `port` at one of their ends. Other tests run at the same time and open their own.
func openDescriptors(ofPort port: UInt16) -> Int {
    guard let directory = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard let descriptor = Int32(name) else { continue }
        let ends = [getsockname, getpeername].compactMap { address(of: descriptor, by: $0) }
        if ends.contains(where: { $0.port == port }) { count += 1 }
    }
    return count
}

private typealias NameCall = (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32

private func address(of descriptor: Int32, by call: NameCall) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &length) }
    }
    return code == 0 ? SocketAddress(storage) : nil
}
