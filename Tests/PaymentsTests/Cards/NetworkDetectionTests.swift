import Secrets
import Testing

@testable import Payments

@Suite("Network by prefix")
struct NetworkDetectionTests {
    private let detection = NetworkDetection()

    @Test(
        "A whole number has the network of its longest prefix",
        arguments: [
            ("6011111111111117", CardNetwork.discover), ("6212345678901232", .unionPay), ("6221260000000000", .unionPay),
            ("5019717010103742", .dankort), ("5066991111111118", .elo), ("6521000000000007", .ruPay), ("6759649826438453", .maestro),
            ("2200123456789019", .mir), ("2221000000000009", .mastercard), ("2720990000000007", .mastercard), ("9792123456789018", .troy),
            ("3528000000000007", .jcb), ("3527000000000008", .unknown), ("4111111111111111", .visa), ("4222222222222", .visa),
            ("378282246310005", .amex), ("30569309025904", .diners), ("180000000000002", .jcb), ("1946000000000005", .gpn),
            ("6062820000000003", .hipercard), ("4571000000000001", .dankort), ("5060990000000008", .verve), ("5080000000000002", .ruPay),
            ("8110000000000000", .unionPay), ("8170000000000007", .ruPay), ("6500020000000000", .verve), ("6500000000000000", .discover),
            ("3571110000000000", .lankaPay), ("8600123456789012", .uzCard), ("100000000000009", .uatp), ("6019000000000000", .maestro),
        ])
    func wholeNumbers(number: String, network: CardNetwork) {
        #expect(detection.network(ofComplete: CardPrefix(number)) == network)
    }

    @Test("A range counts only at its lengths", arguments: ["41111111111111", "411111111111111", "51000000000000000", "7000000000003"])
    func lengthsThatDoNotFit(number: String) {
        #expect(detection.network(ofComplete: CardPrefix(number)) == .unknown)
    }

    @Test("A network that takes what is left over loses against any other, also against a shorter prefix")
    func catchAll() {
        let detection = NetworkDetection(ranges: [
            NetworkRange(.maestro, 601...601, [16], .catchAll), NetworkRange(.discover, 60...60, [16]),
        ])
        #expect(detection.network(ofComplete: CardPrefix("6010000000000000")) == .discover)
    }

    @Test("What two networks claim alike is nobody's")
    func ties() {
        let detection = NetworkDetection(ranges: [NetworkRange(.visa, 40...49, [16]), NetworkRange(.elo, 45...45, [16])])
        #expect(detection.network(ofComplete: CardPrefix("4500000000000000")) == .unknown)
        #expect(detection.network(ofComplete: CardPrefix("4400000000000000")) == .visa)
    }

    @Test("No two networks of the table claim the same prefix at the same length")
    func tableHasNoTies() {
        let all = NetworkRange.all
        for (index, one) in all.enumerated() {
            for other in all[(index + 1)...] where one.network != other.network && one.digits == other.digits && one.weight == other.weight {
                let clash = one.prefixes.overlaps(other.prefixes) && !Set(one.lengths).isDisjoint(with: other.lengths)
                #expect(!clash, "\(one.network) \(one.prefixes) and \(other.network) \(other.prefixes)")
            }
        }
    }

    @Test("The bounds of every range have equally many digits, no more than a prefix keeps")
    func tableIsWellFormed() {
        for range in NetworkRange.all {
            #expect(String(range.prefixes.upperBound).utf8.count == range.digits)
            #expect(range.digits <= CardPrefix.maximumCount)
            #expect(range.lengths.allSatisfy(NetworkDetection.unknownLengths.contains))
        }
    }

    @Test(
        "While someone types, the network shows as soon as it is decided",
        arguments: [
            ("", CardNetwork.unknown), ("4", .visa), ("4111 11", .visa), ("41111111111111", .visa), ("3", .unknown), ("34", .amex), ("35", .unknown),
            ("3528", .jcb), ("352", .jcb), ("5", .unknown), ("51", .mastercard), ("50", .unknown), ("501", .unknown), ("5019", .dankort),
            ("5018", .maestro), ("2", .unknown), ("22", .unknown), ("220", .mir), ("2221", .mastercard), ("6", .unknown), ("60", .unknown),
            ("6011", .discover), ("601111111111", .discover), ("62", .unionPay), ("6759", .maestro), ("97", .unknown), ("979", .troy),
            ("0", .unknown), ("41111111111111111111", .unknown),
        ])
    func typing(typed: String, network: CardNetwork) {
        #expect(detection.network(whileTyping: CardPrefix(typed)) == network)
    }

    @Test(
        "A number's lengths are those of every network that claims its prefix",
        arguments: [
            ("4111", [13, 16, 18, 19]), ("5111", [16]), ("3782", [15]), ("2131", [15]), ("3528", Array(16...19)), ("6011", Array(12...19)),
            ("6521", Array(12...19)), ("7000", Array(12...19)), ("1889", Array(12...19)), ("", Array(12...19)),
        ])
    func lengths(typed: String, lengths: [Int]) {
        #expect(detection.lengths(for: CardPrefix(typed)) == lengths)
    }

    @Test("The lengths of the network that shows are its own alone")
    func ownLengths() {
        #expect(detection.lengths(of: .discover, for: CardPrefix("6011")) == Array(16...19))
        #expect(detection.lengths(of: .jcb, for: CardPrefix("2131")) == [15])
        #expect(detection.lengths(of: .jcb, for: CardPrefix("352")) == Array(16...19))
    }
}

extension CardPrefix {
    init(_ text: String) {
        self = CardDigits(text: SecretBytes(utf8: text)).prefix
    }
}
