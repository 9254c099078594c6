/// What this terminal tells a card of itself and of the payment. Everything that changes from tap to tap is given in: there is no clock and no random
/// source here.
public struct TerminalProfile: Sendable {
    /// The date and time of the tap where the terminal stands.
    public struct LocalTime: Hashable, Sendable {
        /// The last two digits count.
        public var year: Int
        /// 1–12.
        public var month: Int
        /// 1–31.
        public var day: Int
        /// 0–23.
        public var hour: Int
        /// 0–59.
        public var minute: Int
        /// 0–59.
        public var second: Int

        /// Takes a date and a time as a wall clock shows them.
        public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
            self.year = year
            self.month = month
            self.day = day
            self.hour = hour
            self.minute = minute
            self.second = second
        }
    }

    /// In the currency's smallest unit; small and not zero when nothing is to be paid yet.
    public var amount = 100
    /// ISO 3166-1 numeric; Indonesia.
    public var country = 360
    /// ISO 4217 numeric; rupiah.
    public var currency = 360
    /// EMV Book 4, annex A1; attended, online and offline. Amex refuses 00.
    public var terminalType: UInt8 = 0x22
    /// ISO 18245.
    public var merchantCategory = 5999
    /// Shown on the payer's phone.
    public var merchantName = ""
    /// Eight ASCII characters.
    public var terminalIdentification = "00000001"
    /// When.
    public var time: LocalTime
    /// A new number for each GET PROCESSING OPTIONS, from a secure random source.
    public var unpredictableNumber: @Sendable () -> UInt32

    /// Makes the profile of a tap.
    public init(time: LocalTime, unpredictableNumber: @escaping @Sendable () -> UInt32) {
        self.time = time
        self.unpredictableNumber = unpredictableNumber
    }

    /// What to tell an application of `network`; nil for what is told as zeros.
    func value(_ tag: Tag, for network: ApplicationNetwork?, qualifiers: TransactionQualifiers, unpredictableNumber: UInt32) -> TerminalValue? {
        switch (tag, network) {
        case (.transactionQualifiers, _): .binary(qualifiers.bytes)
        case (.unpredictableNumber, _): .binary((0..<4).map { UInt8(truncatingIfNeeded: unpredictableNumber >> (24 - 8 * $0)) })
        case (.amountAuthorised, _): .digits(amount, bytes: 6)
        case (.terminalCountry, _): .digits(country, bytes: 2)
        case (.transactionCurrency, _): .digits(currency, bytes: 2)
        case (.transactionDate, _): .digits((time.year % 100 * 100 + time.month) * 100 + time.day, bytes: 3)
        case (.transactionTime, _): .digits((time.hour * 100 + time.minute) * 100 + time.second, bytes: 3)
        // A purchase.
        case (.transactionType, _): .numeric([0x00])
        case (.terminalType, _): .numeric([terminalType])
        case (.terminalCapabilities, _): .binary([0xE0, 0xF0, 0xC8])
        case (.additionalCapabilities, _): .binary([0x60, 0x00, 0xF0, 0xA0, 0x01])
        case (.merchantCategory, _): .digits(merchantCategory, bytes: 2)
        case (.merchantName, _): .text(merchantName)
        case (.terminalIdentification, _), (.interfaceSerialNumber, _): .text(terminalIdentification)
        // All zero is refused (stripe-android 13672).
        case (.amexReaderCapabilities, .amex): .binary([0xC0])
        case (.amexEnhancedCapabilities, .amex): .binary([0xD8, 0xE0, 0x00, 0x00])
        case (.interacTerminalType, .interac): .binary([0x01])
        case (.interacCapabilities, .interac): .binary([0xC0, 0x80, 0x00])
        default: nil
        }
    }
}
