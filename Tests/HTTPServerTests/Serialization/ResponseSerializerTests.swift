import Testing

@testable import HTTPServer

extension RequestID: ExpressibleByStringLiteral {
    /// An id as a client would send it.
    public init(stringLiteral text: StaticString) {
        guard let id = RequestID(taken: text.bytes) else { preconditionFailure("no request id: \(text)") }
        self = id
    }
}

/// The head of an answer, byte for byte.
@Suite struct ResponseSerializerTests {
    private func serialize(_ response: Response, form: AnswerForm) throws -> [String] {
        let serializer = ResponseSerializer(standing: try StandingFields(["X-Standing": "1"]), dates: DateClock())
        let output = WipedBuffer(capacity: 64)
        try serializer.appendHead(of: response, requestID: "id", form: form, to: output)
        let text = String(decoding: output.bytes, as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\n"))
        return text.split(separator: "\r\n").map(String.init).filter { !$0.hasPrefix("Date: ") }
    }

    private func recipient(_ text: String, keepsAlive: Bool = true) throws -> Recipient {
        .request(try head(text), keepsAlive: keepsAlive)
    }

    @Test("Status line, own fields, the handler's fields, standing fields")
    func writesHead() throws {
        let response = Response(status: .created, headers: ["Location": "/v1/payments/pay_1", "A": ""], body: .bytes([1, 2, 3]))
        let form = AnswerForm(response, to: try recipient("GET / HTTP/1.1\nHost: a"))
        #expect(
            try serialize(response, form: form) == [
                "HTTP/1.1 201 Created", "x-request-id: id", "Content-Length: 3", "Location: /v1/payments/pay_1", "A: ", "X-Standing: 1",
            ])
    }

    @Test("An answer that is written out once goes out as any other, and is written anew where it is changed")
    func writesOut() throws {
        var response = Response(status: .forbidden, headers: ["Date": "never", "A": "b", "X-Standing": "2"], body: .bytes([1, 2, 3]))
        let form = AnswerForm(response, to: try recipient("GET / HTTP/1.1\nHost: a"))
        let head = try serialize(response, form: form)
        #expect(head == ["HTTP/1.1 403 Forbidden", "x-request-id: id", "Content-Length: 3", "A: b", "X-Standing: 2"])
        response = response.writtenOut()
        #expect(try serialize(response, form: form) == head)
        response.headers["A"] = "c"
        response.status = .ok
        #expect(try serialize(response, form: form) == ["HTTP/1.1 200 OK"] + head[1...2] + ["X-Standing: 2", "A: c"])
    }

    @Test(
        "Every status has a reason phrase",
        arguments: [(200, "OK"), (404, "Not Found"), (413, "Content Too Large"), (299, "Success"), (499, "Client Error"), (599, "Server Error")])
    func writesStatus(_ code: Int, _ reason: String) throws {
        let response = Response(status: HTTPStatus(code))
        let form = AnswerForm(response, to: try recipient("GET / HTTP/1.1\nHost: a"))
        #expect(try serialize(response, form: form).first == "HTTP/1.1 \(code) \(reason)")
    }

    @Test("A status that is none becomes 500", arguments: [0, 100, 199, 600, 99999])
    func refusesStatus(_ code: Int) {
        #expect(HTTPStatus(code).code == 500)
    }

    @Test(
        "A field that could break the head apart is refused, and nothing is written",
        arguments: [("A b", "c"), ("", "c"), ("A:", "c"), ("A", "b\r\nC: d"), ("A", "b\n"), ("A", "\u{0}"), ("Ä", "b")])
    func refusesField(_ name: String, _ value: String) throws {
        let serializer = ResponseSerializer(standing: try StandingFields([:]), dates: DateClock())
        let output = WipedBuffer(capacity: 64)
        output.append([1, 2, 3])
        let response = Response(headers: [name: value])
        let form = AnswerForm(response, to: .unreadable("id", wantsContent: true))
        #expect(throws: ResponseSerializer.InvalidField()) {
            try serializer.appendHead(of: response, requestID: "id", form: form, to: output)
        }
        #expect(Array(output.bytes) == [1, 2, 3])
        #expect(throws: ResponseSerializer.InvalidField()) {
            try serializer.appendHead(of: response.writtenOut(), requestID: "id", form: form, to: output)
        }
        #expect(throws: ResponseSerializer.InvalidField()) { try StandingFields([name: value]) }
    }

    @Test("What is framed how, and what the connection does")
    func choosesForm() throws {
        let whole = Response(body: .bytes([1]))
        let stream = Response(body: .stream { _ in })
        let new = try recipient("GET / HTTP/1.1\nHost: a")
        let old = try recipient("GET / HTTP/1.0")
        let last = try recipient("GET / HTTP/1.1\nHost: a", keepsAlive: false)
        let asking = try recipient("HEAD / HTTP/1.1\nHost: a")

        #expect(AnswerForm(whole, to: new).framing == .length(1))
        #expect(AnswerForm(whole, to: new).persistence == .implied)
        #expect(AnswerForm(whole, to: old).persistence == .keepAlive)
        #expect(AnswerForm(whole, to: last).persistence == .close)
        #expect(AnswerForm(stream, to: new).framing == .chunked)
        #expect(AnswerForm(stream, to: old).framing == .untilClose)
        #expect(AnswerForm(stream, to: old).persistence == .close)
        #expect(AnswerForm(whole, to: asking).framing == .length(1))
        #expect(!AnswerForm(whole, to: asking).hasContent)
        #expect(AnswerForm(Response(status: .noContent, body: .bytes([1])), to: new).framing == .none)
        #expect(!AnswerForm(Response(status: HTTPStatus(304), body: .stream { _ in }), to: new).hasContent)
    }

    @Test("Numbers are written in decimal", arguments: [0, 9, 10, 99, 100, 1_048_576, Int.max])
    func writesDecimal(_ number: Int) {
        let output = WipedBuffer(capacity: 64)
        ResponseSerializer.appendDecimal(number, to: output)
        #expect(String(decoding: output.bytes, as: UTF8.self) == String(number))
    }
}
