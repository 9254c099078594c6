import Reactor
import Testing

@Suite struct SmokeTests {
    @Test func echo() async throws {
        let group = try EventLoopGroup(count: 2)
        let listener = try Listener.bind(to: SocketAddress(parsing: "127.0.0.1:0"))
        let servers = group.loops.map { loop in
            Task(executorPreference: loop) {
                while let socket = try? await listener.accept(on: loop) {
                    Task(executorPreference: loop) {
                        #expect(loop.isCurrent)
                        var bytes = [UInt8](repeating: 0, count: 1024)
                        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 1)
                        defer { buffer.deallocate() }
                        while true {
                            let n = try await socket.read(into: buffer, within: .seconds(5))
                            #expect(loop.isCurrent)
                            if n == 0 { break }
                            bytes = Array(buffer[..<n])
                            try await socket.write(bytes, within: nil)
                        }
                        socket.close()
                    }
                }
            }
        }
        for _ in 0..<10 {
            let client = try await StreamSocket.connect(to: listener.address, on: group.next(), within: .seconds(1))
            try await client.write(Array("hello".utf8), within: nil)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 1)
            defer { buffer.deallocate() }
            let n = try await client.read(into: buffer, within: .seconds(1))
            #expect(Array(buffer[..<n]) == Array("hello".utf8))
            client.close()
        }
        listener.close()
        for server in servers { await server.value }
        await group.shutdown()
    }
}
