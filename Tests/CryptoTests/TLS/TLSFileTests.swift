import Crypto
import TestCertificates
import Testing

@Suite("TLS files that cannot be used")
struct TLSFileTests {
    private let authority: TestAuthority
    private let identity: TestAuthority.Identity

    init() throws {
        authority = try TestAuthority()
        identity = try authority.issue(for: .server)
    }

    private func failure(certificate: String? = nil, key: String? = nil, clientCA: String? = nil) -> TLSError? {
        #expect(throws: TLSError.self) {
            try TLSServerContext(
                TLSServerConfiguration(
                    certificatePath: certificate ?? identity.certificatePath, keyPath: key ?? identity.keyPath, clientCAPath: clientCA))
        }
    }

    @Test("A missing file is named with the system's words")
    func missing() {
        let path = "/nowhere/at/all.pem"
        let expected = TLSError.unusableFile(path: path, cause: "No such file or directory")
        #expect(failure(certificate: path) == expected)
        #expect(failure(key: path) == expected)
        #expect(failure(clientCA: path) == expected)
        #expect(expected.description == "/nowhere/at/all.pem: No such file or directory")
    }

    @Test("A file without PEM, or with the wrong thing in PEM, is named with what is missing")
    func wrongContent() throws {
        let certificate = "there is no certificate in PEM form in it"
        let key = "there is no private key in PEM form in it"
        for text in ["", "not PEM", "-----BEGIN NOTHING-----\nAAAA\n-----END NOTHING-----\n"] {
            let path = try authority.write(text, as: "wrong.pem")
            #expect(failure(certificate: path) == .unusableFile(path: path, cause: certificate))
            #expect(failure(key: path) == .unusableFile(path: path, cause: key))
            #expect(failure(clientCA: path) == .unusableFile(path: path, cause: certificate))
        }
        #expect(failure(certificate: identity.keyPath) == .unusableFile(path: identity.keyPath, cause: certificate))
        #expect(failure(key: identity.certificatePath) == .unusableFile(path: identity.certificatePath, cause: key))
        #expect(failure(clientCA: identity.keyPath) == .unusableFile(path: identity.keyPath, cause: certificate))
    }

    @Test("A damaged file and a folder are named with a cause")
    func damaged() throws {
        let path = try authority.write("-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n", as: "damaged.pem")
        for path in [path, "/"] {
            for error in [failure(certificate: path), failure(key: path), failure(clientCA: path)] {
                guard case .unusableFile(path, let cause) = error else {
                    Issue.record("not about the file: \(String(describing: error))")
                    continue
                }
                #expect(!cause.isEmpty)
                #expect(cause != "unknown cause")
            }
        }
    }

    @Test("A key of another certificate is a mismatch that names both files", arguments: [false, true])
    func mismatch(_ isOtherType: Bool) throws {
        let other = try authority.issue(for: .server, key: isOtherType ? .rsa(2048) : .p256)
        let error = failure(key: other.keyPath)
        #expect(error == .keyMismatch(certificatePath: identity.certificatePath, keyPath: other.keyPath))
        #expect(error?.description.contains(identity.certificatePath) == true)
        #expect(error?.description.contains(other.keyPath) == true)
    }

    @Test("An encrypted key is refused at once instead of asking a terminal")
    func encrypted() throws {
        let encrypted = try authority.issue(for: .server, passphrase: "secret")
        #expect(
            failure(certificate: encrypted.certificatePath, key: encrypted.keyPath)
                == .unusableFile(path: encrypted.keyPath, cause: "the private key is encrypted; it must be readable without a passphrase"))
    }

    @Test("A key that is too short is refused")
    func weak() throws {
        let weak = try authority.issue(for: .server, key: .rsa(1024))
        #expect(
            failure(certificate: weak.certificatePath, key: weak.keyPath) == .unusableFile(path: weak.certificatePath, cause: "ee key too small"))
    }

    @Test("An RSA certificate serves as well as one on a curve", arguments: [TLSVersion.tls12, .tls13])
    func rsa(_ version: TLSVersion) throws {
        let identity = try authority.issue(for: .server, key: .rsa(2048))
        let server = try TLSServerContext(TLSServerConfiguration(certificatePath: identity.certificatePath, keyPath: identity.keyPath))
        let client = try TLSClientContext(TLSClientConfiguration(authoritiesPath: authority.certificatePath, versions: version...version))
        #expect(try TLSPair.connected(client, server).server.version == version)
    }

    @Test("A client's files are named too")
    func clientFiles() {
        let missing = TLSError.unusableFile(path: "/nowhere.pem", cause: "No such file or directory")
        #expect(throws: missing) { try TLSClientContext(TLSClientConfiguration(authoritiesPath: "/nowhere.pem")) }
        #expect(throws: missing) {
            try TLSClientContext(TLSClientConfiguration(identity: .init(certificatePath: "/nowhere.pem", keyPath: identity.keyPath)))
        }
    }
}
