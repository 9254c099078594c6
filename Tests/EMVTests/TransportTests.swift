import CardTraces
import Testing

@testable import EMV

@Suite("61xx, 6Cxx and answers that want a second try")
struct TransportTests {
    private let visa = MadeUpCard.visa
    private let gone = Exchange("00A4040007A000000003101000", "6A82")

    private func commands(_ exchanges: Exchange...) -> [String] { read(exchanges).commands.map(hexText) }

    @Test func `More bytes are fetched until there are no more, and put together`() {
        let whole = directory(entry(visa)).response?.dropLast(2) ?? []
        let (first, second) = (Array(whole.prefix(20)), Array(whole.dropFirst(20)))
        let (outcome, commands) = read([
            Exchange(directoryCommand, "6114"), Exchange("00C0000014", first + [0x61, UInt8(second.count)]),
            Exchange(hexText([0x00, 0xC0, 0x00, 0x00, UInt8(second.count)]), second + ok), application(visa),
            options("", track2("4111111111111111"), name("/")),
        ])
        #expect(outcome.card != nil)
        #expect(commands.count == 5)
    }

    @Test func `Data that comes with 61xx is the first part`() {
        let whole = Array(directory(entry(visa)).response?.dropLast(2) ?? [])
        let rest = UInt8(whole.count - 10)
        let (outcome, _) = read([
            Exchange(directoryCommand, Array(whole.prefix(10)) + [0x61, rest]),
            Exchange(hexText([0x00, 0xC0, 0x00, 0x00, rest]), Array(whole.dropFirst(10)) + ok), application(visa),
            options("", track2("4111111111111111"), name("/")),
        ])
        #expect(outcome.card != nil)
    }

    @Test func `61 00 asks for 256 bytes`() {
        #expect(commands(Exchange(directoryCommand, "6100"), Exchange("00C0000000", "6A82")).prefix(2) == [directoryCommand, "00C0000000"])
    }

    @Test func `GET RESPONSE has class 00, and the command's where that is refused`() {
        let (outcome, commands) = read([
            directory(entry(visa)), application(visa), options(status: "6120"), Exchange("00C0000020", "6E00"),
            Exchange("80C0000020", (options("", track2("4111111111111111"), name("/")).response ?? [])),
        ])
        #expect(outcome.card != nil)
        #expect(commands.suffix(2).map(hexText) == ["00C0000020", "80C0000020"])
    }

    @Test func `A wrong Le is replaced once`() {
        #expect(
            commands(Exchange("00A404000E325041592E5359532E444446303120", "6C30", .exact), Exchange(directoryCommand, "6C20", .exact), gone).prefix(3)
                == [
                    directoryCommand, "00A404000E325041592E5359532E444446303120", "00A4040007A000000602101000",
                ])
    }

    @Test func `A wrong Le within GET RESPONSE is replaced too`() {
        let whole = directory(entry(visa)).response ?? []
        let (outcome, _) = read([
            Exchange(directoryCommand, "6100"), Exchange("00C0000000", "6C28"), Exchange("00C0000028", whole), application(visa),
            options("", track2("4111111111111111"), name("/")),
        ])
        #expect(outcome.card != nil)
    }

    @Test func `6700 is answered once with no Le`() {
        let bare = String(directoryCommand.dropLast(2))
        let (outcome, commands) = read([
            Exchange(directoryCommand, "6700", .exact), Exchange(bare, directory(entry(visa)).response, .exact), application(visa),
            options("", track2("4111111111111111"), name("/")),
        ])
        #expect(outcome.card != nil)
        #expect(commands.prefix(2).map(hexText) == [directoryCommand, bare])
    }

    @Test func `6F00 is answered once with the same`() {
        #expect(
            commands(Exchange(directoryCommand, "6F00")).prefix(3) == [directoryCommand, directoryCommand, "00A4040007A000000602101000"])
    }

    @Test func `A card that has always more to tell is listened to nine times a command`() {
        let endless = Interposed(Replay([])) { _, _ in [0x61, 0x01] }
        let outcome = CardReader(terminal: .test()).read(endless)
        #expect(outcome.failure == .noApplication || outcome.failure == .unreadable)
        #expect(outcome.tally.commands == 120)
    }

    @Test func `A card that corrects every length is asked at most 120 times`() {
        let channel = Interposed(Replay([])) { _, _ in [0x6C, 0x01] }
        #expect(CardReader(terminal: .test()).read(channel).tally.commands == 2 * (1 + FallbackApplications.all.count))
    }

    @Test func `An answer longer than a short command's is none`() {
        let long = tlv("6F", entry(visa), [UInt8](repeating: 0, count: 300))
        #expect(read([Exchange(directoryCommand, long + ok)]).outcome.failure == .noApplication)
    }
}
