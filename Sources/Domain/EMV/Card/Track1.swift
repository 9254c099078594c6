import Secrets

/// What is kept of a track 1 (tags 56 and 9F1F; ISO/IEC 7813): `B<number>^<name>^YYMM…`.
struct Track1: Sendable {
    private static let separator = UInt8(ascii: "^")

    let number: SecretBytes
    /// As it stands, blank or not.
    let name: SecretBytes
    let expiration: ExpirationDate?

    /// Nil unless a number and both separators are there: cards exist that fill the field with something else.
    init?(_ value: SecretBytes) {
        let parts: (SecretBytes, SecretBytes, ExpirationDate?)? = value.withUnsafeBytes { bytes in
            let start = bytes.first == UInt8(ascii: "B") ? 1 : 0
            guard let numberEnd = bytes.firstIndex(of: Self.separator), numberEnd >= start,
                let nameEnd = bytes[(numberEnd + 1)...].firstIndex(of: Self.separator),
                let number = AccountNumber.digits(numberEnd - start, { bytes[start + $0] &- UInt8(ascii: "0") })
            else { return nil }
            let name = SecretBytes(UnsafeRawBufferPointer(rebasing: bytes[numberEnd + 1..<nameEnd]))
            return (number, name, ExpirationDate(bytes[(nameEnd + 1)...].prefix(4).map { $0 &- UInt8(ascii: "0") }))
        }
        guard let parts else { return nil }
        (number, name, expiration) = parts
    }
}
