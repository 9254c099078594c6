/// Which network a number is of, by its first digits and its length.
///
/// Only ranges whose length fits count; among them the longest prefix wins, a network that takes what is left over loses against every other,
/// and what two networks claim alike is nobody's.
struct NetworkDetection: Sendable {
    /// Lengths of card numbers whose network is not known (contract, section 2).
    static let unknownLengths = 12...19

    private let ranges: [NetworkRange]

    init(ranges: [NetworkRange] = NetworkRange.all) {
        self.ranges = ranges
    }

    /// The network of a number that has all its digits.
    func network(ofComplete prefix: CardPrefix) -> CardNetwork {
        let fitting = ranges.filter { $0.holds(prefix) && $0.lengths.contains(prefix.length) }
        return winner(fitting.filter { $0.weight != .catchAll }) ?? winner(fitting) ?? .unknown
    }

    /// The network of a number whose digits are still being typed: the one that holds it already, else the only one it can still come to.
    func network(whileTyping prefix: CardPrefix) -> CardNetwork {
        let reachable = ranges.filter { $0.canReach(prefix) }
        let specific = reachable.filter { $0.weight != .catchAll }
        if let holder = winner(specific.filter { $0.holds(prefix) }) { return holder }
        // A network that takes what is left over does so only when no other can still come to claim the number.
        let possible = Set(specific.filter { $0.mayComeToHold(prefix) }.map(\.network))
        let leftover = winner(reachable.filter { $0.weight == .catchAll && $0.holds(prefix) })
        switch (possible.count, leftover) {
        case (0, let leftover?): return leftover
        case (1, nil): return possible.first ?? .unknown
        default: return .unknown
        }
    }

    /// The lengths a number that begins like this may have: those of every network that claims it, else those of an unknown one's.
    func lengths(for prefix: CardPrefix) -> [Int] {
        lengths(of: ranges.filter { $0.weight != .atThisLengthOnly && $0.holds(prefix) })
    }

    /// The lengths that `network` gives to numbers that begin like this.
    func lengths(of network: CardNetwork, for prefix: CardPrefix) -> [Int] {
        let own = ranges.filter { $0.network == network }
        let holding = own.filter { $0.holds(prefix) }
        return lengths(of: holding.isEmpty ? own.filter { $0.mayComeToHold(prefix) } : holding)
    }

    private func lengths(of ranges: [NetworkRange]) -> [Int] {
        ranges.isEmpty ? Array(Self.unknownLengths) : Set(ranges.flatMap(\.lengths)).sorted()
    }

    /// The network of the longest prefix; unknown when several networks have one that long, nil when there is no range at all.
    private func winner(_ ranges: [NetworkRange]) -> CardNetwork? {
        guard let longest = ranges.map(\.digits).max() else { return nil }
        let networks = Set(ranges.filter { $0.digits == longest }.map(\.network))
        return networks.count == 1 ? networks.first : .unknown
    }
}
