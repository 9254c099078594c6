/// The rule for a card holder's name (contract, section 2).
enum CardHolder {
    /// In Unicode code points, as JSON Schema counts. 45 is the longest that a chip's extended name holds.
    static let lengths = 2...45

    static let message = "must be 2 to 45 characters: letters of any script, spaces and . ' - /"

    /// Whether the name consists of letters (their combining marks included), spaces and `. ' - /`, a letter among them.
    static func accepts(_ name: String) -> Bool {
        lengths.contains(name.unicodeScalars.count) && hasAllowedCharactersOnly(name) && name.unicodeScalars.contains(where: isLetter)
    }

    static func hasAllowedCharactersOnly(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { isLetter($0) || isMark($0) || " .'-/".unicodeScalars.contains($0) }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
