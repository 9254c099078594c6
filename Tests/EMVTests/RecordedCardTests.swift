import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("Recorded cards", .enabled(if: !RecordedCard.files.isEmpty, "no recorded cards beside the repository, nor in EMV_CARD_DATA"))
struct RecordedCardTests {
    @Test func `Every file is understood`() {
        #expect(RecordedCard.all.map(\.file) == RecordedCard.files)
    }

    @Test(arguments: RecordedCard.all)
    func `A recorded card gives what it is known to hold`(recorded: RecordedCard) throws {
        let outcome = read(recorded.exchanges).outcome
        let expected = recorded.expected
        #expect((outcome.failure?.rawValue ?? "ok") == expected.outcome)
        guard expected.outcome == "ok" else {
            if expected.isMalformed { #expect(outcome.payerMessage?.code == .cardMalformed) }
            return
        }
        let card = try #require(outcome.card)
        #expect(text(card.number) == expected.number)
        #expect(card.expiration.map { String($0.year % 100 * 100 + $0.month) } == expected.expiry.flatMap(Int.init).map(String.init))
        if expected.rawName == nil { #expect(text(card.holderName) == expected.name) }
        #expect(card.application.identifier.description == expected.application)
        if let name = expected.dedicatedFileName { #expect(card.application.dedicatedFileName?.description == name) }
        #expect(card.application.label == expected.label)
        // Known only when it stood in what had to be read.
        if let read = card.sequenceNumber, let expected = expected.sequenceNumber.flatMap({ Int($0) }) { #expect(read == expected) }
        // Diners' numbers have Discover's application.
        let network = expected.network?.replacing("diners", with: "discover")
        if let network, network != "unknown" { #expect(card.application.network?.rawValue == network.uppercased()) }
    }

    /// The same read with fewer and fewer records allowed: as soon as one less is too few, none was too many.
    @Test(arguments: RecordedCard.all)
    func `No record of a recorded card is read in vain`(recorded: RecordedCard) {
        let whole = read(recorded.exchanges).outcome
        guard let card = whole.card, whole.tally.records > 0, whole.step == .readRecord else { return }
        var limits = ReadLimits()
        limits.records = whole.tally.records - 1
        var session = ReadSession(channel: Replay(recorded.exchanges), terminal: .test(), limits: limits) { nil }
        let shorter = try? session.read(preferring: [])
        let tellsNoName = card.holderName == nil
        #expect(tellsNoName || shorter.map { text($0.number) != text(card.number) || text($0.holderName) != text(card.holderName) } ?? true)
    }

    @Test(arguments: RecordedCard.all)
    func `Every beginning of every answer of a recorded card is dealt with`(recorded: RecordedCard) {
        for (index, exchange) in recorded.exchanges.enumerated() {
            let response = exchange.response ?? []
            for end in stride(from: 0, to: response.count, by: 1 + response.count / 24) {
                for status in [[], ok] {
                    var exchanges = recorded.exchanges
                    exchanges[index].response = Array(response[..<end]) + status
                    let (outcome, commands) = read(exchanges)
                    #expect(commands.count <= 120 && outcome.tally.processingOptions <= 10)
                }
            }
        }
    }
}
