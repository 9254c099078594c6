import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("Selection of the application")
struct SelectionTests {
    private func order(_ entries: [UInt8]..., preferring preferred: [ApplicationNetwork] = []) throws -> [String] {
        let tree = try TLVTree(decoding: SecretBytes(tlv("6F", tlv("A5", tlv("BF0C", Array(entries.joined()))))))
        return DirectoryEntry.ordered(DirectoryEntry.all(in: tree), preferring: preferred).map(\.application.description)
    }

    private let visa = "A0000000031010"
    private let mastercard = "A0000000041010"
    private let gpn = "A0000006021010"
    private let unknown = "A0000009990101"

    @Test func `The card's rank decides, and who has none comes last`() throws {
        #expect(
            try order(entry(visa), entry(mastercard, priority: 0x0F), entry(gpn, priority: 1), entry(unknown, priority: 0)) == [
                gpn, mastercard, visa, unknown,
            ])
    }

    @Test func `The bit that asks for consent is no rank`() throws {
        #expect(try order(entry(visa, priority: 2), entry(mastercard, priority: 0x81)) == [mastercard, visa])
    }

    @Test func `Among equals: what the merchant prefers, then what is known, then the card's order`() throws {
        let entries = [entry(unknown, priority: 1), entry(visa, priority: 1), entry(gpn, priority: 1)]
        #expect(try order(entries[0], entries[1], entries[2]) == [visa, gpn, unknown])
        #expect(try order(entries[0], entries[1], entries[2], preferring: [.gpn]) == [gpn, visa, unknown])
    }

    @Test func `Entries without a usable name are left out, and none is taken twice`() throws {
        #expect(
            try order(entry("A0000000"), entry(visa), entry(String(repeating: "A0", count: 17)), entry(visa), tlv("61", hex("8701 01"))) == [visa])
    }

    @Test func `What else an entry holds, in whatever order, does not matter`() throws {
        let other = hex("9F2A0102 9F290101 9F0A02AAAA 4203411111 5F55024944 5F5304DEADBEEF 9F120456495341")
        let whole = tlv("61", other, hex("870102"), tlv("50", Array(" VISA ".utf8)), tlv("4F", hex(visa)))
        let tree = try TLVTree(decoding: SecretBytes(tlv("6F", tlv("A5", tlv("BF0C", whole)))))
        #expect(DirectoryEntry.all(in: tree) == [DirectoryEntry(application: aid(visa), label: "VISA", rank: 2)])
    }

    @Test func `Entries are found wherever they stand`() throws {
        let tree = try TLVTree(decoding: SecretBytes(tlv("6F", tlv("A5", entry(visa), tlv("73", entry(gpn)), tlv("BF0C", entry(mastercard))))))
        #expect(DirectoryEntry.all(in: tree).map(\.application.description) == [visa, gpn, mastercard])
    }

    @Test(
        arguments: [
            ("A0000000031010", ApplicationNetwork.visa), ("A00000000310100102", .visa), ("A00000000305076010", .elo), ("A0000000041010", .mastercard),
            ("A0000000042203", .mastercard), ("A0000000043060", .maestro), ("A000000004306001", .maestro), ("A0000000050001", .maestro),
            ("A00000002501", .amex), ("A0000000651010", .jcb), ("A000000333010102", .unionPay), ("A0000006021010", .gpn), ("D3600000010000", .gpn),
            ("A0000001523010", .discover), ("A0000003241010", .discover), ("A0000002771010", .interac), ("A0000005241010", .ruPay),
            ("A0000006582010", .mir), ("A0000000421010", .cb), ("A00000038410", .eftpos), ("D27600002547410100", .girocard),
            ("A0000001211010", .dankort),
            ("A0000006723010", .troy), ("A0000003710001", .verve), ("A0000000980840", .visa), ("A0000001410001", .bancomat),
            ("A0000002281010", .mada),
            ("D5780000021010", .bankAxept), ("A0000007321001", .meeza), ("A0000000291010", .link), ("A0000006200620", .usDebit),
        ])
    func `The longest prefix of a name tells the network`(name: String, network: ApplicationNetwork) {
        #expect(ApplicationNetwork(of: aid(name)) == network)
    }

    @Test(
        arguments: [
            "A0000009990101", "A0000006022020", "D2760000850101", "A0000000180F0000018001", "0000000000000001", "A0000005714E4A43",
            "A000424E49100001",
        ])
    func `Unknown names and those of no payment card have no network`(name: String) {
        #expect(ApplicationNetwork(of: aid(name)) == nil)
    }

    @Test func `Every name to ask for has a network, none is asked for twice, and Indonesia's come first`() {
        let all = FallbackApplications.all
        #expect(all.allSatisfy { ApplicationNetwork(of: $0) != nil })
        #expect(Set(all).count == all.count)
        #expect(all.count <= ReadLimits().candidates)
        #expect(all.first == aid("A0000006021010"))
        #expect(all.last == aid("A000000003"))
    }

    @Test func `A name has 5 to 16 bytes`() {
        for count in 0...20 { #expect((ApplicationIdentifier([UInt8](repeating: 1, count: count)) != nil) == (5...16).contains(count)) }
    }
}
