import Crypto
import Reactor

/// A client that says exactly what the test says, and shows exactly what came back.
final class TestClient {
    /// Longer than any test should need: a wait that comes to its end is a failure.
    static let patience = Duration.seconds(20)

    let socket: StreamSocket
    /// Of a client that speaks TLS.
    let session: TLSSession?
    private var received: [UInt8] = []

    init(_ socket: StreamSocket, session: TLSSession? = nil) {
        self.socket = socket
        self.session = session
    }

    func send(_ text: String) async throws {
        let bytes = Array(text.utf8)
        guard let session else { return try await socket.write(bytes, within: Self.patience) }
        try bytes.withUnsafeBytes { try session.write($0) }
        try await socket.write(session.takeCiphertext(), within: Self.patience)
    }

    /// The client's side of a TLS handshake.
    func shakeHands() async throws {
        guard let session else { return }
        while true {
            let state = Result { try session.handshake() }
            try await socket.write(session.takeCiphertext(), within: Self.patience)
            if case .done = try state.get() { return }
            guard try await receiveRaw() else { throw ClientError.ended("") }
        }
    }

    /// The next whole answer.
    func receive(toHead isHead: Bool = false) async throws -> WireResponse {
        while true {
            if let (response, length) = WireResponse.parse(received, toHead: isHead) {
                received.removeFirst(length)
                return response
            }
            guard try await receiveMore() else { throw ClientError.ended(String(decoding: received, as: UTF8.self)) }
        }
    }

    /// All that comes until the server ends its stream.
    func receiveAll() async throws -> String {
        while try await receiveMore() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// All that comes until it ends with `text`.
    func receive(until text: String) async throws -> String {
        let end = Array(text.utf8)
        while !received.suffix(end.count).elementsEqual(end) {
            guard try await receiveMore() else { throw ClientError.ended(String(decoding: received, as: UTF8.self)) }
        }
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    private func receiveMore() async throws -> Bool {
        guard let session else { return try await receiveRaw() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            switch try session.read(into: buffer) {
            case .bytes(let count):
                received.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return true
            case .closed: return false
            case .needsMoreInput: guard try await receiveRaw() else { throw ClientError.ended("without close_notify") }
            }
        }
    }

    /// What comes next, or false at the end of the stream.
    private func receiveRaw() async throws -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        let count = try await socket.read(into: buffer, within: Self.patience)
        let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if let session { session.feed(ciphertext: part) } else { received.append(contentsOf: part) }
        return count > 0
    }
}

enum ClientError: Error {
    /// The server ended its stream within an answer; this is what came of it.
    case ended(String)
}

/// An answer as it came.
struct WireResponse {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: String

    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Nil until it is whole. Content without a length is not taken: use `receiveAll()`.
    static func parse(_ bytes: [UInt8], toHead isHead: Bool) -> (WireResponse, length: Int)? {
        guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts.count > 1 ? parts[1].drop { $0 == " " } : ""))
        }
        let status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
        let head = WireResponse(status: status, fields: fields, body: "")
        var position = headEnd.upperBound
        guard !isHead, status >= 200, status != 204, status != 304 else { return (head, position) }
        var body: [UInt8] = []
        if head["transfer-encoding"] == "chunked" {
            while true {
                guard let lineEnd = bytes[position...].firstRange(of: Array("\r\n".utf8)) else { return nil }
                guard let size = Int(String(decoding: bytes[position..<lineEnd.lowerBound], as: UTF8.self), radix: 16) else { return nil }
                guard bytes.count >= lineEnd.upperBound + size + 2 else { return nil }
                body += bytes[lineEnd.upperBound..<(lineEnd.upperBound + size)]
                position = lineEnd.upperBound + size + 2
                if size == 0 { break }
            }
        } else {
            let length = Int(head["content-length"] ?? "") ?? 0
            guard bytes.count >= position + length else { return nil }
            body = Array(bytes[position..<(position + length)])
            position += length
        }
        return (WireResponse(status: status, fields: fields, body: String(decoding: body, as: UTF8.self)), position)
    }
}
