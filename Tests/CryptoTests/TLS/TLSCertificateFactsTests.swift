import Crypto
import FoundationEssentials
import TestCertificates
import Testing

@Suite("What a server's certificate says")
struct TLSCertificateFactsTests {
    private func context(days: ClosedRange<Int> = -1...30) throws -> TLSServerContext {
        let authority = try TestAuthority()
        let identity = try authority.issue(for: .server, days: days)
        return try TLSServerContext(TLSServerConfiguration(certificatePath: identity.certificatePath, keyPath: identity.keyPath))
    }

    @Test("From when until when it is valid", arguments: [-1...30, -60 ... -30, 1...2])
    func validity(days: ClosedRange<Int>) throws {
        let validity = try context(days: days).certificateValidity
        let now = Int64(Date().timeIntervalSince1970)
        #expect(validity.upperBound - validity.lowerBound == Int64(days.count - 1) * 86400)
        #expect(abs(validity.lowerBound - (now + Int64(days.lowerBound) * 86400)) < 60)
    }

    @Test("Which hosts it is for: its names and addresses, and no others")
    func hosts() throws {
        let context = try context()
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "::1"] { #expect(context.certificateIsFor(host: host), "\(host)") }
        for host in ["local", "a.localhost", "127.0.0.2", "::2", ""] { #expect(!context.certificateIsFor(host: host), "\(host)") }
    }
}
