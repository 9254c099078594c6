/// The versions of TLS that are spoken; older ones are broken (RFC 8996).
public enum TLSVersion: Int32, Comparable, Sendable {
    /// RFC 5246.
    case tls12 = 0x0303
    /// RFC 8446.
    case tls13 = 0x0304

    /// The older is less.
    public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}
