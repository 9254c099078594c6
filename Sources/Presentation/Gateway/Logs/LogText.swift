import Payments

/// Text from outside in a form that is safe for a line of a log or a terminal.
enum LogText {
    /// Longer texts are cut: a log line is no place to keep a request.
    private static let longest = 256

    /// Masked and cut.
    static func safe(_ text: String) -> String {
        let masked = CardNumberMask.masking(text)
        return masked.utf8.count <= longest ? masked : String(masked.prefix(longest)) + "…"
    }

    /// Control characters, which could forge a line or steer a terminal, as `\u{…}`.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steersTerminal) else { return text }
        return text.unicodeScalars.map { steersTerminal($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    private static func steersTerminal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
