import Payments
import Testing

@testable import Gateway

private let moment = Timestamp(milliseconds: 1_796_004_000_000)

private func line(_ form: LogForm, _ fields: KeyValuePairs<String, LogValue?>, request: String? = nil) -> String {
    String(decoding: form.line(LogEvent(.info, "test.event", fields), at: moment, request: request), as: UTF8.self)
}

@Suite struct `Log lines` {
    @Test func `For machines they are JSON objects, one a line`() {
        let text = line(.json, ["text": .own("a\"b"), "number": .number(-1), "flag": .flag(true), "none": nil], request: "req-1")
        #expect(
            text == """
                {"time":"2026-11-30T02:00:00.000Z","level":"info","event":"test.event","requestId":"req-1","text":"a\\"b","number":-1,"flag":true}\n
                """)
    }

    @Test func `For people they are readable, odd values in quotation marks`() {
        let text = line(
            .readable, ["text": .own("a b"), "word": .own("ab"), "quoted": .outside("say \"hi\""), "number": .number(2)], request: "req-1")
        #expect(text == "2026-11-30T02:00:00.000Z INFO test.event text=\"a b\" word=ab quoted=\"say \\\"hi\\\"\" number=2 requestId=req-1\n")
    }

    @Test(arguments: [LogForm.json, .readable])
    func `Card numbers in text from outside are masked, grouped or not`(form: LogForm) {
        for number in ["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "id=378282246310005."] {
            let digits = line(form, ["text": .outside("seen: \(number)")]).filter { $0.isNumber }
            #expect(!digits.contains("11111111111111") && !digits.contains("82822463100"), "\(number)")
        }
    }

    @Test(arguments: [LogForm.json, .readable])
    func `A request id that is a card number is masked`(form: LogForm) {
        #expect(!line(form, [:], request: "4111111111111111").contains("4111111111111111"))
    }

    @Test(arguments: [LogForm.json, .readable])
    func `Text from outside cannot forge a line or steer a terminal`(form: LogForm) {
        let text = line(form, ["text": .outside("a\n{\"level\":\"error\"}\u{1B}[2Jb\r")])
        #expect(text.unicodeScalars.filter { $0.properties.generalCategory == .control } == ["\n"])
    }

    @Test func `Long text from outside is cut`() {
        #expect(line(.json, ["text": .outside(String(repeating: "x", count: 100_000))]).utf8.count < 500)
    }
}
