import CardTraces
import Secrets
import Testing

@testable import EMV

@Suite("Reading a card")
struct ReadingTests {
    @Test(arguments: MadeUpCard.all)
    func `A good card is read with no more commands than it takes`(card: MadeUpCard) throws {
        let (outcome, commands) = read(card.exchanges)
        let read = try #require(outcome.card)
        #expect(text(read.number) == card.digits)
        #expect(read.expiration == ExpirationDate([3, 0, 1, 2]))
        #expect(text(read.holderName) == card.holder)
        #expect(read.application.network == card.network)
        #expect(commands.count == card.minimum)
        #expect(outcome.tally.commands == card.minimum)
        #expect(outcome.payerMessage == nil && outcome.failure == nil)
    }

    @Test(arguments: MadeUpCard.all)
    func `Nothing is sent that changes the card`(card: MadeUpCard) {
        for command in read(card.exchanges).commands {
            #expect([0xA4, 0xA8, 0xB2, 0xC0].contains(command[1]))
            #expect(command[0] == (command[1] == 0xA8 ? 0x80 : 0x00))
        }
    }

    private let visa = MadeUpCard.visa
    private let mastercard = MadeUpCard.mastercard

    private func mastercardRecords(_ records: Exchange..., locator: String = "08010300") -> [Exchange] {
        [directory(entry(mastercard)), application(mastercard), options(locator)] + records
    }

    @Test func `The earlier source wins: 5A over 57, 5F24 over track 2, and a conflict is told`() {
        let card = read(
            mastercardRecords(
                record(1, 1, track2("5555555555554444")), record(1, 2, number("4111111111111111"), hex("5F2403290131")), record(1, 3, name("/")))
        ).outcome.card
        #expect(text(card?.number) == "4111111111111111")
        #expect(card?.expiration == ExpirationDate([2, 9, 0, 1]))
        #expect(card?.hasConflictingNumbers == true)
    }

    @Test func `The images of the stripe do not end the search for the chip's own date`() {
        let images = record(
            1, 1, track2("5555555555554444", tag: "9F6B"), tlv("56", Array("B5555555555554444^ /^30122010000000".utf8)))
        let (outcome, commands) = read(
            mastercardRecords(images, record(1, 2, number("5555555555554444"), hex("5F2403240331")), record(1, 3, name("X/Y"))))
        #expect(outcome.card?.expiration == ExpirationDate([2, 4, 0, 3]))
        #expect(commands.count == 5, "the blank name of the stripe is known by then")
    }

    @Test func `A month that is none leaves its place to track 2`() {
        let card = read(mastercardRecords(record(1, 1, number("5555555555554444"), hex("5F2403301331"), track2("5555555555554444")))).outcome.card
        #expect(card?.expiration == ExpirationDate([3, 0, 1, 2]))
    }

    @Test func `A card without a usable date is a card`() {
        let card = read(mastercardRecords(record(1, 1, number("5555555555554444"), hex("5F2403300031")))).outcome.card
        #expect(text(card?.number) == "5555555555554444")
        #expect(card?.expiration == nil)
    }

    @Test func `The number can come from track 1 alone, in 56 or in 9F1F`() {
        for tag in ["56", "9F1F"] {
            let track = tlv(tag, Array("B6210948000000011^LI/SI^30122010000000".utf8))
            let card = read(mastercardRecords(record(1, 1, track))).outcome.card
            #expect(text(card?.number) == "6210948000000011")
            #expect(text(card?.holderName) == "LI/SI")
            #expect(card?.expiration == ExpirationDate([3, 0, 1, 2]))
        }
    }

    @Test func `A long name comes from 9F0B`() {
        let long = "BARTHOLOMEW-SMITHSON/MAXIMILIAN ALEXANDER"
        let card = read(
            mastercardRecords(record(1, 1, name(String(long.prefix(26))), tlv("9F0B", Array(long.utf8))), record(1, 2, track2("5555555555554444")))
        ).outcome.card
        #expect(text(card?.holderName) == long)
    }

