/// Prefixes that belong to one network, and how long its numbers are.
struct NetworkRange: Sendable {
    /// How strongly the range speaks for its network.
    enum Weight: Sendable {
        /// The range is the network's.
        case specific
        /// The network takes what no other range claims, however short the others' prefixes are.
        case catchAll
        /// The range is the network's at this length only: other numbers with the prefix exist and are nobody's we know.
        case atThisLengthOnly
    }

    let network: CardNetwork
    /// Inclusive bounds; both have `digits` digits.
    let prefixes: ClosedRange<Int>
    let digits: Int
    let lengths: [Int]
    let weight: Weight

    init(_ network: CardNetwork, _ prefixes: ClosedRange<Int>, _ lengths: [Int], _ weight: Weight = .specific) {
        self.network = network
        self.prefixes = prefixes
        digits = String(prefixes.lowerBound).utf8.count
        self.lengths = lengths
        self.weight = weight
    }

    /// Whether a number that begins like this is in the range, its length aside.
    func holds(_ prefix: CardPrefix) -> Bool {
        prefix.leading(digits).map(prefixes.contains) ?? false
    }

    /// Whether a number that has this many digits now can still have a length of the range.
    func canReach(_ prefix: CardPrefix) -> Bool {
        lengths.contains { weight == .atThisLengthOnly ? $0 == prefix.length : $0 >= prefix.length }
    }

    /// Whether a number that begins like this is not in the range yet, but can come to be with more digits.
    func mayComeToHold(_ prefix: CardPrefix) -> Bool {
        guard prefix.count < digits else { return false }
        var (lowest, highest) = (prefix.value, prefix.value)
        for _ in prefix.count..<digits {
            lowest *= 10
            highest = highest * 10 + 9
        }
        return prefixes.overlaps(lowest...highest)
    }
}

extension NetworkRange {
    /// Every range that is told apart by prefix. Sources: braintree/credit-card-type, didww and validator.js
    /// and Wikipedia's "Payment card number".
    static let all: [NetworkRange] = [
        rows(.visa, [4...4], [13, 16, 18, 19]),
        rows(.mastercard, [51...55, 2221...2720], [16]),
        rows(.amex, [34...34, 37...37], [15]),
        rows(.diners, [300...305, 3095...3095, 36...36, 38...39], Array(14...19)),
        rows(.jcb, [3528...3589], Array(16...19)),
        rows(.jcb, [2131...2131, 1800...1800], [15]),
        rows(.discover, [6011...6011, 644...649, 65...65], Array(16...19)),
        // 622126–622925 also runs on Discover in the US, but UnionPay issues it.
        rows(.unionPay, [62...62, 81...81], Array(16...19)),
        rows(.ruPay, [508...508, 606...608, 6521...6522, 8170...8202], [16]),
        rows(.mir, [2200...2204], Array(16...19)),
        rows(.troy, [9792...9792], [16]),
        rows(.elo, eloPrefixes, [16]),
        rows(.hipercard, [606282...606282], [16]),
        rows(.hiper, [637095...637095, 637568...637568, 637599...637599, 637609...637609, 637612...637612], [16]),
        rows(.hiper, [63_737_423...63_737_423, 63_743_358...63_743_358], [16]),
        rows(.verve, [506099...506197, 507865...507964, 650002...650027], [16, 18, 19]),
        // 9360… is the national QR and switching number, which no card bears.
        rows(.gpn, [1946...1946], [16, 18, 19]),
        // 4571 is the Visa/Dankort card.
        rows(.dankort, [5019...5019, 4571...4571], [16]),
        rows(.uzCard, [8600...8600], [16]),
        rows(.humo, [9860...9860], [16]),
        rows(.napas, [9704...9704], [16, 19]),
        rows(.lankaPay, [357111...357111], [16]),
        rows(.tUnion, [31...31], [19]),
        // iFortePay's staging sample number begins with 1, too, and has 16 digits.
        rows(.uatp, [1...1], [15], .atThisLengthOnly),
        rows(.maestro, [50...50, 56...69], Array(12...19), .catchAll),
    ].flatMap { $0 }

    private static let eloPrefixes: [ClosedRange<Int>] = [
        401178...401179, 431274...431274, 438935...438935, 451416...451416, 457393...457393, 457631...457632, 504175...504175, 506699...506778,
        509000...509999, 627780...627780, 636297...636297, 636368...636368, 650031...650033, 650035...650051, 650405...650439, 650485...650538,
        650541...650598, 650700...650718, 650720...650727, 650901...650978, 651652...651679, 655000...655019, 655021...655058,
    ]

    private static func rows(
        _ network: CardNetwork, _ prefixes: [ClosedRange<Int>], _ lengths: [Int], _ weight: Weight = .specific
    ) -> [NetworkRange] {
        prefixes.map { NetworkRange(network, $0, lengths, weight) }
    }
}
