import CardTraces
import Secrets
import TestSupport
import Testing

@testable import EMV

@Suite("Cards that are broken or mean harm")
struct HostileCardTests {
    private let visa = MadeUpCard.visa

    private func readWithinLimits(_ exchanges: [Exchange]) {
        let (outcome, commands) = read(exchanges)
        #expect(commands.count <= 120 && outcome.tally.processingOptions <= 10 && outcome.tally.commands == commands.count)
        if let card = outcome.card {
            #expect((8...19).contains(card.number.count))
            card.number.withUnsafeBytes { digits in #expect(digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) }
        } else {
            #expect(outcome.failure != nil)
        }
    }

    private func replacing(_ card: MadeUpCard, _ index: Int, _ response: [UInt8]) -> [Exchange] {
        var exchanges = card.exchanges
        exchanges[index].response = response
        return exchanges
    }

    @Test(arguments: MadeUpCard.all)
    func `Every beginning of every answer is dealt with`(card: MadeUpCard) {
        for (index, exchange) in card.exchanges.enumerated() {
            let response = exchange.response ?? []
            for end in response.indices {
                // As a torn-away card leaves it, and as a card that miscounts sends it.
                readWithinLimits(replacing(card, index, Array(response[..<end])))
                readWithinLimits(replacing(card, index, response[..<min(end, response.count - 2)] + ok))
            }
        }
    }

    @Test(arguments: MadeUpCard.all)
    func `Changed bytes in any answer are dealt with`(card: MadeUpCard) {
        var random = SeededRandom(seed: 0x454D_5601)
        for _ in 0..<300 * Soak.factor {
            var exchanges = card.exchanges
            for _ in 0...random.below(3) {
                let index = random.below(exchanges.count)
                var response = exchanges[index].response ?? []
                guard !response.isEmpty else { continue }
                let place = random.below(response.count)
                switch random.below(4) {
                case 0: response[place] = UInt8(random.below(256))
                case 1: response[place] ^= 1 << random.below(8)
                case 2: response.remove(at: place)
                default: response.insert(contentsOf: [0x80, 0x82, 0xFF, 0x9F].prefix(1 + random.below(4)), at: place)
                }
                exchanges[index].response = response
            }
            readWithinLimits(exchanges)
        }
    }

    @Test func `No bytes trap the decoder`() {
        var random = SeededRandom(seed: 0x544C_5601)
        for _ in 0..<5000 * Soak.factor {
            let starts: [UInt8] = [0x6F, 0x70, 0x77, 0x9F, 0x61, 0x82, 0x81, 0x5A]
            let bytes = (0..<random.below(60)).map { _ in random.below(3) == 0 ? starts[random.below(8)] : UInt8(random.below(256)) }
            if let tree = try? TLVTree(decoding: SecretBytes(bytes)) { #expect(tree.nodes.allSatisfy { $0.value.upperBound <= bytes.count }) }
            _ = try? DataObjectList(decoding: bytes)
            _ = ApplicationFileLocator(decoding: bytes)
        }
    }

    @Test func `Of an endless locator 64 records are read`() {
        let locator = String(repeating: "0801FF00", count: 60)
        let channel = Interposed(Replay([directory(entry(visa)), application(visa), options(locator)])) { number, answer in
            number > 2 ? hex("7000 9000") : answer
        }
        let outcome = CardReader(terminal: .test()).read(channel)
        #expect(outcome.failure == .unreadable)
        #expect(outcome.tally.records == 64)
    }

    @Test func `Of a long directory 30 applications are tried`() {
        let names = (10..<50).map { "A0000009\($0)" + "00" }
        let listed = names.map { entry($0) }
        let (outcome, commands) = read([Exchange(directoryCommand, tlv("6F", Array(listed.prefix(22).joined())) + ok)])
        #expect(outcome.failure == .unreadable)
        #expect(commands.count == 1 + 22, "no short answer lists more than this of them")
        let chained = tlv("6F", Array(listed.joined()))
        let second = Array(chained.dropFirst(200))
        let (more, all) = read([
            Exchange(directoryCommand, chained.prefix(200) + [0x61, 0x00]), Exchange("00C0000000", second + ok),
        ])
        #expect(more.failure == .unreadable)
        #expect(all.count == 2 + 30)
    }

    @Test(arguments: ["12345670000000000000", "411111111111111A", "1234567"])
    func `A number that is none is not given out`(digits: String) {
        #expect(read([directory(entry(visa)), application(visa), options("", number(digits), expiry)]).outcome.failure == .unreadable)
    }

    @Test func `An application that calls itself another for ever ends`() {
        let channel = Interposed(Replay([])) { _, _ in tlv("6F", tlv("84", hex("A00000002501FFFF"))) + ok }
        #expect(CardReader(terminal: .test()).read(channel).tally.commands <= 120)
    }
}

extension SeededRandom {
    fileprivate mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }
}
