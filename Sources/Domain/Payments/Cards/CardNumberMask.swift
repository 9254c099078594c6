/// Hides card numbers in texts that others wrote.
public enum CardNumberMask {
    /// The shortest card numbers have twelve digits.
    private static let shortest = NetworkDetection.unknownLengths.lowerBound

    /// The text with every run of twelve or more digits, also when grouped by single spaces or dashes, reduced to its first six and last four.
    public static func masking(_ text: String) -> String {
        var bytes = Array(text.utf8)
        var run: [Int] = []
        var last = -1
        for index in bytes.indices {
            if ASCIIText.isDigit(bytes[index]) {
                if index - last > 2 { hide(&run, in: &bytes) }
                run.append(index)
                last = index
            } else if bytes[index] != UInt8(ascii: " "), bytes[index] != UInt8(ascii: "-") {
                hide(&run, in: &bytes)
            }
        }
        hide(&run, in: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hide(_ run: inout [Int], in bytes: inout [UInt8]) {
        if run.count >= shortest {
            for index in run.dropFirst(6).dropLast(4) { bytes[index] = UInt8(ascii: "*") }
        }
        run.removeAll()
    }
}
