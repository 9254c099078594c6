import COpenSSL
import TestSupport
import Testing

@testable import Crypto

@Suite("TLS data and ends")
struct TLSDataTests {
    private let fixture: TLSFixture

    init() throws {
        fixture = try TLSFixture()
    }

    private func connected(_ version: TLSVersion) throws -> TLSPair {
        try TLSPair.connected(try fixture.client(version...version), fixture.server)
    }

    @Test("Data goes both ways, small and in many records", arguments: [TLSVersion.tls12, .tls13])
    func data(_ version: TLSVersion) throws {
        let pair = try connected(version)
        for size in [0, 1, 100, 16_384, 16_385, 300_000] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect(try pair.exchange(bytes, from: pair.client, to: pair.server) == bytes)
            #expect(try pair.exchange(bytes, from: pair.server, to: pair.client) == bytes)
        }
        #expect(try pair.server.readAll().end == .needsMoreInput)
        #expect(!pair.server.hasCiphertext)
    }

    @Test("Records that wait while others come are read in their order")
    func backlog() throws {
        let pair = try connected(.tls13)
        for value in 0..<3 as Range<UInt8> { try pair.client.write([value, value]) }
        pair.carry(from: pair.client, to: pair.server)
        var piece = [UInt8](repeating: 0, count: 1)
        #expect(try piece.withUnsafeMutableBytes { try pair.server.read(into: $0) } == .bytes(1))
        try pair.client.write([3, 3])
        pair.carry(from: pair.client, to: pair.server)
        #expect(try pair.server.readAll().bytes == [0, 1, 1, 2, 2, 3, 3])
    }

    @Test("Nothing is read or written before the handshake")
    func beforeTheHandshake() throws {
        let server = TLSSession(server: fixture.server)
        #expect(throws: TLSError.notOpen) { try server.readAll() }
        #expect(throws: TLSError.notOpen) { try server.write([1]) }
        server.close()
        #expect(!server.hasCiphertext)
        #expect(try server.handshake() == .needsMoreInput)
    }

    @Test("close_notify is said once, is told from a cut, and leaves the other direction open", arguments: [TLSVersion.tls12, .tls13])
    func closing(_ version: TLSVersion) throws {
        let pair = try connected(version)
        try pair.client.write([1, 2])
        pair.client.close()
        let farewell = pair.client.takeCiphertext()
        pair.client.close()
        #expect(!pair.client.hasCiphertext)
        #expect(throws: TLSError.notOpen) { try pair.client.write([3]) }
        #expect(throws: TLSError.notOpen) { try pair.client.readAll() }
        #expect(throws: TLSError.notOpen) { try pair.client.handshake() }
        pair.server.feed(farewell)
        pair.server.feedEnd()
        let received = try pair.server.readAll()
        #expect(received.bytes == [1, 2])
        #expect(received.end == .closed)
        #expect(try pair.server.readAll().end == .closed)
        try pair.server.write([4])
        #expect(pair.server.hasCiphertext)
    }

    @Test("A stream that ends without close_notify is truncated, after what came whole", arguments: [TLSVersion.tls12, .tls13])
    func truncation(_ version: TLSVersion) throws {
        let pair = try connected(version)
        try pair.client.write([1, 2])
        pair.carry(from: pair.client, to: pair.server)
        try pair.client.write([3, 4])
        pair.server.feed(pair.client.takeCiphertext().dropLast())
        pair.server.feedEnd()
        var piece = [UInt8](repeating: 0, count: 8)
        let read = { () throws(TLSError) -> TLSSession.ReadResult in
            let result = piece.withUnsafeMutableBytes { buffer in Result { () throws(TLSError) in try pair.server.read(into: buffer) } }
            return try result.get()
        }
        #expect(try read() == .bytes(2))
        #expect(throws: TLSError.truncated) { try read() }
        #expect(throws: TLSError.truncated) { try read() }
        #expect(throws: TLSError.truncated) { try pair.server.write([1]) }
    }

    @Test("A handshake cut anywhere is truncated or still open, never done")
    func cutHandshakes() throws {
        let client = TLSSession(client: try fixture.client(), serverName: "localhost")
        _ = try client.handshake()
        let hello = client.takeCiphertext()
        for length in hello.indices {
            let server = TLSSession(server: fixture.server)
            server.feed(Array(hello[..<length]))
            #expect(try server.handshake() == .needsMoreInput)
            server.feedEnd()
            #expect(throws: TLSError.truncated) { try server.handshake() }
        }
    }

    @Test("A record changed on the way breaks the session, and the peer is told", arguments: [TLSVersion.tls12, .tls13])
    func forgedRecord(_ version: TLSVersion) throws {
        let pair = try connected(version)
        _ = pair.server.takeCiphertext()
        try pair.client.write(Array(repeating: 7, count: 100))
        var record = pair.client.takeCiphertext()
        record[record.count - 1] ^= 1
        pair.server.feed(record)
        let error = TLSError.broken(reason: "decryption failed or bad record mac")
        #expect(throws: error) { try pair.server.readAll() }
        #expect(throws: error) { try pair.server.write([1]) }
        #expect(pair.server.hasCiphertext)
        pair.server.close()
        pair.carry(from: pair.server, to: pair.client)
        let told = #expect(throws: TLSError.self) { try pair.client.readAll() }
        #expect(told?.description.contains("alert bad record mac") == true)
    }

    @Test("Renegotiation is refused in TLS 1.2 and data flows on")
    func renegotiation() throws {
        let pair = try connected(.tls12)
        SSL_clear_options(pair.client.pointer, copenssl_op_no_renegotiation)
        #expect(SSL_renegotiate(pair.client.pointer) == 1)
        _ = SSL_do_handshake(pair.client.pointer)
        pair.carry(from: pair.client, to: pair.server)
        #expect(try pair.server.readAll().end == .needsMoreInput)
        // The warning no_renegotiation, encrypted; no ServerHello, which is far longer.
        #expect((1..<100).contains(pair.server.takeCiphertext().count))
        try pair.server.write([1])
        #expect(pair.server.version == .tls12)
    }

    @Test("Bytes changed at random never trap a server", arguments: [1, 2, 3] as [UInt64])
    func mutations(_ seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let clientContext = try fixture.client()
        for _ in 0..<100 {
            let pair = TLSPair(clientContext, fixture.server)
            for _ in 0..<3 {
                _ = try? pair.client.handshake()
                var bytes = pair.client.takeCiphertext()
                if let index = bytes.indices.randomElement(using: &generator), Bool.random(using: &generator) {
                    bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
                }
                pair.server.feed(bytes)
                guard (try? pair.server.handshake()) != nil else { break }
                pair.carry(from: pair.server, to: pair.client)
            }
            _ = try? pair.server.readAll()
        }
    }
}
