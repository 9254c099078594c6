import Foundation
import Testing

/// Looks for a card's number and CVV, and for the merchant's secrets, in every form in which they could stand somewhere.
struct CardDataSearch {
    private let forms: [(name: String, bytes: [UInt8])]

    /// `others` are texts that may not be there either.
    init(number: String, cvv: String, others: [(name: String, text: String)] = []) {
        let digits = Array(number)
        let groups = stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
        var forms = [
            ("the number", number), ("the number in groups", groups.joined(separator: " ")),
            ("the number with dashes", groups.joined(separator: "-")),
            ("the number in hexadecimal", number.utf8.map { String($0, radix: 16) }.joined()), ("the CVV", "\"\(cvv)\""),
        ].map { (name: $0.0, bytes: Array($0.1.utf8)) }
        forms += Self.base64(Array(number.utf8)).map { ("the number in base64", $0) }
        // As in track 2 of a chip, which begins at a whole byte, and as it would be after half of one.
        let packed = [Self.packed(number), Self.packed("0" + number + "0").dropFirst().dropLast()].map { Array($0) }
        for bytes in packed {
            forms.append(("the number in BCD", bytes))
            forms += Self.base64(bytes).map { ("BCD in base64", $0) }
        }
        let track = Self.packed(number + "D")
        forms.append(("track 2 in hexadecimal", Array(track.map { String($0, radix: 16) }.joined().utf8)))
        forms += others.map { ($0.name, Array($0.text.utf8)) }
        for name in ["GATEWAY_SECRET_UNBOUND", "GATEWAY_HASH_KEY"] {
            let secret = CommandLineProgram.credentials[name] ?? ""
            forms += [(name, Array(secret.utf8)), ("\(name) in base64", Array(Data(secret.utf8).base64EncodedString().utf8))]
        }
        forms.append(("the credential token", Array(TestCaller.token.utf8)))
        self.forms = forms
    }

    /// The names of the forms that stand there.
    func found(in bytes: [UInt8]) -> [String] {
        forms.filter { Data(bytes).range(of: Data($0.bytes)) != nil }.map(\.name)
    }

    func expectNothing(in bytes: [UInt8], _ place: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let found = found(in: bytes)
        #expect(found == [], "in \(place)", sourceLocation: sourceLocation)
    }

    /// Two digits to a byte, an odd number of them filled up with F.
    static func packed(_ digits: String) -> [UInt8] {
        let values = digits.compactMap { UInt8(String($0), radix: 16) }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | ($0 + 1 < values.count ? values[$0 + 1] : 0x0F) }
    }

    /// At each of the three alignments; the characters that depend on the neighbours are cut off.
    private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).map { shift in
            let encoded = Data([UInt8](repeating: 0x78, count: shift) + bytes).base64EncodedString()
            return Array(encoded.dropFirst(shift == 0 ? 0 : shift + 1).prefix((bytes.count - 3) * 4 / 3).utf8)
        }
    }
}

/// The search must find what it looks for.
@Suite("The search for card data")
struct CardDataSearchTests {
    private static let number = "4012888888881881"

    @Test(
        "It finds a number in each of its guises",
        arguments: [
            number, "4012 8888 8888 1881", "4012-8888-8888-1881", Data(number.utf8).base64EncodedString(),
            Data("x\(number)".utf8).base64EncodedString(), Data("xy\(number)yz".utf8).base64EncodedString(), "34303132383838383838383831383831",
            "57134012888888881881d3912201", "\(number)=3912201", Data(CardDataSearch.packed("5713\(number)D3912201")).base64EncodedString(),
        ].map { Array("before \($0) after".utf8) } + [CardDataSearch.packed("5713\(number)D3912201"), CardDataSearch.packed("5\(number)D39122")])
    func finds(guise: [UInt8]) {
        #expect(CardDataSearch(number: Self.number, cvv: "739").found(in: guise) != [])
    }

    @Test("It finds a CVV and a secret, and nothing where there is none")
    func findsOthers() {
        let search = CardDataSearch(number: Self.number, cvv: "739")
        #expect(search.found(in: Array(#"{"cardCvn":"739"}"#.utf8)) == ["the CVV"])
        #expect(search.found(in: Array("key=0x00112233445566778899".utf8)) == ["GATEWAY_SECRET_UNBOUND"])
        #expect(search.found(in: Array("401288******1881, 739 ms".utf8)) == [])
    }
}

extension TestFolder {
    /// Every file in it.
    func contents() throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(atPath: path).map { name in
            (name, Array(try Data(contentsOf: URL(fileURLWithPath: file(name)))))
        }
    }
}
