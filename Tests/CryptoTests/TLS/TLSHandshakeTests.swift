import Crypto
import Testing

@Suite("TLS handshakes")
struct TLSHandshakeTests {
    private let fixture: TLSFixture

    init() throws {
        fixture = try TLSFixture()
    }

    @Test("TLS 1.2 and 1.3 are spoken, the newer by choice", arguments: [TLSVersion.tls12, .tls13])
    func versions(_ version: TLSVersion) throws {
        let pair = TLSPair(try fixture.client(version...version), fixture.server)
        #expect(pair.server.version == nil)
        try pair.shakeHands()
        #expect(pair.server.version == version)
        #expect(pair.client.version == version)
        #expect(pair.client.peerCertificateVerified)
        #expect(!pair.server.peerCertificateVerified)
        #expect(!pair.server.isResumed)
        let both = try TLSPair.connected(try fixture.client(), fixture.server)
        #expect(both.server.version == .tls13)
    }

    /// Bytes of a ClientHello for TLS 1.1 (RFC 4346) that offers the ciphers it has, as a client of that time sends it.
    @Test("TLS 1.1 and 1.0 are refused with the alert protocol_version", arguments: [0x02, 0x01] as [UInt8])
    func oldVersions(_ minor: UInt8) throws {
        let body: [UInt8] = [0x03, minor] + Array(repeating: 0x11, count: 32) + [0x00, 0x00, 0x04, 0xC0, 0x13, 0x00, 0x2F, 0x01, 0x00]
        let hello: [UInt8] = [0x16, 0x03, 0x00, 0x00, UInt8(body.count + 4), 0x01, 0x00, 0x00, UInt8(body.count)] + body
        let server = TLSSession(server: fixture.server)
        server.feed(hello)
        #expect(throws: TLSError.handshakeFailed(reason: "unsupported protocol")) { try server.handshake() }
        let alert = server.takeCiphertext()
        // Alert record of two bytes: fatal, protocol_version (RFC 5246 section 7.2).
        #expect(alert.count == 7)
        #expect(alert.first == 0x15)
        #expect(alert.suffix(4) == [0x00, 0x02, 0x02, 70])
        #expect(throws: TLSError.handshakeFailed(reason: "unsupported protocol")) { try server.handshake() }
    }

    @Test("ALPN chooses HTTP/1.1, also when another protocol is dearer to the client", arguments: [["http/1.1"], ["h2", "http/1.1"]])
    func applicationProtocol(_ offered: [String]) throws {
        let pair = try TLSPair.connected(try fixture.client(protocols: offered), fixture.server)
        #expect(pair.server.applicationProtocol == "http/1.1")
        #expect(pair.client.applicationProtocol == "http/1.1")
    }

    @Test("A client without ALPN is served")
    func noApplicationProtocol() throws {
        let pair = try TLSPair.connected(try fixture.client(protocols: []), fixture.server)
        #expect(pair.server.applicationProtocol == nil)
    }

    @Test("A client that offers only other protocols is refused, and told why", arguments: [TLSVersion.tls12, .tls13])
    func foreignApplicationProtocol(_ version: TLSVersion) throws {
        let pair = TLSPair(try fixture.client(version...version, protocols: ["h2", "http/1.0"]), fixture.server)
        #expect(throws: TLSError.handshakeFailed(reason: "no application protocol")) { try pair.shakeHands() }
        #expect(throws: TLSError.handshakeFailed(reason: "tlsv1 alert no application protocol")) { try pair.client.handshake() }
    }

    @Test("A handshake goes on byte by byte")
    func byteByByte() throws {
        let pair = TLSPair(try fixture.client(), fixture.server)
        var sides = (pair.client, pair.server)
        for _ in 0..<4 {
            _ = try sides.0.handshake()
            for byte in sides.0.takeCiphertext() {
                sides.1.feed([byte])
                _ = try sides.1.handshake()
            }
            sides = (sides.1, sides.0)
        }
        #expect(try pair.server.handshake() == .done)
        #expect(try pair.exchange([1, 2, 3], from: pair.client, to: pair.server) == [1, 2, 3])
    }

    @Test("A client does not accept a server of another authority or another name")
    func foreignServer() throws {
        let other = try TLSFixture(authorityName: "Another Authority")
        let stranger = TLSPair(try other.client(), fixture.server)
        let strangerError = #expect(throws: TLSError.self) { try stranger.client.drive(with: stranger.server) }
        #expect(strangerError == .handshakeFailed(reason: "certificate verify failed: unable to get local issuer certificate"))
        let misnamed = TLSPair(try fixture.client(), fixture.server, serverName: "example.com")
        let misnamedError = #expect(throws: TLSError.self) { try misnamed.client.drive(with: misnamed.server) }
        #expect(misnamedError == .handshakeFailed(reason: "certificate verify failed: hostname mismatch"))
        for name in ["127.0.0.1", "::1", "localhost"] {
            try TLSPair(try fixture.client(), fixture.server, serverName: name).shakeHands()
        }
    }

    @Test("What is no TLS at all fails with a reason")
    func notTLS() {
        let server = TLSSession(server: fixture.server)
        server.feed(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(throws: TLSError.handshakeFailed(reason: "http request")) { try server.handshake() }
    }
}

extension TLSSession {
    /// One round of a handshake as seen from this side.
    fileprivate func drive(with server: TLSSession) throws(TLSError) {
        _ = try handshake()
        server.feed(takeCiphertext())
        _ = try server.handshake()
        feed(server.takeCiphertext())
        _ = try handshake()
    }
}
