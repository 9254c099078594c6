/// The bounds of the contract's section 2, in one place.
public enum RequestLimits {
    /// Whole rupiah; iFortePay takes no card payment below the lower one.
    static let amount: ClosedRange<Int64> = 10_000...999_999_999_999
    /// Texts are counted in Unicode code points, as JSON Schema counts.
    static let description = 1...255
    static let fullName = 1...100
    /// How long a card is waited for at a terminal.
    public static let terminalTimeoutSeconds: ClosedRange<Int64> = 1...120
    static let itemAmount: ClosedRange<Int64> = 0...amount.upperBound
    static let itemQuantity: ClosedRange<Int64> = 1...amount.upperBound
}
