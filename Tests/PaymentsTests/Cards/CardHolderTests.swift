import Secrets
import Testing

@testable import Payments

@Suite("Card holder")
struct CardHolderTests {
    @Test(
        "Letters of any script with their marks, spaces and . ' - / are a name",
        arguments: [
            "Siti Nurhaliza", "D'Angelo", "José", "Jose\u{301}", "SMITH/JOHN DR.", "Nguyễn Văn A", "김철수", "王小明", "محمد", "นภา", "अमित कुमार", "Li",
            "Anne-Marie", "ʻOkina", String(repeating: "a", count: 45),
        ])
    func names(name: String) {
        #expect(CardHolder.accepts(name))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "A", "  ", "./", "R2D2", "a@b", "Tab\tName", "Line\nName", "A,B", "O’Brien", "Name🙂", "A_B", String(repeating: "a", count: 46),
        ])
    func others(name: String) {
        #expect(!CardHolder.accepts(name))
    }
}

@Suite("CVV")
struct CVVTests {
    @Test(
        "Four digits for Amex, three for the rest; either while the network is not known",
        arguments: [
            ("1234", CardNetwork.amex, true), ("123", .amex, false), ("123", .visa, true), ("1234", .visa, false), ("123", .unknown, true),
            ("123", nil, true), ("1234", nil, true), ("12", nil, false), ("12345", nil, false), ("12a", .visa, false), ("１２３", .visa, false),
            ("", .visa, false), ("-12", .visa, false),
        ])
    func codes(code: String, network: CardNetwork?, isRight: Bool) {
        #expect(CVV.accepts(SecretBytes(utf8: code), network: network) == isRight)
    }
}

@Suite("Masking in others' texts")
struct CardNumberMaskTests {
    @Test(
        "A run of twelve or more digits loses its middle, also when grouped",
        arguments: [
            ("card 4111111111111111 refused", "card 411111******1111 refused"), ("4111 1111 1111 1111", "4111 11** **** 1111"),
            ("4111-1111-1111-1111!", "4111-11**-****-1111!"), ("123456789012", "123456**9012"), ("a4111111111111111b", "a411111******1111b"),
            ("[4111111111111111,378282246310005]", "[411111******1111,378282*****0005]"),
        ])
    func masked(text: String, masked: String) {
        #expect(CardNumberMask.masking(text) == masked)
    }

    @Test(
        "What cannot be a card number stays",
        arguments: ["", "code 1026", "12345678901", "2026-11-30T02:00:00Z", "12345  6789012", "Gagal: é 12", "a-b 1"])
    func kept(text: String) {
        #expect(CardNumberMask.masking(text) == text)
    }
}
