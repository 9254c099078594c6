import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("The holder's name")
struct HolderNameTests {
    private func name(_ bytes: [UInt8], table: CodeTable? = nil, network: ApplicationNetwork? = nil, maximum: Int = HolderName.maximum) -> String? {
        text(HolderName.text(SecretBytes(bytes), maximum: maximum, codeTable: table, network: network))
    }

    @Test(
        arguments: [
            ("ETEC/PAYPASS", "ETEC/PAYPASS"), ("CARD HOLDER/", "CARD HOLDER/"), ("EPay TEST CARD            ", "EPay TEST CARD"),
            ("DOE     / JANE.MS  ", "DOE/JANE.MS"), ("  MOMENTUM/", "MOMENTUM/"), ("DE  LA CRUZ/A\u{0}\u{0}", "DE  LA CRUZ/A"),
        ])
    func `A name is kept as it stands, without padding`(raw: String, expected: String) {
        #expect(name(Array(raw.utf8)) == expected)
    }

    @Test(arguments: ["", " ", " /", "/", " / ", "//", "                          ", "\u{0}\u{0}"])
    func `A blank name is none`(raw: String) {
        #expect(name(Array(raw.utf8)) == nil)
    }

    @Test func `A name has at most the bytes its tag allows`() {
        let long = [UInt8](repeating: UInt8(ascii: "X"), count: 60)
        #expect(name(long)?.count == 26)
        #expect(name(long, maximum: HolderName.maximumExtended)?.count == 45)
    }

    @Test(
        arguments: [
            ("4DDC4C4C4552", nil, "MÜLLER"), ("4DDC4C4C4552", CodeTable.latin1, "MÜLLER"), ("A3A5442F", .latin2, "ŁĽD/"), ("D8", .latin3, "Ĝ"),
            ("A3", .latin4, "Ŗ"), ("B8D2B0BDBED22FB8D2B0BD", .cyrillic, "ИвАНОв/ИвАН"), ("C1D1", .arabic, "ءر"), ("C1E2", .greek, "Αβ"),
            ("E0FA", .hebrew, "את"), ("DDDEF0", .latin5, "İŞğ"), ("D2", .latin6, "Ō"),
        ] as [(String, CodeTable?, String)])
    func `The issuer's code table is heeded`(raw: String, table: CodeTable?, expected: String) {
        #expect(name(hex(raw), table: table) == expected)
    }

    @Test func `UnionPay's names are Chinese where they are not ASCII`() {
        let raw = hex("D2F8C1AA3632B1EAD7BCBFA840B2E2CAD4D7A8D3C343617264")
        #expect(name(raw, table: .latin1, network: .unionPay) == "银联62标准卡@测试专用Card")
        #expect(name(hex("B0A1A1A4F7FE"), network: .unionPay) == "啊·齄", "the first and the last of the table")
    }

    @Test(arguments: ["8140", "B0", "B0A1D2", "D7FA", "F8A1", "81308130", "B041"])
    func `Chinese that the table has not is no name rather than a wrong one`(raw: String) {
        #expect(name(hex(raw), network: .unionPay) == nil)
    }

    @Test func `A name with a byte of no meaning is none`() {
        #expect(name(hex("41 85 42")) == nil)
        #expect(name(hex("41 A1"), table: .arabic) == nil)
    }

    @Test func `No bytes of any network in any table trap`() {
        for table in [nil] + (1...10).map(CodeTable.init) {
            for network in [nil, ApplicationNetwork.unionPay] {
                for first in UInt8.min...UInt8.max {
                    for second in stride(from: UInt8.min, to: 0xFF, by: 15) { _ = name([first, second, first], table: table, network: network) }
                }
            }
        }
    }

    @Test func `Every table is like ASCII below and whole above`() {
        for table in (1...10).compactMap(CodeTable.init) {
            for byte in UInt8.min...0x7F { #expect(table.scalar(byte).value == UInt32(byte)) }
            for byte in UInt8(0xA0)...0xFF { #expect(table.scalar(byte).value >= 0xA0) }
        }
        #expect(CodeTable(rawValue: 0) == nil && CodeTable(rawValue: 11) == nil)
    }
}
