import Crypto
import Reactor

/// A connection of the scripted server, with or without TLS.
protocol ServerWire {
    var isResumed: Bool { get }
    /// What is there; nothing at the end.
    func read() async throws -> [UInt8]
    func write(_ bytes: [UInt8]) async throws
}

struct PlainWire: ServerWire {
    let socket: StreamSocket
    let isResumed = false

    func read() async throws -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 1)
        defer { buffer.deallocate() }
        let count = try await socket.read(into: buffer, within: .seconds(30))
        return Array(buffer[..<count])
    }

    func write(_ bytes: [UInt8]) async throws {
        try await socket.write(bytes, within: .seconds(10))
    }
}

struct TLSWire: ServerWire {
    private let plain: PlainWire
    private let session: TLSSession

    /// Shakes hands; sends the alert when that fails.
    init(_ socket: StreamSocket, _ context: TLSServerContext) async throws {
        plain = PlainWire(socket: socket)
        session = TLSSession(server: context)
        while true {
            let isDone: Bool
            do {
                isDone = try session.handshake() == .done
            } catch {
                try await plain.write(session.takeCiphertext())
                throw error
            }
            try await plain.write(session.takeCiphertext())
            if isDone { return }
            try await feed()
        }
    }

    var isResumed: Bool { session.isResumed }

    func read() async throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let result = try buffer.withUnsafeMutableBytes { try session.read(into: $0) }
            switch result {
            case .bytes(let count): return Array(buffer[..<count])
            case .needsMoreInput: try await feed()
            case .closed: return []
            }
        }
    }

    func write(_ bytes: [UInt8]) async throws {
        try bytes.withUnsafeBytes { try session.write($0) }
        try await plain.write(session.takeCiphertext())
    }

    private func feed() async throws {
        let input = try await plain.read()
        input.isEmpty ? session.feedEnd() : input.withUnsafeBytes { session.feed(ciphertext: $0) }
    }
}
