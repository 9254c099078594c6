import Secrets
import Testing

@testable import IFortePay

@Suite struct ProviderTextTests {
    @Test(arguments: [
        ("card 4111111111111111 refused", "card **************** refused"),
        ("card 4111 1111 1111 1111", "card **** **** **** ****"),
        ("card 4111-1111-1111-1111.", "card ****-****-****-****."),
        ("12345678", "********"),
        ("1234567", "1234567"),
        ("min 10000, max 500000", "min 10000, max 500000"),
        ("4111  1111", "4111  1111"),
        ("4111x11112222", "4111x********"),
        ("411111******1111", "411111******1111"),
        ("", ""),
        ("a\nb\u{7F}c", "a b c"),
        ("Gültig é 中", "Gültig é 中"),
    ]) func `digits that may be a card number do not pass`(text: String, shown: String) {
        #expect(ProviderText().shown(text) == shown)
    }

    @Test func `what was sent does not come back`() {
        let text = ProviderText(hiding: [SecretBytes(utf8: "tok-abcdef-1"), SecretBytes(utf8: "917")])
        #expect(text.shown("token tok-abcdef-1 unknown, tok-abcdef-1") == "token ************ unknown, ************")
        #expect(text.shown("cvv 917 wrong, code 9170, 917.") == "cvv *** wrong, code 9170, ***.")
    }

    @Test func `a wiped secret hides nothing and harms nothing`() {
        let secret = SecretBytes(utf8: "917")
        let text = ProviderText(hiding: [secret])
        secret.wipe()
        #expect(text.shown("cvv 917") == "cvv 917")
    }

    @Test func `a long text is cut after it was masked`() {
        let text = String(repeating: "x", count: 250) + "4111111111111111"
        #expect(ProviderText().shown(text) == String(repeating: "x", count: 250) + "*****")
        #expect(ProviderText().shown("abcdef", maximumLength: 3) == "abc")
    }
}
