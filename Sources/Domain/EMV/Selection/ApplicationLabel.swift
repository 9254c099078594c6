/// An application's name for people (tags 50 and 9F12).
enum ApplicationLabel {
    /// The text without padding; nil when nothing is left.
    static func text(_ bytes: [UInt8], codeTable: CodeTable?) -> String? {
        let table = codeTable ?? .latin1
        let text = String(String.UnicodeScalarView(bytes.map(table.scalar).filter { $0.value >= 0x20 && $0.value != 0x7F }))
        let trimmed = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        return trimmed.isEmpty ? nil : String(trimmed)
    }
}
