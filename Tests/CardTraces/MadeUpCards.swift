public import EMV

/// A card of the tests' own, with what is to be read from it. The numbers are the networks' public test numbers.
public struct MadeUpCard: CustomStringConvertible, Sendable {
    /// What is peculiar to it.
    public var title: String
    /// The whole conversation.
    public var exchanges: [Exchange]
    /// Its number.
    public var digits: String
    /// The holder's name; nil when it is blank.
    public var holder: String?
    /// The network of the application that is to be read.
    public var network: ApplicationNetwork?
    /// The fewest commands that tell what there is to be told.
    public var minimum: Int

    /// The title.
    public var description: String { title }

    /// Visa's application.
    public static let visa = "A0000000031010"
    /// Mastercard's application.
    public static let mastercard = "A0000000041010"

    /// All of them.
    public static let all: [MadeUpCard] = [
        MadeUpCard(
            title: "Visa, everything in the processing options",
            exchanges: [
                directory(entry(visa, "VISA", priority: 1)), application(visa, list: visaList), options("", track2("4111111111111111"), name(" /")),
            ],
            digits: "4111111111111111", network: .visa, minimum: 3),
        MadeUpCard(
            title: "Mastercard without a list, certificates after the card",
            exchanges: [
                directory(entry(mastercard, "Mastercard")), application(mastercard), options("0801010010010301"), record(1, 1, status: "6A83"),
                record(2, 1, number("5555555555554444"), expiry, name("DOE/JANE")), record(2, 2, tlv("90", [UInt8](repeating: 0xA5, count: 248))),
                record(2, 3, tlv("8F", [1])),
            ],
            digits: "5555555555554444", holder: "DOE/JANE", network: .mastercard, minimum: 5),
        MadeUpCard(
            title: "Amex, 15 digits, format 1",
            exchanges: [
                directory(entry("A00000002501", "AMEX")), application("A00000002501", list: hex("9F35019F6E04")),
                Exchange("80A8000000", "800A198008010200 10010100 9000"), record(1, 1, track2("378282246310005")), record(1, 2, name("AMEX/TEST")),
                record(2, 1, status: "6A83"),
            ],
            digits: "378282246310005", holder: "AMEX/TEST", network: .amex, minimum: 5),
        MadeUpCard(
            title: "JCB under an alias",
            exchanges: [
                directory(entry("D9999999991010", "JCB")), application("D9999999991010", named: "A0000000651010"), options("08010100"),
                record(1, 1, number("3530111333300000"), expiry, name("YAMADA/TARO")),
            ],
            digits: "3530111333300000", holder: "YAMADA/TARO", network: .jcb, minimum: 4),
        MadeUpCard(
            title: "UnionPay, 19 digits, private objects in the list",
            exchanges: [
                directory(entry("A000000333010101", "UICC DEBIT")), application("A000000333010101", list: visaList + hex("DF6001DF6901")),
                options("08010100"), record(1, 1, number("6217000000000000004"), expiry, tlv("5F20", hex("D5C5 2F C8FD"))),
            ],
            digits: "6217000000000000004", holder: "张/三", network: .unionPay, minimum: 4),
        MadeUpCard(
            title: "GPN, no directory",
            exchanges: [
                noDirectory, application("A0000006021010", list: visaList), options("08010100"),
                record(1, 1, track2("1946000000000005"), name("BUDI/SANTOSO")),
            ],
            digits: "1946000000000005", holder: "BUDI/SANTOSO", network: .gpn, minimum: 4),
        MadeUpCard(
            title: "Maestro, 18 digits, even, track 2 alone",
            exchanges: [
                directory(entry("A0000000043060")), application("A0000000043060"), options("08010100"),
                record(1, 1, track2("675964982643845303"), name("/")),
            ],
            digits: "675964982643845303", network: .maestro, minimum: 4),
        MadeUpCard(
            title: "Mastercard of the stripe, 9F6B and 56",
            exchanges: [
                directory(entry(mastercard)), application(mastercard), options("08010100"),
                record(
                    1, 1, track2("5555555555554444", tag: "9F6B"), tlv("56", Array("B5555555555554444^CUST IMP/^30122010000000".utf8))),
            ],
            digits: "5555555555554444", holder: "CUST IMP/", network: .mastercard, minimum: 4),
        MadeUpCard(
            title: "every answer by 61xx, a record by 6Cxx",
            exchanges: [
                Exchange(directoryCommand, "6120"), Exchange("00C0000020", "6F1A840E325041592E5359532E4444463031A508BF0C05 6103 4F0100 9000"),
                Exchange("00A4040007\(visa)00", "610B"), Exchange("00C000000B", tlv("6F", tlv("84", hex(visa))) + ok),
                Exchange("80A8000000", "6108"), Exchange("00C0000008", "80063C0008010100 9000"), Exchange("00B2010C00", "6C1D"),
                Exchange("00B2010C1D", tlv("70", track2("4111111111111111"), name(" /")) + ok, .exact),
            ],
            digits: "4111111111111111", network: .visa, minimum: 10),
        MadeUpCard(
            title: "first application blocked, second good",
            exchanges: [
                directory(entry(visa, priority: 2), entry("A0000000421010", "CB", priority: 1)), application("A0000000421010", status: hex("6283")),
                application(visa), options("", track2("4111111111111111"), name(" /")),
            ],
            digits: "4111111111111111", network: .visa, minimum: 4),
    ]
}
