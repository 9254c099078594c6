import CPCSC
import EMV
import Payments
import Sandbox
import Testing

@testable import Terminals

struct ReaderValueTests {
    @Test func codesCountWithTheirLower32Bits() {
        #expect(PCSCCode(LONG(0x8010_0069)) == .removedCard)
        #expect(PCSCCode(LONG(truncatingIfNeeded: Int32(bitPattern: 0x8010_0069))) == .removedCard)
        #expect(PCSCCode(0) == .success)
        #expect(PCSCCode.removedCard.description == "0x80100069")
        #expect(PCSCCode.success.description == "0x00000000")
        #expect(PCSCCode.notTransacted.isOfCard)
        #expect(!PCSCCode.noService.isOfCard)
    }

    @Test func readersWithEqualIdsAreNumberedByName() {
        var names = TerminalNames()
        names.enrol(["ACS-ACR 00", "ACS ACR 00", "ACS ACR 00 2", "Other"])
        #expect(names["ACS ACR 00"] == TerminalID("acs-acr-00"))
        // That id is another reader's own.
        #expect(names["ACS ACR 00 2"] == TerminalID("acs-acr-00-2"))
        #expect(names["ACS-ACR 00"] == TerminalID("acs-acr-00-3"))
        // The ids stay while readers come and go.
        names.enrol(["ACS-ACR 00"])
        #expect(names["ACS-ACR 00"] == TerminalID("acs-acr-00-3"))

        var again = TerminalNames()
        again.enrol(["Other", "ACS ACR 00 2", "ACS ACR 00", "ACS-ACR 00"])
        #expect(again["ACS-ACR 00"] == TerminalID("acs-acr-00-3"))
    }

    @Test func namesAreForgottenBeforeThereAreTooMany() {
        var names = TerminalNames()
        names.enrol(["Lane 1", "Lane-1"])
        #expect(names["Lane-1"] == TerminalID("lane-1-2"))
        for number in 0..<TerminalNames.maximum { names.enrol(["Passing \(number)", "Lane-1"]) }
        // Attached all the time, so it keeps its id; the other is free again.
        #expect(names["Lane-1"] == TerminalID("lane-1-2"))
        names.enrol(["Lane.1"])
        #expect(names["Lane.1"] == TerminalID("lane-1"))
    }

    static let smartCards: [[UInt8]] = [
        [], Sandbox.AnswerToReset.contactlessCard, [0x3B, 0x80, 0x80, 0x01, 0x01], [0x3B, 0x00], [0x3F, 0x65, 0x00, 0x00, 0x20],
        // Type B.
        [0x3B, 0x88, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x33, 0x81, 0x81, 0x00, 0x3A],
        // Interface bytes without an end.
        [0x3B, 0xF0, 0xFF],
        // The workgroup's identifier, elsewhere.
        [0x3B, 0x87, 0x80, 0x01, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x00],
    ]

    @Test(arguments: smartCards) func mayBeASmartCard(_ bytes: [UInt8]) {
        #expect(Terminals.AnswerToReset(bytes: bytes).mayBeSmartCard)
    }

    @Test(arguments: [
        Sandbox.AnswerToReset.storageCard, [0x3B], [0x00, 0x00],
        [0x3B, 0x8D, 0x80, 0x01, 0x80, 0x4F, 0x0A, 0xA0, 0, 0, 3, 6, 0x11, 0, 0x3B, 0, 0, 0],
    ])
    func isNoSmartCard(_ bytes: [UInt8]) {
        #expect(!Terminals.AnswerToReset(bytes: bytes).mayBeSmartCard)
    }

    @Test func theProfileOfATapHasTheTimeHereAndNewNumbers() {
        var settings = ReaderProfile()
        settings.merchantName = "SHOP"
        let profile = settings.terminal()
        #expect(profile.merchantName == "SHOP")
        #expect(profile.country == 360)
        #expect(profile.time.year >= 2024)
        #expect((1...12).contains(profile.time.month))
        #expect(Set((0..<8).map { _ in profile.unpredictableNumber() }).count > 1)
    }

    @Test func reportsAreTakenApart() {
        let report = ReaderReport(name: "Lane", word: 0xABCD_0122)
        #expect(report.counter == 0xABCD)
        #expect(report.hasCard)
        #expect(report.isAttached)
        #expect(!ReaderReport(name: "Lane", word: 0x0000_000C).isAttached)
    }
}
