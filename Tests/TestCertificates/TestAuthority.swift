import COpenSSL
import FoundationEssentials

/// A certificate authority for tests. It makes real certificates in a temporary folder that goes when the authority goes.
public final class TestAuthority: Sendable {
    /// What a certificate may be used for.
    public enum Purpose: String, Sendable {
        /// A server's, valid for `localhost`, `127.0.0.1` and `::1`.
        case server = "serverAuth"
        /// A client's.
        case client = "clientAuth"
    }

    /// A certificate and its key, PEM files.
    public struct Identity: Sendable {
        /// The certificate's file.
        public let certificatePath: String
        /// The key's file.
        public let keyPath: String
    }

    /// The authority's own certificate.
    public let certificatePath: String

    private let folder: URL
    private let certificate: TestCertificate

    /// Makes an authority and its certificate.
    public init(_ name: String = "Test Authority") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "test-certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = try TestCertificate(
            name: name, key: .p256, days: -1...30, extensions: [(NID_basic_constraints, "critical,CA:TRUE")], issuer: nil)
        certificatePath = folder.appending(path: "authority.pem").path
        try certificate.writeCertificate(to: certificatePath)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes a certificate, valid from the first to the last of `days` from now.
    public func issue(
        _ name: String = "localhost", for purpose: Purpose, key: TestKey = .p256, days: ClosedRange<Int> = -1...30, passphrase: String? = nil
    ) throws -> Identity {
        var extensions = [(NID_ext_key_usage, purpose.rawValue)]
        if purpose == .server { extensions.append((NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1")) }
        let issued = try TestCertificate(name: name, key: key, days: days, extensions: extensions, issuer: certificate)
        let stem = UUID().uuidString
        let identity = Identity(
            certificatePath: folder.appending(path: "\(stem).pem").path, keyPath: folder.appending(path: "\(stem).key").path)
        try issued.writeCertificate(to: identity.certificatePath)
        try issued.writeKey(to: identity.keyPath, passphrase: passphrase)
        return identity
    }

    /// Writes any file into the authority's folder and answers its path.
    public func write(_ text: String, as name: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}