    @Test func `Sequence number, label and token are told where the card tells them`() {
        let card = read([
            directory(entry(visa, "VISA CREDIT")),
            application(visa, more: tlv("9F1101", []) + hex("9F110101") + tlv("9F12", hex("43 72E9 64 69 74"))),
            options("", track2("4111111111111111"), name("/"), hex("5F340107 9F1906000000000001")),
        ]).outcome.card
        #expect(card?.sequenceNumber == 7)
        #expect(card?.application.label == "VISA CREDIT")
        #expect(card?.application.preferredName == "Crédit")
        #expect(card?.isDeviceAccount == true)
    }

    @Test(arguments: ["6985", "6982", "6986", "6A88", "9000", "6F00"])
    func `A record that says nothing is left out`(status: String) {
        let card = read(mastercardRecords(record(1, 1, status: status), record(1, 2, number("5555555555554444"), expiry))).outcome.card
        #expect(text(card?.number) == "5555555555554444")
    }

    @Test(arguments: ["6A83", "6A86"])
    func `No such record ends the file, not the card`(status: String) {
        let (outcome, commands) = read(
            mastercardRecords(record(1, 1, status: status), record(2, 1, number("5555555555554444"), expiry, name("/")), locator: "0801090010010100"))
        #expect(outcome.card != nil)
        #expect(commands.count == 5)
    }

    @Test(
        arguments: [
            "7080 5A085555555555554444 0000", "7091 5713 4111111111111111D3012", "7003 5A08 55", "708200125A81085555555555554444 9F2481", "00", "E7",
        ])
    func `A record that is no TLV is left out`(body: String) {
        let broken = Exchange(recordCommand(1, 1), hex(body) + ok)
        let card = read(mastercardRecords(broken, record(1, 2, number("5555555555554444"), expiry))).outcome.card
        #expect(text(card?.number) == "5555555555554444")
    }

    @Test func `Lengths that are longer than they need be are read`() {
        let body = hex("70820012 5A8108 5555555555554444 5F248103 301231 9000")
        let (outcome, commands) = read(mastercardRecords(Exchange(recordCommand(1, 1), body)))
        #expect(outcome.card != nil && commands.count == 5)
    }

    @Test func `A number whose check digit is wrong is given out as it is`() {
        let card = read(mastercardRecords(record(1, 1, number("6217000000000000001"), expiry))).outcome.card
        #expect(text(card?.number) == "6217000000000000001")
    }

    @Test func `An answer of 256 bytes is whole`() {
        let objects = number("5555555555554444") + expiry + name("/")
        let body = tlv("70", objects, tlv("9F46", [UInt8](repeating: 0xA5, count: 256 - 3 - objects.count - 4)))
        #expect(body.count == 256)
        #expect(read(mastercardRecords(Exchange(recordCommand(1, 1), body + ok))).outcome.card != nil)
    }

    @Test func `Warnings with data are data`() {
        for status in ["6281", "6282", "6285", "6300"] {
            let card = read([
                directory(entry(visa)), application(visa, status: hex(status)), options("", track2("4111111111111111")),
            ]).outcome.card
            #expect(card != nil)
        }
    }

    @Test func `The next application is tried when the records tell no number`() {
        let (outcome, _) = read([
            directory(entry(mastercard, priority: 1), entry(visa, priority: 2)), application(mastercard), options("08010100"),
            record(1, 1, number("12345670000000000000"), expiry), application(visa), options("", track2("4111111111111111")),
        ])
        #expect(outcome.card?.application.network == .visa)
        #expect(outcome.applications == [aid(mastercard), aid(visa)])
    }

    @Test(arguments: ["6A82", "6283", "6985", "6999", "6D00", "6E00", "6A86", "6285", "6300", "9000"])
    func `An application that does not let itself be selected leaves its place to the next`(status: String) {
        let (outcome, commands) = read([
            directory(entry(mastercard, priority: 1), entry(visa, priority: 2)), Exchange("00A4040007\(mastercard)00", status), application(visa),
            options("", track2("4111111111111111"), name("/")),
        ])
        #expect(outcome.card?.application.identifier == aid(visa))
        #expect(commands.count == 4)
    }

