internal import EMV

extension ApplicationIdentifier {
    /// No card number that a network has issued is shorter (ISO/IEC 7812-1).
    private static let shortestNumber = 12
    /// The registered provider's five bytes.
    private static let providerDigits = 10

    /// For the log, where the number is not known, or never was: a name with room for a number is cut after its provider. A card says what it likes.
    var logged: String {
        let text = description
        let runs = text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        // No number begins with a zero.
        let longest = runs.map { $0.drop { $0 == UInt8(ascii: "0") }.count }.max() ?? 0
        return longest < Self.shortestNumber ? text : String(text.prefix(Self.providerDigits)) + "…"
    }
}
