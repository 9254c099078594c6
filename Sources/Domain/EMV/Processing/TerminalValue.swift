/// A value of the terminal's with the format that says which end gives way when a card wants another length (EMV Book 3, section 5.4).
enum TerminalValue: Equatable, Sendable {
    /// Digits, two to a byte: the right end stays.
    case numeric([UInt8])
    /// Bits or characters: the left end stays.
    case binary([UInt8])

    func bytes(fitting length: Int) -> [UInt8] {
        switch self {
        case .numeric(let bytes): [UInt8](repeating: 0, count: max(length - bytes.count, 0)) + bytes.suffix(length)
        case .binary(let bytes): bytes.prefix(length) + [UInt8](repeating: 0, count: max(length - bytes.count, 0))
        }
    }

    /// A number as digits, two to a byte; what does not fit is cut off at the left.
    static func digits(_ number: Int, bytes count: Int) -> TerminalValue {
        var rest = max(number, 0)
        var bytes = [UInt8](repeating: 0, count: count)
        for index in bytes.indices.reversed() {
            bytes[index] = UInt8(rest % 10) | UInt8(rest / 10 % 10) << 4
            rest /= 100
        }
        return .numeric(bytes)
    }

    static func text(_ text: String) -> TerminalValue { .binary([UInt8](text.utf8)) }
}
