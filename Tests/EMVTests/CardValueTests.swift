import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("Numbers, tracks and dates")
struct CardValueTests {
    @Test(
        arguments: [
            ("4111111111111111", "4111111111111111"), ("378282246310005F", "378282246310005"), ("4000000000006F", "4000000000006"),
            ("603298000000000002", "603298000000000002"), ("6217000000000000004F", "6217000000000000004"), ("12345678FFFF", "12345678"),
        ])
    func `A number is its digits, whatever their count`(packed: String, digits: String) {
        #expect(text(AccountNumber.unpacked(SecretBytes(hex: packed))) == digits)
    }

    @Test(arguments: ["12345670000000000000", "1234567F", "41111111A1111111", "411111F111111111", "FFFF", ""])
    func `What is no number is none`(packed: String) {
        #expect(AccountNumber.unpacked(SecretBytes(hex: packed)) == nil)
    }

    @Test(
        arguments: [
            ("4111111111111111D30122010000000000", "4111111111111111", 12), ("378282246310005D301122010000000F", "378282246310005", 11),
            ("36000000000008D3000201000000000F", "36000000000008", nil), ("6217000000000000004D301220100000", "6217000000000000004", 12),
            ("4999999999999999D3009FFFFFFFFFFF", "4999999999999999", 9), ("4111111111111111D", "4111111111111111", nil),
            ("4111111111111111D30", "4111111111111111", nil),
        ] as [(String, String, Int?)])
    func `Track 2 is split at its separator`(track: String, digits: String, month: Int?) {
        let padded = track.utf8.count.isMultiple(of: 2) ? track : track + "F"
        let parsed = Track2(SecretBytes(hex: padded))
        #expect(text(parsed?.number) == digits)
        #expect(parsed?.expiration?.month == month)
        #expect(parsed?.expiration.map(\.year) == month.map { _ in 2030 })
    }

    @Test func `Track 2 in characters is understood`() {
        let parsed = Track2(SecretBytes(utf8: "4111111111111111=30122010000000000"))
        #expect(text(parsed?.number) == "4111111111111111")
        #expect(parsed?.expiration == ExpirationDate([3, 0, 1, 2]))
    }

    @Test(arguments: ["4111111111111111", "D3012", "41111111A1111111D3012", "12345670000000000000D3012F", ""])
    func `Track 2 without separator or number is nothing`(track: String) {
        #expect(Track2(SecretBytes(hex: track)) == nil)
    }

    @Test func `Track 1 tells number, name and expiry`() {
        for start in ["B", ""] {
            let parsed = Track1(SecretBytes(utf8: start + "6210948000000011^LI/SI^30102010000000"))
            #expect(text(parsed?.number) == "6210948000000011")
            #expect(text(parsed?.name) == "LI/SI")
            #expect(parsed?.expiration == ExpirationDate([3, 0, 1, 0]))
        }
    }

    @Test(arguments: ["B4111111111111111^NAME", "B4111\u{0}\u{0}11111^NAME^3012", "000000000000000000000000", "B^^", "^", ""])
    func `What only looks like a track 1 is nothing`(track: String) {
        #expect(Track1(SecretBytes(utf8: track)) == nil)
    }

    @Test(
        arguments: [([3, 0, 1, 2], true), ([3, 0, 0, 0], false), ([3, 0, 1, 3], false), ([3, 0xA, 0, 1], false), ([3, 0, 1], false)]
            as [([UInt8], Bool)])
    func `A month is 01 to 12`(digits: [UInt8], isDate: Bool) {
        #expect((ExpirationDate(digits) != nil) == isDate)
    }

    @Test func `The day of tag 5F24 does not matter`() {
        #expect(ExpirationDate(packed: SecretBytes(hex: "301299")) == ExpirationDate([3, 0, 1, 2]))
        #expect(ExpirationDate(packed: SecretBytes(hex: "30")) == nil)
    }
}
