import Crypto
import TestCertificates

/// A certificate for a gateway process, and a client that trusts it.
struct WireTLS {
    let client: TLSClientContext
    let settings: [String: String]
    private let authority: TestAuthority

    init() throws {
        authority = try TestAuthority()
        let identity = try authority.issue(for: .server)
        settings = ["GATEWAY_TLS_CERTIFICATE": identity.certificatePath, "GATEWAY_TLS_KEY": identity.keyPath]
        client = try TLSClientContext(TLSClientConfiguration(authoritiesPath: authority.certificatePath))
    }
}
