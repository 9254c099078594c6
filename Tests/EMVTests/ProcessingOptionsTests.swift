import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("Processing options and the file locator")
struct ProcessingOptionsTests {
    private func records(_ locator: String) -> [String] {
        ApplicationFileLocator(decoding: hex(locator)).entries.flatMap { entry in entry.records.map { "\($0.file)/\($0.number)" } }
    }

    @Test func `A locator names files and records`() {
        #expect(records("08010100 10010501 18010200") == ["1/1", "2/1", "2/2", "2/3", "2/4", "2/5", "3/1", "3/2"])
    }

    @Test(arguments: ["00010100", "F8010100", "08000100", "08020100", "080101", ""])
    func `Entries that name nothing are left out`(locator: String) {
        #expect(records(locator).isEmpty)
        #expect(records(locator.utf8.count == 8 ? locator + "10010100" : "10010100" + locator) == ["2/1"])
    }

    @Test func `The last record is 255`() {
        #expect(records("08FEFF00") == ["1/254", "1/255"])
    }

    @Test func `Format 1 is a profile and a locator without headers`() throws {
        let options = try ProcessingOptions(decoding: SecretBytes(hex: "800A 1980 08010100 10020300"))
        #expect(options.locator == ApplicationFileLocator(decoding: hex("0801010010020300")))
        #expect(try ProcessingOptions(decoding: SecretBytes(hex: "8002 1980")).locator == .empty)
        #expect(try ProcessingOptions(decoding: SecretBytes(hex: "8000")).locator == .empty)
    }

    @Test func `Format 2 has its objects in any order, the locator among them or not`() throws {
        let options = try ProcessingOptions(decoding: SecretBytes(hex: "770E 5F340101 940408010100 82020040"))
        #expect(options.locator == ApplicationFileLocator(decoding: hex("08010100")))
        #expect(try ProcessingOptions(decoding: SecretBytes(hex: "7704 82020040")).locator == .empty)
    }
}
