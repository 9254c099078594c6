import Crypto
import TestCertificates

/// A client and a server session with a wire between them that the test holds in its hand.
struct TLSPair {
    let client: TLSSession
    let server: TLSSession

    init(_ client: TLSClientContext, _ server: TLSServerContext, serverName: String = "localhost", resuming resumption: TLSResumption? = nil) {
        self.client = TLSSession(client: client, serverName: serverName, resuming: resumption)
        self.server = TLSSession(server: server)
    }

    /// Both sides after a whole handshake.
    static func connected(
        _ client: TLSClientContext, _ server: TLSServerContext, resuming resumption: TLSResumption? = nil
    ) throws -> TLSPair {
        let pair = TLSPair(client, server, resuming: resumption)
        try pair.shakeHands()
        return pair
    }

    /// Carries bytes to and fro until both sides are done; throws what either side throws, the server's error first.
    func shakeHands() throws(TLSError) {
        for _ in 0..<8 {
            let clientState = Result { () throws(TLSError) in try client.handshake() }
            carry(from: client, to: server)
            let serverState = Result { () throws(TLSError) in try server.handshake() }
            carry(from: server, to: client)
            if case (.done, .done) = (try serverState.get(), try clientState.get()) { return }
        }
        throw .handshakeFailed(reason: "no end of it")
    }

    func carry(from sender: TLSSession, to receiver: TLSSession) {
        receiver.feed(sender.takeCiphertext())
    }

    /// Writes on one side and reads all of it on the other.
    func exchange(_ bytes: [UInt8], from sender: TLSSession, to receiver: TLSSession) throws(TLSError) -> [UInt8] {
        try sender.write(bytes)
        carry(from: sender, to: receiver)
        return try receiver.readAll().bytes
    }

    /// Lets the client read what the server sent after the handshake: TLS 1.3's tickets.
    func deliverTickets() throws(TLSError) {
        carry(from: server, to: client)
        _ = try client.readAll()
    }
}

extension TLSSession {
    func feed(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { feed(ciphertext: $0) }
    }

    func write(_ bytes: [UInt8]) throws(TLSError) {
        let result = bytes.withUnsafeBytes { buffer in Result { () throws(TLSError) in try write(buffer) } }
        try result.get()
    }

    /// Reads until the session needs more input or was closed.
    func readAll() throws(TLSError) -> (bytes: [UInt8], end: ReadResult) {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1000)
        while true {
            let result = piece.withUnsafeMutableBytes { buffer in Result { () throws(TLSError) in try read(into: buffer) } }
            guard case .bytes(let count) = try result.get() else { return (bytes, try result.get()) }
            bytes += piece[..<count]
        }
    }
}

/// A server with a certificate of an authority of its own, and clients that trust it.
struct TLSFixture {
    let authority: TestAuthority
    let server: TLSServerContext

    init(authorityName: String = "Test Authority", askingClients: Bool = false) throws {
        authority = try TestAuthority(authorityName)
        let identity = try authority.issue(for: .server)
        server = try TLSServerContext(
            TLSServerConfiguration(
                certificatePath: identity.certificatePath, keyPath: identity.keyPath, clientCAPath: askingClients ? authority.certificatePath : nil))
    }

    func client(
        _ versions: ClosedRange<TLSVersion> = .tls12 ... .tls13, protocols: [String] = ["http/1.1"], identity: TestAuthority.Identity? = nil
    ) throws -> TLSClientContext {
        try TLSClientContext(
            TLSClientConfiguration(
                authoritiesPath: authority.certificatePath,
                identity: identity.map { .init(certificatePath: $0.certificatePath, keyPath: $0.keyPath) }, versions: versions,
                applicationProtocols: protocols))
    }
}
