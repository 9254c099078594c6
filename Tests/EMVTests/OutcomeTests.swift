import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("How a read ends without a card")
struct OutcomeTests {
    private let visa = MadeUpCard.visa

    @Test func `A blocked card stops at once`() {
        let (outcome, commands) = read([Exchange(directoryCommand, "6A81")])
        #expect(outcome.failure == .blocked && outcome.payerMessage?.code == .cardBlocked)
        #expect(outcome.step == .selectDirectory && outcome.lastStatus == .functionNotSupported)
        #expect(commands.count == 1)
    }

    @Test func `6A81 to an application from the list of the well-known stops too`() {
        let (outcome, commands) = read([noDirectory, Exchange("00A4040007A000000602101000", "6A81")])
        #expect(outcome.failure == .blocked)
        #expect(commands.count == 2)
    }

    @Test func `6A81 to an application from the directory goes to the next`() {
        let (outcome, _) = read([
            directory(entry(MadeUpCard.mastercard), entry(visa)), Exchange("00A4040007A000000004101000", "6A81"), application(visa),
            options("", track2("4111111111111111")),
        ])
        #expect(outcome.card != nil)
    }

    @Test func `A card whose only application is blocked is blocked`() {
        let (outcome, _) = read([directory(entry(visa)), application(visa, status: hex("6283"))])
        #expect(outcome.failure == .blocked && outcome.payerMessage?.code == .cardBlocked)
        #expect(outcome.applications == [aid(visa)])
    }

    @Test(arguments: ["6A82", "6A86", "6D00", "6E00", "6999", "6F00", "6700"])
    func `A card without directory and applications is none`(status: String) {
        let (outcome, commands) = read([Exchange(directoryCommand, status)])
        #expect(outcome.failure == .noApplication && outcome.payerMessage?.code == .cardUnsupported)
        #expect(outcome.step == .selectApplication && outcome.applications.isEmpty)
        let repeated = ["6F00", "6700"].contains(status) ? 1 : 0
        #expect(commands.count == 1 + repeated + FallbackApplications.all.count)
    }

    @Test func `A directory that lists nothing, as a locked wallet's, is as none`() {
        let (outcome, commands) = read([directory()])
        #expect(outcome.failure == .noApplication)
        #expect(commands.count == 1 + FallbackApplications.all.count)
    }

    @Test func `A directory of purses lists nothing`() {
        #expect(read([directory(entry("A0000006022020"), entry("D2760000850101"))]).outcome.failure == .noApplication)
    }

    @Test func `Applications that all refuse are unreadable`() {
        let (outcome, commands) = read([directory(entry(visa)), Exchange("00A4040007\(visa)00", "6985")])
        #expect(outcome.failure == .unreadable && outcome.payerMessage?.code == .cardUnsupported)
        #expect(outcome.lastStatus == .conditionsNotSatisfied && outcome.step == .selectApplication)
        #expect(commands.count == 2)
    }

    @Test func `A card that does not speak TLV is told apart`() {
        let nested = (0..<60).reduce([UInt8]()) { inner, _ in tlv("6F", inner) }
        let (outcome, _) = read([Exchange(directoryCommand, nested + ok)])
        #expect(outcome.failure == .noApplication && outcome.payerMessage?.code == .cardMalformed)
        // A cut answer that comes whole the second time is the air's doing, not the card's.
        let cutOnce = read([
            directory(entry(visa)), application(visa), Exchange("80A8000000", "7730 82022000 5713"), application(visa), options("08010100"),
            record(1, 1, status: "6A83"),
        ])
        #expect(cutOnce.outcome.failure == .unreadable && cutOnce.outcome.payerMessage?.code == .cardUnsupported)
        let records = read([directory(entry(visa)), application(visa), options("08010100"), Exchange(recordCommand(1, 1), "7003 5A0841 9000")])
        #expect(records.outcome.failure == .unreadable && records.outcome.payerMessage?.code == .cardMalformed)
    }

    @Test func `What an issuer keeps in files of its own need not be TLV`() {
        let (outcome, _) = read([directory(entry(visa)), application(visa), options("58010100"), Exchange(recordCommand(11, 1), "7003 5A0841 9000")])
        #expect(outcome.payerMessage?.code == .cardUnsupported)
    }

    /// However a card leaves, and at whichever of its commands.
    @Test(arguments: [nil, [], [0x90]] as [[UInt8]?])
    func `A card that leaves is gone`(lastWord: [UInt8]?) {
        let exchanges = MadeUpCard.all[1].exchanges
        for last in 0..<5 {
            let outcome = read(exchanges, leavingAt: last, with: lastWord)
            #expect(outcome.failure == .removed)
            #expect(outcome.payerMessage?.code == .cardRemoved)
            #expect(outcome.tally.commands == last + 1)
        }
    }

