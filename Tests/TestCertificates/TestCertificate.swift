import COpenSSL

/// The kinds of key that tests need.
public enum TestKey: Sendable {
    /// On the curve P-256.
    case p256
    /// So many bits of RSA.
    case rsa(Int)
}

/// OpenSSL could not do what it was asked for.
struct TestCertificateFailure: Error {
    let step: String
}

/// A certificate with its key.
///
/// The unsafe pointers: objects of OpenSSL's that are not changed after `init`.
final class TestCertificate: Sendable {
    nonisolated(unsafe) private let certificate: OpaquePointer
    nonisolated(unsafe) private let key: OpaquePointer

    /// Signed by `issuer`, or by itself.
    init(name: String, key kind: TestKey, days: ClosedRange<Int>, extensions: [(Int32, String)], issuer: TestCertificate?) throws {
        guard let certificate = X509_new() else { throw TestCertificateFailure(step: "certificate") }
        self.certificate = certificate
        key = try Self.makeKey(kind)
        try check(X509_set_version(certificate, 2), "version")
        try check(ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), .random(in: 1..<(1 << 60))), "serial number")
        X509_gmtime_adj(X509_getm_notBefore(certificate), days.lowerBound * 86400)
        X509_gmtime_adj(X509_getm_notAfter(certificate), days.upperBound * 86400)
        let subject = X509_get_subject_name(certificate)
        try check(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, Array(name.utf8), Int32(name.utf8.count), -1, 0), "name")
        try check(X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0.certificate) } ?? subject), "issuer")
        try check(X509_set_pubkey(certificate, key), "public key")
        for (identifier, value) in extensions {
            guard let made = X509V3_EXT_nconf_nid(nil, nil, identifier, value) else { throw TestCertificateFailure(step: value) }
            try check(X509_add_ext(certificate, made, -1), value)
            X509_EXTENSION_free(made)
        }
        guard X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0 else { throw TestCertificateFailure(step: "signature") }
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    func writeCertificate(to path: String) throws {
        try write(to: path) { PEM_write_bio_X509($0, certificate) }
    }

    func writeKey(to path: String, passphrase: String?) throws {
        try write(to: path) { file in
            guard let passphrase else { return PEM_write_bio_PrivateKey(file, key, nil, nil, 0, nil, nil) }
            return PEM_write_bio_PrivateKey(file, key, EVP_aes_256_cbc(), Array(passphrase.utf8), Int32(passphrase.utf8.count), nil, nil)
        }
    }

    private func write(to path: String, _ body: (OpaquePointer) -> Int32) throws {
        guard let file = BIO_new_file(path, "w") else { throw TestCertificateFailure(step: path) }
        defer { BIO_free(file) }
        try check(body(file), path)
    }

    private static func makeKey(_ kind: TestKey) throws -> OpaquePointer {
        let name = if case .p256 = kind { "EC" } else { "RSA" }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, name, nil) else { throw TestCertificateFailure(step: name) }
        defer { EVP_PKEY_CTX_free(context) }
        try check(EVP_PKEY_keygen_init(context), name)
        switch kind {
        case .p256: try check(EVP_PKEY_CTX_set_group_name(context, "P-256"), name)
        case .rsa(let bits): try check(EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)), name)
        }
        var key: OpaquePointer?
        try check(EVP_PKEY_generate(context, &key), name)
        guard let key else { throw TestCertificateFailure(step: name) }
        return key
    }
}

private func check(_ status: Int32, _ step: String) throws {
    guard status == 1 else { throw TestCertificateFailure(step: step) }
}
