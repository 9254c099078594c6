import COpenSSL
import Glibc

// What the certificate says, for those who look after it.
extension TLSServerContext {
    /// From when until when the certificate is valid, in seconds since 1970.
    public var certificateValidity: ClosedRange<Int64> {
        guard let certificate = SSL_CTX_get0_certificate(context.pointer), let start = Self.seconds(X509_get0_notBefore(certificate)),
            let end = Self.seconds(X509_get0_notAfter(certificate))
        else { return 0...0 }
        return start...max(start, end)
    }

    /// Whether the certificate is one for this host: a name, or an IPv4 or IPv6 address (RFC 6125, section 6).
    public func certificateIsFor(host: String) -> Bool {
        guard let certificate = SSL_CTX_get0_certificate(context.pointer) else { return false }
        return X509_check_ip_asc(certificate, host, 0) == 1 || X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var calendar = tm()
        guard let time, ASN1_TIME_to_tm(time, &calendar) == 1 else { return nil }
        return Int64(timegm(&calendar))
    }
}