    @Test func `A cut answer is asked for again, which shows that the card is gone`() {
        let replay = Replay(MadeUpCard.all[1].exchanges)
        let channel = Interposed(replay) { number, answer throws(CardChannelError) in
            if number > 4 { throw .cardRemoved }
            return number == 4 ? Array(answer.prefix(answer.count / 2)) : answer
        }
        let outcome = CardReader(terminal: .test()).read(channel)
        #expect(outcome.failure == .removed)
        #expect(outcome.tally.commands == 6)
    }

    @Test func `A cut answer that is whole the second time is read`() {
        for cut in 0..<5 {
            let replay = Replay(MadeUpCard.all[1].exchanges + MadeUpCard.all[1].exchanges)
            let channel = Interposed(replay) { number, answer in number == cut && answer.count > 2 ? Array(answer.dropLast(5)) : answer }
            #expect(CardReader(terminal: .test()).read(channel).card != nil)
        }
    }

    /// Its last two bytes pass for a status word; only the length of its object tells.
    @Test(arguments: ["7014 5A085555555555554444 9F46", "7014 5A085555555555554444 9000", "7014 6A82", "70 9000"])
    func `An answer cut where a status word seems to be is known by its length`(cut: String) {
        let channel = Interposed(
            Replay([
                directory(entry(visa)), application(visa), options("08010100"), record(1, 1, number("5555555555554444"), expiry, name("DOE/JANE")),
            ])
        ) { number, answer in number == 3 ? hex(cut) : answer }
        let outcome = CardReader(terminal: .test()).read(channel)
        #expect(text(outcome.card?.holderName) == "DOE/JANE")
        #expect(outcome.tally.commands == 5)
    }

    @Test func `A reader that is lost is not the card's doing`() {
        let channel = Interposed(Replay(MadeUpCard.all[0].exchanges)) { number, answer throws(CardChannelError) in
            if number == 1 { throw .readerLost }
            return answer
        }
        let outcome = CardReader(terminal: .test()).read(channel)
        #expect(outcome.failure == .readerLost && outcome.payerMessage == nil)
    }

    @Test(arguments: [(StopReason.cancelled, ReadFailure.cancelled), (.timedOut, .timedOut)])
    func `Whoever waits can end it before any command`(reason: StopReason, failure: ReadFailure) {
        for last in 0..<5 {
            let replay = Replay(MadeUpCard.all[1].exchanges)
            let outcome = CardReader(terminal: .test()).read(replay) { replay.commands.count == last ? reason : nil }
            #expect(outcome.failure == failure && outcome.payerMessage == nil)
            #expect(replay.commands.count == last)
        }
    }

    @Test func `Nothing of a card prints`() throws {
        let outcome = read(MadeUpCard.all[1].exchanges).outcome
        let card = try #require(outcome.card)
        var dumped = ""
        dump(outcome, to: &dumped)
        for shown in ["\(card)", "\(outcome)", String(reflecting: card), String(reflecting: outcome), dumped] {
            #expect(!shown.contains("5555") && !shown.contains("DOE") && !shown.contains("2030"))
        }
        card.wipe()
        #expect(card.number.isEmpty && card.holderName?.isEmpty == true)
    }
}

/// A card between which and the reader something happens to the n-th answer.
struct Interposed: CardChannel {
    final class Counter { var value = 0 }

    let card: Replay
    let change: (Int, [UInt8]) throws(CardChannelError) -> [UInt8]
    private let counter = Counter()

    init(_ card: Replay, change: @escaping (Int, [UInt8]) throws(CardChannelError) -> [UInt8]) {
        self.card = card
        self.change = change
    }

    func transmit(_ command: [UInt8]) throws(CardChannelError) -> [UInt8] {
        defer { counter.value += 1 }
        return try change(counter.value, card.transmit(command))
    }
}

/// Reads a card that leaves at its n-th command: with an answer that is none, or (nil) with the driver's word for it.
private func read(_ exchanges: [Exchange], leavingAt last: Int, with word: [UInt8]?) -> ReadOutcome {
    let channel = Interposed(Replay(exchanges)) { number, answer throws(CardChannelError) in
        guard number >= last else { return answer }
        guard let word else { throw .cardRemoved }
        return word
    }
    return CardReader(terminal: .test()).read(channel)
}
