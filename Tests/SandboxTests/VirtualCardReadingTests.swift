import EMV
import Secrets
import Synchronization
import Testing

@testable import Sandbox

/// A virtual card in the field of a reader of the tests, without pcscd.
private final class Field: CardChannel {
    private var card: any VirtualCardBehaviour
    private var isThere = true
    private(set) var commands: [[UInt8]] = []

    init(_ card: any VirtualCardBehaviour) {
        self.card = card
    }

    func transmit(_ command: [UInt8]) -> [UInt8] {
        commands.append(command)
        guard isThere else { return [] }
        let reaction = card.react(to: command)
        if case .answer(let bytes) = reaction { return bytes }
        isThere = false
        // As the driver reports it: success with what has come, also when a watchdog gives up a card that is silent.
        guard case .partial(let bytes, let count) = reaction else { return [] }
        return Array(bytes.prefix(count))
    }

    func read() -> ReadOutcome {
        let time = TerminalProfile.LocalTime(year: 2026, month: 11, day: 30, hour: 14, minute: 5, second: 9)
        return CardReader(terminal: TerminalProfile(time: time) { 0x0102_0304 }).read(self)
    }
}

@Suite("Virtual cards, read by the gateway's own reader")
struct VirtualCardReadingTests {
    @Test(
        "A good card gives its number, expiry, network and name",
        arguments: [
            (CardProfile.visa, ApplicationNetwork.visa, "VISA DEBIT", 3), (.mastercard, .mastercard, "Mastercard", 5),
            (.amex, .amex, "AMERICAN EXPRESS", 4), (.jcb, .jcb, "JCB CREDIT", 4), (.unionpay, .unionPay, "UnionPay Credit", 4),
            (.gpn, .gpn, "GPN DEBIT", 4), (.nineteenDigits, .unionPay, "UnionPay Debit", 4), (.twoApplications, .gpn, "GPN DEBIT", 4),
            (.phone, .visa, "VISA", 3), (.expired, .visa, "VISA DEBIT", 3), (.noDirectory, .maestro, "Maestro", 8),
            (.getResponse, .visa, "VISA DEBIT", 8), (.wrongLength, .visa, "VISA DEBIT", 6),
        ])
    func good(profile: CardProfile, network: ApplicationNetwork, label: String, commands: Int) throws {
        let field = Field(profile.card())
        let card = try #require(field.read().card)
        let account = try #require(profile.account)
        #expect(card.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == account.number)
        #expect(card.holderName?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == account.holder)
        #expect(card.expiration?.year == account.expiryYear)
        #expect(card.expiration?.month == account.expiryMonth)
        #expect(card.application.network == network)
        #expect(card.application.label == label)
        #expect(card.isDeviceAccount == (profile == .phone))
        #expect(!card.hasConflictingNumbers)
        #expect(field.commands.count == commands)
    }

    @Test(
        "A bad card gives its reason, and what to tell the payer",
        arguments: [
            (CardProfile.blocked, ReadFailure.blocked, PayerMessage.Code.cardBlocked), (.applicationBlocked, .blocked, .cardBlocked),
            (.insertOnly, .unreadable, .cardUnsupported), (.malformed, .unreadable, .cardMalformed),
            (.phoneLocked, .noApplication, .cardUnsupported), (.confirmOnPhone, .confirmOnPhone, .confirmOnPhone),
            (.mifare, .noApplication, .cardUnsupported), (.torn, .removed, .cardRemoved), (.silent, .removed, .cardRemoved),
        ])
    func bad(profile: CardProfile, failure: ReadFailure, code: PayerMessage.Code) {
        let outcome = Field(profile.card()).read()
        #expect(outcome.failure == failure)
        #expect(outcome.payerMessage?.code == code)
    }

    @Test("The two tests above leave no profile out")
    func everyProfile() {
        #expect(CardProfile.allCases.count == 13 + 9)
    }

    @Test("A torn card leaves after as many answers as it is told", arguments: 0...4)
    func torn(answers: Int) {
        let field = Field(CardProfile.torn.card(failingAfter: answers))
        #expect(field.read().failure == .removed)
        #expect(field.commands.count == answers + 1)
    }

    @Test("A card that leaves in mid-answer was removed", arguments: 0...4)
    func cut(answers: Int) {
        #expect(Field(FaultyCard(CardProfile.mastercard.card(), .leavesInMidAnswer, after: answers)).read().failure == .removed)
    }

    @Test("Numbers have a right check digit; a name in an account shows only as a receipt would")
    func numbers() {
        for account in CardProfile.allCases.compactMap(\.account) {
            let sum = account.number.utf8.reversed().enumerated().reduce(0) { sum, digit in
                let value = Int(digit.element - UInt8(ascii: "0")) * (digit.offset % 2 + 1)
                return sum + value / 10 + value % 10
            }
            #expect(sum % 10 == 0, "\(account)")
            #expect("\(account)".filter(\.isNumber).count == 10)
        }
        #expect("\(CardAccount("378282246310005"))" == "378282*****0005")
    }
}
