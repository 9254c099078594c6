/// Whose card it is: the values that a reader is after.
///
/// The numbers are those that the networks publish for tests. `description` shows no more of one than a receipt would.
public struct CardAccount: Hashable, Sendable, CustomStringConvertible {
    /// The number, digits only.
    public let number: String
    /// Four digits.
    public let expiryYear: Int
    /// 1–12.
    public let expiryMonth: Int
    /// As it is to be read; nil when the card bears none.
    public let holder: String?

    /// The holder's name in the card's own code table, for names that are not of ASCII.
    private let holderBytes: [UInt8]

    init(_ number: String, expiryYear: Int = 2039, expiryMonth: Int = 12, holder: String? = nil, holderBytes: [UInt8]? = nil) {
        self.number = number
        self.expiryYear = expiryYear
        self.expiryMonth = expiryMonth
        self.holder = holder
        // The networks have issuers blank the name that can be read over the air.
        self.holderBytes = holderBytes ?? Array((holder ?? " /").utf8)
    }

    /// First six and last four digits.
    public var description: String {
        number.prefix(6) + String(repeating: "*", count: max(number.count - 10, 0)) + number.suffix(4)
    }
}

extension CardAccount {
    /// Tag 5A.
    var numberObject: DataObject { .value(tag: 0x5A, Self.packed(number)) }

    /// Tag 5F24: the last day.
    var expirationObject: DataObject {
        let day =
            switch expiryMonth {
            case 2: 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        return .value(tag: 0x5F24, Self.packed(Self.twoDigits(expiryYear % 100) + Self.twoDigits(expiryMonth) + String(day)))
    }

    /// Tag 5F20.
    var holderObject: DataObject { .value(tag: 0x5F20, holderBytes) }

    /// Tag 5F34: the first card of the account.
    var sequenceObject: DataObject { .value(tag: 0x5F34, [0x01]) }

    /// Tag 57, or 9F6B in magnetic-stripe mode; the service code says that there is a chip.
    func track2Object(tag: UInt32 = 0x57) -> DataObject {
        .value(tag: tag, Self.packed("\(number)D\(stripeExpiry)2010000000000"))
    }

    /// Tag 56.
    var track1Object: DataObject { .text(tag: 0x56, "B\(number)^\(holder ?? " /")^\(stripeExpiry)2010000000000") }

    private var stripeExpiry: String { Self.twoDigits(expiryYear % 100) + Self.twoDigits(expiryMonth) }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    /// Two to a byte, an odd number of them filled up with F.
    private static func packed(_ digits: String) -> [UInt8] {
        let values = digits.utf8.map { $0 == UInt8(ascii: "D") ? 0x0D : $0 & 0x0F }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | ($0 + 1 < values.count ? values[$0 + 1] : 0x0F) }
    }
}
