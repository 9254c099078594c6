/// Telephone numbers (contract, section 2; 15 digits are ITU-T E.164's most).
enum PhoneRule {
    static let message = "must be 8 to 15 digits; a leading + is allowed"

    static func accepts(_ text: String) -> Bool {
        let digits = text.hasPrefix("+") ? text.utf8.dropFirst() : text.utf8[...]
        return (8...15).contains(digits.count) && digits.allSatisfy(ASCIIText.isDigit)
    }
}
