import JSON
import Testing

@Suite("Numbers are read by their digits")
struct JSONNumberTests {
    @Test(
        "Whole numbers, however they are written",
        arguments: [
            ("0", 0), ("-0", 0), ("0.000", 0), ("-0.0e-5", 0), ("0e1000000000", 0), ("0.0e-99999999999999999999", 0), ("1", 1), ("-17", -17),
            ("150000", 150_000), ("150000.00", 150_000), ("1.5e5", 150_000), ("1.5E+5", 150_000), ("15000000e-2", 150_000), ("0.15e6", 150_000),
            ("0.00000015e12", 150_000), ("1e18", 1_000_000_000_000_000_000), ("9223372036854775807", .max), ("9223372036854775807.000", .max),
            ("-9223372036854775808", .min), ("922337203685477580.7e1", .max), ("9223372036854775807000e-3", .max), ("1e0", 1), ("1e-0", 1),
            ("10e-1", 1),
            ("100000000000000000000000000000e-29", 1), ("1e00000000000000000000000000000000000002", 100),
        ] as [(String, Int64)])
    func whole(_ text: String, _ value: Int64) throws {
        #expect(try parse(text).integer == value)
        #expect(try parse(text).numberText == text)
    }

    @Test(
        "What is not whole or does not fit is no integer, and nothing is rounded",
        arguments: [
            "150000.5", "0.1", "1e-1", "15e-1", "1e-1000000000", "9223372036854775808", "-9223372036854775809", "9223372036854775807.1",
            "9223372036854775808e0", "9999999999999999999", "18446744073709551616", "10000000000000000000", "1e19", "1e400", "-1e400", "1e1000000000",
            "1e99999999999999999999999999999999", "123456789012345678901234567890", "0.99999999999999999999999999", "1.0000000000000000000000001",
        ])
    func notWhole(_ text: String) throws {
        let value = try parse(text)
        #expect(value.kind == .number)
        #expect(value.integer == nil)
        #expect(value.numberText == text)
    }

    @Test("A megabyte of digits is judged in one pass", .timeLimit(.minutes(1)))
    func longNumbers() throws {
        let zeros = String(repeating: "0", count: 1_000_000)
        #expect(try parse("1\(zeros)").integer == nil)
        #expect(try parse("1\(zeros)e-1000000").integer == 1)
        #expect(try parse("0.\(zeros)1e1000001").integer == 1)
        #expect(try parse("1.\(zeros)").integer == 1)
        #expect(try parse("1e\(zeros)3").integer == 1000)
    }
}
