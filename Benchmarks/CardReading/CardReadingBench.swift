import CardTraces
import EMV

/// What reading a card costs: the gateway's own time, which is everything but the card's and the reader's, and how many commands go over the air, each
/// of them 15–150 ms of the payer's time.
@main
enum CardReadingBench {
    static func main() {
        let cards =
            MadeUpCard.all.map { Conversation(title: $0.title, exchanges: $0.exchanges) }
            + RecordedCard.all.map { Conversation(title: $0.file, exchanges: $0.exchanges) }
        printTimes(cards)
        printCommands(cards)
    }

    private static func printTimes(_ cards: [Conversation]) {
        let rounds = 500
        // The first rounds warm up what is made once: tables, allocator, caches.
        for card in cards { _ = card.times(rounds: 20) }
        let all = cards.flatMap { $0.times(rounds: rounds) }.sorted()
        let slowest = cards.map { (card: $0, median: $0.times(rounds: rounds).sorted()[rounds / 2]) }.max { $0.median < $1.median }
        let median = all[all.count / 2]
        print("\ncard reading, own time of \(all.count) reads of \(cards.count) cards, \(RecordedCard.all.count) of them recorded")
        print("median \(median.text), p99 \(all[all.count * 99 / 100].text), max \(all[all.count - 1].text); target: median < 1 ms")
        if let slowest { print("slowest card: \(slowest.card.title), median \(slowest.median.text)") }
    }

    private static func printCommands(_ cards: [Conversation]) {
        let costs = cards.compactMap { card in card.cost.map { (card: card, cost: $0) } }
        let (commands, minimum) = costs.reduce((0, 0)) { ($0.0 + $1.cost.commands, $0.1 + $1.cost.minimum) }
        let more = costs.filter { $0.cost.commands != $0.cost.minimum }
        print("\(costs.count) cards are read with \(commands) commands; the fewest that tell the same are \(minimum); \(more.count) cards take more:")
        for (card, cost) in more { print("  \(cost.commands) for \(cost.minimum)  \(card.title): \(cost.reasons)") }
    }
}

extension Duration {
    /// Microseconds with one decimal.
    fileprivate var text: String {
        let tenths = components.attoseconds / 100_000_000_000 + components.seconds * 10_000_000
        return "\(tenths / 10).\(tenths % 10) µs"
    }
}
