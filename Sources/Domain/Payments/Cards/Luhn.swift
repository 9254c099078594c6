/// The check digit of ISO/IEC 7812-1, annex B.
enum Luhn {
    /// Whether the last of these ASCII digits is the check digit of those before it.
    static func accepts(_ digits: UnsafeRawBufferPointer) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(digit - UInt8(ascii: "0"))
            let doubled = value * 2
            sum += place.isMultiple(of: 2) ? value : (doubled > 9 ? doubled - 9 : doubled)
        }
        return !digits.isEmpty && sum.isMultiple(of: 10)
    }
}
