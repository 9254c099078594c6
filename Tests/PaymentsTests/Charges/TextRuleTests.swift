import Testing

@testable import Payments

@Suite("E-mail addresses")
struct EmailRuleTests {
    @Test(
        "A dot-string, an @ and a domain name of two labels or more",
        arguments: [
            "a@b.id", "siti.n@example.com", "a+tag@sub.example.co.id", "o'brien@example.com", "x_-y@1.example",
            String(repeating: "l", count: 64) + "@a.id",
        ])
    func right(text: String) {
        #expect(EmailRule.accepts(text))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "@", "a@", "@b.id", "a@b", "a@@b.id", "a@b@c.id", ".a@b.id", "a.@b.id", "a..b@c.id", "a b@c.id", "a@b..id", "a@.id", "a@b.id.",
            "a@-b.id",
            "a@b-.id", "a@b_c.id", "é@b.id", "a@é.id", "\"a\"@b.id", "a@[1.2.3.4]", "a@b.id\n", String(repeating: "l", count: 65) + "@a.id",
            "a@" + String(repeating: "a", count: 64) + ".id", "a@" + String(repeating: "abcdefg.", count: 32) + "id",
        ])
    func wrong(text: String) {
        #expect(!EmailRule.accepts(text))
    }
}

@Suite("IP addresses")
struct IPAddressRuleTests {
    @Test(
        "IPv4 in dotted decimal, IPv6 in every form of RFC 4291",
        arguments: [
            "0.0.0.0", "203.0.113.7", "255.255.255.255", "::", "::1", "1::", "2001:db8::8:800:200C:417A", "2001:DB8:0:0:8:800:200c:417a",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:203.0.113.7", "1:2:3:4:5:6:203.0.113.7", "fe80::1", "1::8", "0000::0000",
        ])
    func right(text: String) {
        #expect(IPAddressRule.accepts(text))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.04", "01.2.3.4", "1.2.3.-4", "1.2.3.4 ", "1..2.3", "a.b.c.d", "１.2.3.4", "1.2.3.4/24", ":",
            ":::",
            "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1::", "1:::2", ":1::2", "1::2:", "12345::", "g::", "::1.2.3",
            "::1.2.3.256",
            "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "fe80::1%eth0", "[::1]", "1:2:3:4::5:6:7:8",
        ])
    func wrong(text: String) {
        #expect(!IPAddressRule.accepts(text))
    }
}

@Suite("Web addresses")
struct WebURLRuleTests {
    @Test(
        "An absolute http or https URL",
        arguments: [
            "https://shop.example", "http://shop.example/", "HTTPS://Shop.Example/a/b?c=d&e[]=f#g", "https://localhost:8443/x", "http://127.0.0.1:1/",
            "https://[2001:db8::1]:443/", "https://[::1]", "https://a.example?x", "https://a.example#x", "https://a.example/%C3%A9",
            "https://xn--e1afmkfd.example",
            "https://a.example/" + String(repeating: "p", count: 2030),
        ])
    func right(text: String) {
        #expect(WebURLRule.accepts(text))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "shop.example", "/back", "//shop.example", "ftp://shop.example", "javascript:alert(1)", "https:/shop.example", "https://",
            "https:///x",
            "https://?x", "https://user@shop.example", "https://user:pw@shop.example", "https://shop.example:0", "https://shop.example:65536",
            "https://shop.example:", "https://shop.example:8a", "https://shop example/", "https://shop.example/a b", "https://shop.example/é",
            "https://é.example",
            "https://shop.example/%", "https://shop.example/%4", "https://shop.example/%zz", "https://shop.example/\n", "https://a..b/",
            "https://-a.example/",
            "https://[::1", "https://[::1]x", "https://[1.2.3.4]", "https://1.2.3", "https://1.2.3.256", "https://a#b#c", "https://a\\b",
            "https://a/<b>",
            "https://[fe80::1%25eth0]/", "https://a.example/" + String(repeating: "p", count: 2031),
        ])
    func wrong(text: String) {
        #expect(!WebURLRule.accepts(text))
    }
}

@Suite("Telephone numbers")
struct PhoneRuleTests {
    @Test("8 to 15 digits, maybe with a plus in front", arguments: ["12345678", "+12345678", "628123456789012", "+628123456789012"])
    func right(text: String) {
        #expect(PhoneRule.accepts(text))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "+", "1234567", "+1234567", "1234567890123456", "0812-3456-789", "0812 3456 789", "++12345678", "12345678+", "１２３４５６７８",
            "+62(812)3456",
        ])
    func wrong(text: String) {
        #expect(!PhoneRule.accepts(text))
    }
}

@Suite("Identifiers")
struct IdentifierRuleTests {
    @Test(
        "externalId has 1 to 64 letters, digits, - _ .",
        arguments: [
            ("a", true), ("A-1_b.c", true), (String(repeating: "x", count: 64), true), ("", false),
            (String(repeating: "x", count: 65), false), ("a b", false), ("é", false), ("a/b", false), ("a\n", false),
        ])
    func externalID(text: String, isRight: Bool) {
        #expect(IdentifierRule.externalID.accepts(text) == isRight)
    }

    @Test(
        "orderId has 1 to 25 letters, digits, -",
        arguments: [
            ("ORDER-1", true), (String(repeating: "x", count: 25), true), (String(repeating: "x", count: 26), false), ("a_b", false), ("a.b", false),
            ("", false),
        ])
    func orderID(text: String, isRight: Bool) {
        #expect(IdentifierRule.orderID.accepts(text) == isRight)
    }
}

@Suite("Field paths")
struct FieldPathTests {
    @Test("A path is written as the contract writes it")
    func text() {
        #expect(FieldPath.body.description == "$")
        #expect(FieldPath.body.member(CardField.number).description == "cardNumber")
        #expect(FieldPath(.card).member(CardField.number).description == "cardDetails.cardNumber")
        #expect(FieldPath(.items).element(0).member(ItemField.quantity).description == "itemDetails[0].qty")
    }

    @Test("A path stands inside its object, its array and its element")
    func enclosing() {
        let quantity = FieldPath(.items).element(10).member(ItemField.quantity)
        #expect(quantity.andEnclosing.map(\.description) == ["itemDetails[10].qty", "itemDetails[10]", "itemDetails"])
        #expect(FieldPath(.card).andEnclosing == [FieldPath(.card)])
    }
}
