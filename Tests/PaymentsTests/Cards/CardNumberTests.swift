import Secrets
import Testing

@testable import Payments

@Suite("Card numbers")
struct CardNumberTests {
    @Test(
        "Numbers of every network pass", arguments: ["4111111111111111", "5555555555554444", "378282246310005", "30569309025904", "6011111111111117"])
    func valid(number: String) throws {
        #expect(try CardNumber(text: SecretBytes(utf8: number)).digits.shown == number)
    }

    @Test("Spaces and dashes do not count")
    func separators() throws {
        let number = try CardNumber(text: SecretBytes(utf8: " 4111-1111 1111--1111 "))
        #expect(number.digits.shown == "4111111111111111")
    }

    @Test(
        "Anything else than ASCII digits is refused",
        arguments: ["", " - ", "4111.1111.1111.1111", "4111111111111111x", "４１１１１１１１１１１１１１１１", "4111\t111111111111"])
    func foreignCharacters(text: String) {
        #expect(throws: CardNumberFault.notDigits) { try CardNumber(text: SecretBytes(utf8: text)) }
    }

    @Test(
        "A length that no network has under the prefix is refused, and the right ones are named",
        arguments: [
            ("41111111111111", [13, 16, 18, 19]), ("37828224631000", [15]), ("55555555555544440", [16]), ("70000000000", Array(12...19)),
            ("70000000000000000000", Array(12...19)),
        ])
    func lengths(text: String, allowed: [Int]) {
        #expect(throws: CardNumberFault.wrongLength(allowed: allowed)) { try CardNumber(text: SecretBytes(utf8: text)) }
    }

    @Test("Each digit counts for Luhn: any single wrong one is seen")
    func everySingleErrorFails() {
        let right = Array("4111111111111111".utf8)
        for place in 1..<right.count {
            for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != right[place] {
                var wrong = right
                wrong[place] = digit
                #expect(throws: CardNumberFault.failsLuhn) { try CardNumber(text: SecretBytes(wrong)) }
            }
        }
    }

    @Test("UnionPay has numbers that Luhn refuses")
    func unionPayWithoutLuhn() throws {
        #expect(try CardNumber(text: SecretBytes(utf8: "6221260000000001")).network == .unionPay)
    }

    @Test("A number of no known network has 12 to 19 digits and passes Luhn")
    func unknownNetwork() throws {
        #expect(try CardNumber(text: SecretBytes(utf8: "7000000000003")).network == .unknown)
        #expect(throws: CardNumberFault.failsLuhn) { try CardNumber(text: SecretBytes(utf8: "7000000000004")) }
    }

    @Test("iFortePay's own sample number passes only without Luhn")
    func providersSample() throws {
        let text = SecretBytes(utf8: "1889800000001234")
        #expect(throws: CardNumberFault.failsLuhn) { try CardNumber(text: text) }
        #expect(try CardNumber(text: text, checksLuhn: false).digits.shown == "1889800000001234")
    }

    @Test("A number prints, interpolates and dumps masked")
    func masked() throws {
        let number = try CardNumber(text: SecretBytes(utf8: "4111 1112 3411 1115"), checksLuhn: false)
        var dumped = ""
        dump(number, to: &dumped)
        for text in ["\(number)", String(reflecting: number), String(describing: [number]), dumped] {
            #expect(text.contains("411111******1115"))
            #expect(!text.contains("1234"))
        }
    }

    @Test("After wiping no digit is left")
    func wiped() throws {
        let number = try CardNumber(text: SecretBytes(utf8: "4111111111111111"))
        number.wipe()
        #expect(number.digits.isEmpty)
        #expect(number.first6.isEmpty && number.last4.isEmpty)
    }

    @Test(
        "A message names the rule and nothing of the number",
        arguments: [
            (CardNumberFault.wrongLength(allowed: [13, 16, 18, 19]), "must have 13, 16, 18 or 19 digits"),
            (.wrongLength(allowed: [15]), "must have 15 digits"), (.wrongLength(allowed: [14, 15]), "must have 14 or 15 digits"),
            (.wrongLength(allowed: Array(12...19)), "must have 12 to 19 digits"),
        ])
    func messages(fault: CardNumberFault, message: String) {
        #expect(fault.message == message)
    }
}

@Suite("Luhn")
struct LuhnTests {
    // ISO/IEC 7812-1's own example, 7992739871 with check digit 3, and numbers worked out by hand.
    @Test(
        "The check digit is the one that makes the weighted sum a multiple of ten",
        arguments: ["79927398713", "00", "18", "26", "59", "4242424242424242"])
    func right(digits: String) {
        #expect(Array(digits.utf8).withUnsafeBytes(Luhn.accepts))
    }

    @Test("Any other is wrong", arguments: ["79927398710", "1", "81", "", "4242424242424241"])
    func wrong(digits: String) {
        #expect(!Array(digits.utf8).withUnsafeBytes(Luhn.accepts))
    }
}

@Suite("Formatting as cards show it")
struct CardFormattingTests {
    @Test(
        "Fours, and 4-6-5 on an Amex",
        arguments: [
            ("", CardNetwork.unknown, ""), ("411", .visa, "411"), ("4111", .visa, "4111"), ("4111 1", .visa, "4111 1"),
            ("41-11-11", .visa, "4111 11"),
            ("4111111111111111", .visa, "4111 1111 1111 1111"), ("4111111111111111123", .visa, "4111 1111 1111 1111 123"),
            ("3782", .amex, "3782"), ("37828224631", .amex, "3782 822463 1"), ("378282246310005", .amex, "3782 822463 10005"),
            ("30569309025904", .diners, "3056 9309 0259 04"), ("4111x1", .visa, "4111 1"),
        ])
    func groups(typed: String, network: CardNetwork, formatted: String) {
        #expect(CardDigits(text: SecretBytes(utf8: typed)).formatted(for: network).shown == formatted)
    }
}
