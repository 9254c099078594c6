import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("BER-TLV")
struct TLVTests {
    private func decode(_ text: String) throws -> TLVTree { try TLVTree(decoding: SecretBytes(hex: text)) }

    private func fault(_ text: String) -> TLVError? {
        #expect(throws: TLVError.self) { try decode(text) }
    }

    @Test func `Tags have one to three bytes and are told apart by their bytes`() throws {
        let tree = try decode("82 02 1980  9F02 01 07  DF8101 01 08  5F20 01 41")
        #expect(tree.tags == [Tag(0x82), Tag(0x9F02), Tag(0xDF8101), Tag(0x5F20)])
        #expect(tree.openValue(Tag(0x9F02)) == [0x07])
        #expect(tree.openValue(Tag(0x82)) == [0x19, 0x80])
        #expect(tree.openValue(Tag(0xDF8101)) == [0x08])
    }

    @Test func `A tag of four bytes is an error`() {
        #expect(fault("70 06 DF818101 01 00") == TLVError(kind: .tagTooLong, offset: 2))
    }

    @Test(arguments: ["5A 02 1234", "5A 81 02 1234", "5A 82 0002 1234"])
    func `Lengths of one, two and three bytes mean the same, minimal or not`(text: String) throws {
        #expect(try decode(text).openValue(.primaryAccountNumber) == [0x12, 0x34])
    }

    @Test func `The long forms hold what the short one cannot`() throws {
        let value = [UInt8](repeating: 0x11, count: 200)
        let tree = try TLVTree(decoding: SecretBytes(tlv("70", tlv("9F46", value))))
        #expect(tree.openValue(Tag(0x9F46)) == value)
    }

    @Test(
        arguments: [
            ("70 80 5A01 00 0000", TLVError(kind: .indefiniteLength, offset: 1)),
            ("70 91 5713 4111", TLVError(kind: .unsupportedLength, offset: 1)),
            ("70 83 000001 00", TLVError(kind: .unsupportedLength, offset: 1)),
            ("70 05 5A 04 1111", TLVError(kind: .truncated, offset: 0)),
            ("70 04 5A 04 1111", TLVError(kind: .overrun, offset: 2)),
            ("70 03 5A 82 00", TLVError(kind: .overrun, offset: 2)),
            ("70 01 9F", TLVError(kind: .overrun, offset: 2)),
            ("70", TLVError(kind: .truncated, offset: 0)),
            ("9F", TLVError(kind: .truncated, offset: 0)),
        ])
    func `What is wrong is said with its place`(text: String, expected: TLVError) {
        #expect(fault(text) == expected)
    }

    @Test func `00 and FF are left out wherever a tag may stand`() throws {
        let tree = try decode("00FF 70 0E FF 5F340101 FFFFFF 9F57020840 00 FF00")
        #expect(tree.tags == [Tag(0x70), Tag(0x5F34), Tag(0x9F57)])
        #expect(tree.openValue(Tag(0x5F34)) == [0x01])
        #expect(tree.openValue(Tag(0x9F57)) == [0x08, 0x40])
    }

    @Test func `Within a value nothing is left out`() throws {
        #expect(try decode("9F36 02 00FF").openValue(Tag(0x9F36)) == [0x00, 0xFF])
    }

    @Test func `A short object at the end is not lost`() throws {
        let tree = try decode("70 06 9F360100 8700")
        #expect(tree.tags == [Tag(0x70), Tag(0x9F36), Tag(0x87)])
        #expect(tree.openValue(Tag(0x87)) == nil, "an empty value counts as absent")
    }

    @Test func `The first value that is not empty is the tag's`() throws {
        #expect(try decode("57 00 57 01 AA 57 01 BB").openValue(.track2Equivalent) == [0xAA])
    }

    @Test func `Objects nest eight deep and no deeper`() throws {
        func nested(_ depth: Int) -> [UInt8] { (0..<depth).reduce([]) { inner, _ in tlv("70", inner) } }
        #expect(try TLVTree(decoding: SecretBytes(nested(8))).nodes.count == 8)
        let error = #expect(throws: TLVError.self) { try TLVTree(decoding: SecretBytes(nested(9))) }
        #expect(error == TLVError(kind: .tooDeep, offset: 16))
    }

    @Test func `An answer has at most 256 objects`() throws {
        let objects = [[UInt8]](repeating: hex("8700"), count: 256).flatMap { $0 }
        #expect(try TLVTree(decoding: SecretBytes(objects)).nodes.count == 256)
        let error = #expect(throws: TLVError.self) { try TLVTree(decoding: SecretBytes(objects + hex("8700"))) }
        #expect(error == TLVError(kind: .tooManyObjects, offset: 512))
    }

    @Test func `Parts keep to their own object`() throws {
        let tree = try decode("BF0C 0E 61 05 4F 01 01 87 00 61 05 4F 01 02 87 00")
        let parts = tree.parts(of: .directoryEntry)
        #expect(parts.map { tree.openValue(.applicationIdentifier, in: $0) } == [[1], [2]])
    }

    @Test func `What looks like filler before an odd end is read or refused, not trapped on`() throws {
        #expect(try decode("FF01014C").tags == [Tag(0x01)])
        #expect(try decode("000000").tags.isEmpty)
        #expect(try decode("").tags.isEmpty)
    }

    @Test func `What was wiped is read as nothing`() throws {
        let bytes = SecretBytes(hex: "70 04 5A 02 1234")
        let tree = try TLVTree(decoding: bytes)
        bytes.wipe()
        #expect(tree[.primaryAccountNumber]?.isEmpty == true)
    }

    @Test func `A tag is written as EMV's tables write it`() {
        #expect([Tag(0x5A), Tag(0x9F02), Tag(0xDF8101), Tag(0x06)].map(\.description) == ["5A", "9F02", "DF8101", "06"])
    }
}
