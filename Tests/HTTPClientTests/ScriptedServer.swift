import Reactor
import Synchronization

/// A server that reads requests whole and then does what a script says, to the byte: also what no HTTP server would do.
final class ScriptedServer: Sendable {
    /// What it received.
    struct Received: Sendable {
        /// From 1, in the order of accepting.
        let connection: Int
        /// Request line and headers, as sent.
        let head: String
        let body: [UInt8]

        func header(_ name: String) -> String? {
            let prefix = name.lowercased() + ": "
            return head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }
    }

    /// What it does with a request.
    enum Action: Sendable {
        /// Writes these bytes and reads on.
        case answer(String)
        /// Writes these bytes and closes.
        case answerAndClose(String)
        /// Neither answers nor closes until the server ends.
        case stall
    }

    typealias Script = @Sendable (Received) async -> Action

    let loop: EventLoop
    let address: SocketAddress
    private let listener: Listener
    private let script: Script
    private let log = Mutex<[Received]>([])

    init(_ script: @escaping Script) throws {
        loop = try EventLoop(name: "scripted")
        listener = try Listener.bind(to: SocketAddress(parsing: "127.0.0.1:0"))
        address = listener.address
        self.script = script
    }

    var url: String { "http://\(address)" }
    var received: [Received] { log.withLock { $0 } }

    /// Waits until a request is there; false when none has come after ten seconds.
    func hasReceived() async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while received.isEmpty, ContinuousClock.now < end { await Task.yield() }
        return !received.isEmpty
    }

    /// Runs until the surrounding task is cancelled.
    func run() async {
        await withTaskExecutorPreference(loop) {
            await withDiscardingTaskGroup { group in
                var count = 0
                while let socket = try? await self.listener.accept(on: self.loop) {
                    count += 1
                    let number = count
                    group.addTask { try? await self.serve(socket, number) }
                }
                group.cancelAll()
            }
        }
    }

    private func serve(_ socket: StreamSocket, _ number: Int) async throws {
        defer { socket.close() }
        var buffer: [UInt8] = []
        while let request = try await read(from: socket, &buffer, number) {
            log.withLock { $0.append(request) }
            switch await script(request) {
            case .answer(let text): try await socket.write(Array(text.utf8), within: .seconds(10))
            case .answerAndClose(let text): return try await socket.write(Array(text.utf8), within: .seconds(10))
            // Reads on, so that it hears of the client's close.
            case .stall: break
            }
        }
    }

    /// One request by its Content-Length; nil when the client closed.
    private func read(from socket: StreamSocket, _ buffer: inout [UInt8], _ number: Int) async throws -> Received? {
        while true {
            if let end = buffer.endOfHead {
                let head = String(decoding: buffer[..<end], as: UTF8.self)
                let received = Received(connection: number, head: head, body: [])
                let length = received.header("content-length").flatMap { Int($0) } ?? 0
                if buffer.count >= end + length {
                    let body = Array(buffer[end..<end + length])
                    buffer.removeFirst(end + length)
                    return Received(connection: number, head: head, body: body)
                }
            }
            let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 1)
            defer { chunk.deallocate() }
            let count = try await socket.read(into: chunk, within: .seconds(30))
            guard count > 0 else { return nil }
            buffer.append(contentsOf: chunk[..<count])
        }
    }
}

extension [UInt8] {
    /// Past the empty line.
    fileprivate var endOfHead: Int? {
        indices.dropFirst(3).first { self[($0 - 3)...$0].elementsEqual("\r\n\r\n".utf8) }.map { $0 + 1 }
    }
}

extension ScriptedServer.Action {
    /// A complete answer with a body.
    static func ok(_ body: String = "ok") -> Self {
        .answer("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}
