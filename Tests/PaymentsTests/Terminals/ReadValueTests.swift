import PaymentsSupport
import Secrets
import Testing

@testable import Payments

@Suite("A read's states")
struct ReadValueTests {
    static let table: [(ReadStatus, ReadStep, ReadStatus)] =
        [ReadStatus.waiting, .reading].flatMap { status -> [(ReadStatus, ReadStep, ReadStatus)] in
            [
                (status, .cardCame, .reading), (status, .succeeded, .succeeded), (status, .failed, .failed), (status, .cancelled, .cancelled),
                (status, .timedOut, .timedOut),
            ]
        }
        + [ReadStatus.succeeded, .failed, .cancelled, .timedOut].flatMap { end in ReadStep.allCases.map { (end, $0, end) } }

    @Test("Every step from every status", arguments: table)
    func steps(row: (from: ReadStatus, step: ReadStep, to: ReadStatus)) {
        #expect(row.from.after(row.step) == row.to)
    }

    @Test("The table has every pair, and only four statuses are ends")
    func whole() {
        #expect(Self.table.count == ReadStatus.allCases.count * ReadStep.allCases.count)
        #expect(ReadStatus.allCases.filter(\.isEnd).map(\.rawValue) == ["SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT"])
    }

    @Test("Who may take a read")
    func taking() {
        let taken = ReadUse.claimed(externalID: "A", wasBound: false)
        #expect(ReadUse.free.claimed(by: "A") == taken)
        #expect(ReadUse.bound(externalID: "A").claimed(by: "A") == .claimed(externalID: "A", wasBound: true))
        for (use, key) in [(ReadUse.bound(externalID: "A"), "B"), (taken, "A"), (taken, "B"), (.spent, "A")] {
            #expect(use.claimed(by: key) == nil)
        }
    }

    @Test("What a read is after the payment that took it")
    func after() {
        let (first, second) = (ReadUse.claimed(externalID: "A", wasBound: false), ReadUse.claimed(externalID: "A", wasBound: true))
        #expect(first.givenBack == .free && second.givenBack == .bound(externalID: "A") && ReadUse.spent.givenBack == .spent)
        for use in [first, second] {
            #expect(use.charged(mayComeAgain: true) == .bound(externalID: "A") && use.charged(mayComeAgain: false) == .spent)
        }
        #expect(first.isClaimed && !ReadUse.free.isClaimed && !ReadUse.bound(externalID: "A").isClaimed && !ReadUse.spent.isClaimed)
    }

    @Test("Ids look like what they are, and nothing else is one")
    func ids() {
        let id = ReadID.counted(1)
        #expect(id.description.hasPrefix("read_") && ReadID(id.description) == id && id < .counted(2))
        for text in ["", "read", "pay_01J", "read_%2e", "read_" + String(repeating: "0", count: 36)] { #expect(ReadID(text) == nil) }
    }
}

@Suite("What a merchant sees of the readers")
struct TerminalListingTests {
    private static let others = TerminalListing(terminals: [Terminal(id: .till, name: "Till", status: .ready)])

    @Test("Who has no reader cannot tell whether somebody else has one")
    func noneOfItsOwn() {
        let none = TerminalListing(terminals: [], problem: TerminalListing.noReader)
        #expect(Self.others.filtered { _ in false } == none && none.filtered { _ in false } == none)
        #expect(Self.others.filtered { $0 == .till } == Self.others)
    }

    @Test("A problem of the machine is everybody's")
    func problem() {
        #expect(TerminalListing(terminals: [], problem: "no pcscd").filtered { _ in false }.problem == "no pcscd")
    }
}

@Suite("What a read shows of a card")
struct CardReadSummaryTests {
    static let names: [(String?, String?)] = [
        (nil, nil), ("", nil), ("   ", nil), ("/", nil), (" / ", nil), ("SITI/N", "SITI/N"), ("SITI/  ", "SITI/"), ("  SITI  N  ", "SITI  N"),
        ("ŽENA/É", "ŽENA/É"), ("SITI\u{0}\u{0}", "SITI"),
    ]

    @Test("The name without its padding; none when it is blank or a lone slash", arguments: names)
    func holder(row: (chip: String?, shown: String?)) {
        #expect(CardReadSummary(.sample(holder: row.chip)).holderName == row.shown)
    }

    @Test(
        "A name or label that tells the number is not shown, however the digits are parted",
        arguments: [
            ("4111111111111111", nil), ("N 4111 1111-1111/1111", nil), ("X14111111111111111", nil), ("411111111111111", "411111111111111"),
            ("VISA 2", "VISA 2"),
        ] as [(String, String?)])
    func numberInText(row: (chip: String, shown: String?)) {
        let summary = CardReadSummary(.sample(holder: row.chip, label: row.chip))
        #expect(summary.holderName == row.shown && summary.applicationLabel == row.shown)
    }

    @Test(
        "A name of an application that tells the number is cut after its provider, and left out where that tells it too",
        arguments: [
            ("A0000000031010", "A0000000031010"), ("A0000000034111111111111111", "A000000003"),
            ("A0000000034111111111111110", "A0000000034111111111111110"), ("4111111111111111", "4111111111"),
        ])
    func numberInApplication(row: (chip: String, shown: String)) {
        #expect(CardReadSummary(.sample(application: row.chip)).applicationIdentifier == row.shown)
    }

    @Test("A number as short as a provider's name leaves nothing of it")
    func shortNumber() {
        #expect(CardReadSummary(.sample("41111111", application: "A041111111")).applicationIdentifier.isEmpty)
    }

    @Test("The network is the application's, else the number's")
    func network() {
        let both = CardReadSummary(.sample(network: .gpn))
        #expect(both.network == .gpn && both.panNetwork == .visa)
        let one = CardReadSummary(.sample(network: nil))
        #expect(one.network == .visa && one.panNetwork == .visa)
    }

    static let numbers = [("41111111", "", "1111"), ("411111222222", "411111", "2222")]

    @Test("Six and four digits, never a number that these would show whole", arguments: numbers)
    func digits(row: (number: String, first6: String, last4: String)) {
        let card = TerminalCard.sample(row.number)
        let summary = CardReadSummary(card)
        #expect(summary.first6 == row.first6 && summary.last4 == row.last4)
        #expect(card.number.shown == row.number)
    }

    @Test("A copy has memory of its own")
    func copies() {
        let card = TerminalCard.sample()
        let copy = card.copied()
        card.wipe()
        #expect(card.isWiped && copy.number.shown == "4111111111111111" && copy.holderName?.shown == "NURHALIZA/SITI")
    }
}
