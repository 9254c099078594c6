import Reactor
import Secrets

@testable import HTTPServer

/// Reads requests from pieces of text as a connection does, without one.
struct WireReader {
    enum Item: Equatable, CustomStringConvertible {
        case request(line: String, fields: [String], body: String)
        case refused(Refusal.Reason)

        var description: String {
            switch self {
            case .request(let line, let fields, let body): "\(line) | \(fields.joined(separator: " | ")) | \(body)"
            case .refused(let reason): "refused: \(reason)"
            }
        }
    }

    /// What the bytes read as; nothing follows a refusal. What is not whole is not there.
    static func read(_ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()) -> [Item] {
        var reader = WireReader(limits: limits)
        for piece in pieces where !reader.isRefused { reader.feed(piece) }
        return reader.items
    }

    static func read(_ text: String, limits: HTTPLimits = HTTPLimits()) -> [Item] {
        read([Array(text.utf8)[...]], limits: limits)
    }

    private let limits: HTTPLimits
    private let input = WipedBuffer(capacity: 64)
    private var parser: HeadParser
    private var pending: (head: RequestHead, body: BodyDecoder)?
    private(set) var items: [Item] = []
    private var isRefused = false

    private init(limits: HTTPLimits) {
        self.limits = limits
        parser = HeadParser(limits: limits)
    }

    private mutating func feed(_ piece: ArraySlice<UInt8>) {
        piece.withUnsafeBytes { input.append($0) }
        do {
            while try step() {}
        } catch {
            items.append(.refused(error))
            isRefused = true
        }
    }

    private mutating func step() throws(Refusal.Reason) -> Bool {
        if pending == nil {
            guard !input.isEmpty, let (parsed, length) = try parser.parse(input.bytes) else { return false }
            let facts = RequestHead.ConnectionFacts(peer: testPeer)
            let head = RequestHead(storage: .init(bytes: input.bytes.slice(0..<length), parsed: parsed, connection: facts))
            input.consume(length)
            parser = HeadParser(limits: limits)
            pending = (head, try BodyDecoder(head.framing, limits: limits, reserving: BodyReservation(of: SharedCapacity(.max))))
        }
        guard case (let head, var decoder)? = pending else { return false }
        let body = try decoder.decode(input)
        pending = (head, decoder)
        guard let body else { return false }
        pending = nil
        let fields = head.headers.names.map { "\($0): \(head.headers[$0] ?? "")" }
        items.append(.request(line: "\(head.method) \(head.target) \(head.version)", fields: fields, body: text(body)))
        return true
    }
}

let testPeer: SocketAddress = {
    guard let address = try? SocketAddress(parsing: "192.0.2.1:54321") else { preconditionFailure("a valid address") }
    return address
}()

func text(_ secret: SecretBytes) -> String {
    secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

/// One head, from its text with LF for CRLF and the empty line added; a mistake in the test traps.
func head(_ text: String) throws(Refusal.Reason) -> RequestHead {
    let input = WipedBuffer(capacity: 64)
    let wire = (text + "\n\n").replacing("\n", with: "\r\n")
    Array(wire.utf8).withUnsafeBytes { input.append($0) }
    var parser = HeadParser(limits: HTTPLimits())
    guard let (parsed, length) = try parser.parse(input.bytes) else { preconditionFailure("a test's head is not whole") }
    let facts = RequestHead.ConnectionFacts(peer: testPeer)
    return RequestHead(storage: .init(bytes: input.bytes.slice(0..<length), parsed: parsed, connection: facts))
}
