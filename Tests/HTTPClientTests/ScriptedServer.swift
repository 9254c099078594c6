import Crypto
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
        /// Whether the connection's TLS session resumes an earlier one.
        var isResumed = false

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
    private let tls: TLSServerContext?
    private let log = Mutex<[Received]>([])
    private let connections = Atomic(0)

    /// Listens at a free port of `host`, with TLS if there is a context for it.
    init(host: String = "127.0.0.1", tls: TLSServerContext? = nil, _ script: @escaping Script) throws {
        loop = try EventLoop(name: "scripted")
        listener = try Listener.bind(to: SocketAddress(parsing: "\(host):0"))
        address = listener.address
        self.script = script
        self.tls = tls
    }

    var url: String { "\(tls == nil ? "http" : "https")://\(address)" }
    var received: [Received] { log.withLock { $0 } }

    /// Waits until a request is there; false when none has come after ten seconds.
    func hasReceived() async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while received.isEmpty, ContinuousClock.now < end { await Task.yield() }
        return !received.isEmpty
    }

    /// Waits until every connection has ended; false when one is left after ten seconds.
    func hasNoConnections() async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while connections.load(ordering: .acquiring) > 0, ContinuousClock.now < end { await Task.yield() }
        return connections.load(ordering: .acquiring) == 0
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
        connections.wrappingAdd(1, ordering: .releasing)
        defer {
            socket.close()
            connections.wrappingSubtract(1, ordering: .releasing)
        }
        let wire: any ServerWire = if let tls { try await TLSWire(socket, tls) } else { PlainWire(socket: socket) }
        var buffer: [UInt8] = []
        while let request = try await read(from: wire, &buffer, number) {
            log.withLock { $0.append(request) }
            switch await script(request) {
            case .answer(let text): try await wire.write(Array(text.utf8))
            case .answerAndClose(let text): return try await wire.write(Array(text.utf8))
            // Reads on, so that it hears of the client's close.
            case .stall: break
            }
        }
    }

    /// One request by its Content-Length; nil when the client closed.
    private func read(from wire: any ServerWire, _ buffer: inout [UInt8], _ number: Int) async throws -> Received? {
        while true {
            if let end = buffer.endOfHead {
                let head = String(decoding: buffer[..<end], as: UTF8.self)
                let length = Received(connection: number, head: head, body: []).header("content-length").flatMap { Int($0) } ?? 0
                if buffer.count >= end + length {
                    let body = Array(buffer[end..<end + length])
                    buffer.removeFirst(end + length)
                    return Received(connection: number, head: head, body: body, isResumed: wire.isResumed)
                }
            }
            let piece = try await wire.read()
            guard !piece.isEmpty else { return nil }
            buffer += piece
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
