import EMV
import Testing

@testable import Terminals

struct LoggedNameTests {
    static let names: [([UInt8], String)] = [
        ([0xA0, 0x00, 0x00, 0x00, 0x03, 0x10, 0x10], "A0000000031010"),
        ([0xA0, 0x00, 0x00, 0x06, 0x02, 0x10, 0x10], "A0000006021010"),
        ([0xA0, 0x00, 0x00, 0x03, 0x33, 0x01, 0x01, 0x01], "A000000333010101"),
        // Eleven digits at most.
        ([0xA0, 0x00, 0x00, 0x00, 0x03, 0x12, 0x34, 0x56, 0x78, 0x90], "A0000000031234567890"),
        // A card may call itself by its number, be it right or wrong.
        ([0xA0, 0x00, 0x00, 0x00, 0x03, 0x41, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11], "A000000003…"),
        ([0x41, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x12], "4111111111…"),
        ([0xA0, 0x00, 0x00, 0x00, 0x0F, 0x12, 0x34, 0x56, 0x78, 0x90, 0x12], "A00000000F…"),
    ]

    @Test("A name with room for a card number is cut after its provider", arguments: names)
    func isCut(row: (bytes: [UInt8], logged: String)) throws {
        #expect(try #require(ApplicationIdentifier(row.bytes)).logged == row.logged)
    }

    @Test("Only connecting tells a refusal; later the same code is a service that died")
    func admission() {
        for code in [PCSCCode.accessDenied, .communicationError] { #expect(code.afterAdmission == .noService) }
        for code in [PCSCCode.serviceStopped, .noReaders, .cancelled] { #expect(code.afterAdmission == code) }
    }
}
