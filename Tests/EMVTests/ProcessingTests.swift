import CardTraces
import Testing

@testable import EMV

@Suite("GET PROCESSING OPTIONS on a card that is choosy")
struct ProcessingTests {
    private let visa = MadeUpCard.visa

    private func processing(_ commands: [[UInt8]]) -> [String] { commands.filter { $0[1] == 0xA8 }.map(hexText) }

    /// A card whose n-th GET PROCESSING OPTIONS is the first to be answered.
    private func card(refusing count: Int, with status: String, list: [UInt8]) -> [Exchange] {
        let refusals = (0..<count).flatMap { _ in [application(visa, list: list), options(status: status)] }
        return [directory(entry(visa))] + refusals + [application(visa, list: list), options("", track2("4111111111111111"), name("/"))]
    }

    @Test(arguments: ["6985", "6984"])
    func `Other qualifiers are tried in turn, each after a new SELECT, and none at last`(status: String) {
        let (outcome, commands) = read(card(refusing: 4, with: status, list: hex("9F6604")))
        #expect(outcome.card != nil)
        #expect(
            processing(commands) == [
                "80A800000683043380400000", "80A800000683042700000000", "80A80000068304F620C00000", "80A80000068304A000000000", "80A8000002830000",
            ])
        #expect(commands.filter { $0[1] == 0xA4 }.count == 1 + 5)
    }

    @Test func `After five refusals of one application there are no more`() {
        let (outcome, commands) = read(card(refusing: 20, with: "6985", list: hex("9F6604")))
        #expect(outcome.failure == .unreadable)
        #expect(processing(commands).count == 5)
    }

    @Test func `The values of a Visa list go out in template 83 with both lengths right`() {
        let (_, commands) = read(card(refusing: 0, with: "", list: visaList))
        #expect(
            processing(commands) == [
                "80A8000023" + "8321" + "33804000" + "000000000100" + "000000000000" + "0360" + "0000000000" + "0360" + "261130" + "00" + "01010101"
                    + "00"
            ])
    }

    @Test func `Country, currency and amount are the merchant's`() {
        var terminal = TerminalProfile.test()
        terminal.country = 702
        terminal.currency = 978
        terminal.amount = 12_345
        let replay = Replay(card(refusing: 0, with: "", list: hex("9F02069F1A025F2A02")))
        #expect(CardReader(terminal: terminal).read(replay).card != nil)
        #expect(processing(replay.commands) == ["80A800000C830A" + "000000012345" + "0702" + "0978" + "00"])
    }

    @Test func `A tap has ten at most`() {
        let names = (1...5).map { "A00000000310100\($0)" }
        let applications = names.flatMap { name in (0..<5).flatMap { _ in [application(name, list: hex("9F6604")), options(status: "6985")] } }
        let (outcome, commands) = read([directory(entry(names[0]), entry(names[1]), entry(names[2]), entry(names[3]))] + applications)
        #expect(outcome.failure == .unreadable)
        #expect(processing(commands).count == 10)
        #expect(outcome.tally.processingOptions == 10)
    }

    @Test(arguments: ["6C10", "6700"])
    func `One that is sent again for its length counts as any other`(status: String) {
        let names = (1...3).map { "A00000000310100\($0)" }
        let again = { name in [application(name, list: hex("9F6604")), options(status: status), options(status: "6985")] }
        let applications = names.flatMap { name in (0..<5).flatMap { _ in again(name) } }
        let (outcome, commands) = read([directory(entry(names[0]), entry(names[1]), entry(names[2]))] + applications)
        #expect(outcome.failure == .unreadable)
        #expect(processing(commands).count == 10)
        #expect(commands.count { $0[1] == 0xA8 && $0.count == 11 } < 10, "another length was tried")
        // Three SELECTs for five of them; the third application is selected and no more.
        #expect(commands.count == 1 + 2 * (3 + 5) + 1)
    }

    @Test func `A list without qualifiers is tried as it is and with nothing`() {
        let (outcome, commands) = read(card(refusing: 1, with: "6985", list: hex("9F0206")))
        #expect(outcome.card != nil)
        #expect(processing(commands) == ["80A80000088306000000000100" + "00", "80A8000002830000"])
    }

    @Test func `Each one has an unpredictable number of its own`() {
        let (_, commands) = read(card(refusing: 1, with: "6985", list: hex("9F66049F3704")))
        #expect(processing(commands) == ["80A800000A8308" + "33804000" + "01010101" + "00", "80A800000A8308" + "27000000" + "02020202" + "00"])
    }

    @Test(arguments: ["9C7C9C7C9C7C", "9F66049F"])
    func `A list that cannot be filled is answered with nothing`(list: String) {
        let (outcome, commands) = read(card(refusing: 0, with: "", list: hex(list)))
        #expect(outcome.card != nil)
        #expect(processing(commands) == ["80A8000002830000"])
    }

    @Test func `The list is found wherever it stands, and an empty one asks for nothing`() {
        let answers = [options("", track2("4111111111111111"), name("/"))]
        let deep = read([directory(entry(visa)), application(visa, more: tlv("BF0C", tlv("9F38", hex("9F0206"))))] + answers)
        #expect(processing(deep.commands) == ["80A8000008830600000000010000"])
        let empty = read([directory(entry(visa)), application(visa, more: tlv("9F38"))] + answers)
        #expect(empty.outcome.card != nil)
        #expect(processing(empty.commands) == ["80A8000002830000"])
    }

    @Test func `Amex is told what it wants to hear`() {
        let amex = "A000000025010801"
        let (outcome, commands) = read([
            directory(entry(amex)), application(amex, list: hex("9F35019F6E04")), Exchange("80A80000078305220000000000", "6985", .exact),
            options("", track2("378282246310005"), name("/")),
        ])
        #expect(outcome.card?.application.network == .amex)
        #expect(processing(commands) == ["80A8000007830522D8E0000000"])
    }

    @Test func `A phone that wants its owner ends the read`() {
        let mastercard = MadeUpCard.mastercard
        let (outcome, commands) = read([
            directory(entry(visa), entry(mastercard)), application(visa), options(status: "6986"), application(mastercard),
        ])
        #expect(outcome.failure == .confirmOnPhone)
        #expect(outcome.payerMessage?.code == .confirmOnPhone)
        #expect(outcome.lastStatus == .commandNotAllowed)
        #expect(commands.count == 3)
    }

    @Test(arguments: ["6A80", "6D00", "6A81", "9000", "6283"])
    func `Another refusal goes to the next application at once`(status: String) {
        let mastercard = MadeUpCard.mastercard
        let (outcome, commands) = read([
            directory(entry(visa), entry(mastercard)), application(visa, list: visaList), options(status: status), application(mastercard),
            options("", track2("5555555555554444"), name("/")),
        ])
        #expect(outcome.card?.application.network == .mastercard)
        #expect(commands.count == 5)
    }

    @Test func `An answer without diagnosis or cut short is asked for once more after a new SELECT`() {
        for answer in ["6F00", "7730 82022000 5713", "80 9000"] {
            let (outcome, commands) = read(card(refusing: 1, with: answer, list: hex("9F6604")))
            #expect(outcome.card != nil)
            #expect(processing(commands) == ["80A8000006830433804000" + "00", "80A8000006830433804000" + "00"])
            let (given, few) = read(card(refusing: 3, with: answer, list: hex("9F6604")))
            #expect(given.card == nil)
            #expect(processing(few).count == 2)
        }
    }
}