    @Test func `An application of nobody we know is read`() {
        let unknown = "A0000009990101"
        let card = read([directory(entry(unknown)), application(unknown), options("", track2("4111111111111111"), name("/"))]).outcome.card
        #expect(text(card?.number) == "4111111111111111")
        #expect(card != nil && card?.application.network == nil)
    }

    @Test func `GPN's old name is asked for too, and the date can come from track 2 alone`() {
        let old = "D3600000010000"
        let (outcome, commands) = read([
            noDirectory, application(old), options("08010100"), record(1, 1, number("1946000000000005"), track2("1946000000000005"), name("/")),
        ])
        #expect(outcome.card?.application.network == .gpn && outcome.card?.expiration == ExpirationDate([3, 0, 1, 2]))
        #expect(commands.count == 5)
    }

    @Test func `The first value of a tag wins, in the processing options and from record to record`() {
        let first = read([
            directory(entry(visa)), application(visa), options("08010200", number("4111111111111111")),
            record(1, 1, number("4000000000000002"), hex("5F2403290131")), record(1, 2, expiry, name("/")),
        ]).outcome.card
        #expect(text(first?.number) == "4111111111111111")
        #expect(first?.expiration == ExpirationDate([2, 9, 0, 1]))
    }

    @Test(arguments: ["6281", "6282", "6300"])
    func `A record with a warning is a record`(status: String) {
        let body = tlv("70", number("5555555555554444"), expiry, name("/"))
        #expect(read(mastercardRecords(Exchange(recordCommand(1, 1), body + hex(status)))).outcome.card != nil)
    }

    @Test func `Empty values are absent`() {
        let card = read(
            mastercardRecords(record(1, 1, hex("5A00 5700 5F2000")), record(1, 2, track2("5555555555554444")), record(1, 3, name("DOE/JANE")))
        ).outcome.card
        #expect(text(card?.number) == "5555555555554444")
        #expect(text(card?.holderName) == "DOE/JANE")
    }

    @Test(arguments: [("5F340107", 7), ("5F340199", 99), ("5F34010A", nil), ("5F34020001", nil), ("5F3400", nil)] as [(String, Int?)])
    func `A sequence number is two digits`(object: String, value: Int?) throws {
        let card = try #require(
            read([directory(entry(visa)), application(visa), options("", track2("4111111111111111"), name("/"), hex(object))]).outcome.card)
        #expect(card.sequenceNumber == value)
    }

    @Test(arguments: [("9F1906000000000001", true), ("9F7103000000", true), ("9F2403414243", false)])
    func `A token is told by what only a token has`(object: String, isToken: Bool) throws {
        let card = try #require(
            read([directory(entry(visa)), application(visa), options("", track2("4111111111111111"), name("/"), hex(object))]).outcome.card)
        #expect(card.isDeviceAccount == isToken)
    }

    @Test func `The merchant's network goes first among equals`() {
        let exchanges = [
            directory(entry(mastercard, priority: 1), entry("A0000006021010", priority: 1)), application(mastercard),
            options("", track2("5555555555554444"), name("/")), application("A0000006021010"), options("", track2("1946000000000005"), name("/")),
        ]
        #expect(read(exchanges).outcome.card?.application.network == .mastercard)
        #expect(read(exchanges, preferring: [.gpn]).outcome.card?.application.network == .gpn)
    }

    @Test func `Behind a shortened name the next application is asked for`() {
        let (outcome, commands) = read([
            noDirectory, application("A00000002501", named: "A000000025010104"), options(status: "6A81"),
            application("A00000002501", named: "A000000025010402", occurrence: "02"), options("", track2("378282246310005"), name("/")),
        ])
        #expect(outcome.card?.application.identifier == aid("A000000025010402"))
        #expect(commands.contains(hex("00A4040206A0000000250100")))
    }
}
