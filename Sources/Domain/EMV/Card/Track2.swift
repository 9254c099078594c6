import Secrets

/// What is kept of a track 2 (tags 57 and 9F6B; ISO/IEC 7813): the rest of it must not be stored.
struct Track2: Sendable {
    private static let separator: UInt8 = 0x0D

    let number: SecretBytes
    let expiration: ExpirationDate?

    /// Splits at the separator, wherever it is: numbers have 8 to 19 digits. Nil without a separator or a number.
    init?(_ value: SecretBytes) {
        let parts: (SecretBytes, ExpirationDate?)? = value.withUnsafeBytes { bytes in
            let isASCII = Self.isASCII(bytes)
            let count = isASCII ? bytes.count : bytes.count * 2
            // In ASCII the digits are 30–39 and the separator is 3D: the low halves are what the packed form has.
            let symbol = { (index: Int) in isASCII ? bytes[index] & 0x0F : AccountNumber.nibble(index, of: bytes) }
            guard let end = (0..<count).first(where: { symbol($0) == Self.separator }), let number = AccountNumber.digits(end, symbol) else {
                return nil
            }
            return (number, ExpirationDate((end + 1..<count).prefix(4).map(symbol)))
        }
        guard let parts else { return nil }
        (number, expiration) = parts
    }

    /// Some cards hold the characters of the stripe instead of packed digits.
    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "=")) else { return false }
        return AccountNumber.lengths.contains(end) && bytes[..<end].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
