import Testing

/// Every signature here was computed outside: printf '%s' "$data" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$(printf "$key" | xxd -p)
@Suite("Callbacks on the command line", .timeLimit(.minutes(2)))
struct CommandLineCallbackTests {
    private static let data = #"{"transactionId":"TXN-001","amount":10000,"paymentStatus":"SUCCESS"}"#
    private static let right = "f5d85d0e7f4baa862b4bbcb0cd4e20304d5e4bc20e524363057f8726a9defdfd"

    private static func callback(_ signature: String) -> String {
        #"{"event":"payment.success","data":\#(data),"signature":"\#(signature)"}"#
    }

    @Test("sign sets or replaces the signature and changes nothing else")
    func sign() async throws {
        for unsigned in [Self.callback("a1b2c3"), #"{"event":"payment.success","data":\#(Self.data)}"#] {
            let signed = try await CommandLineProgram.run("callback", "sign", "-", input: unsigned)
            #expect(signed.status == 0)
            #expect(signed.output == Self.callback(Self.right))
        }
        let spaced = " { \"data\" : \(Self.data) ,\n\"signature\":\"\" }\n"
        let signed = try await CommandLineProgram.run("callback", "sign", "-", input: spaced)
        #expect(signed.output == spaced.replacing("\"signature\":\"\"", with: "\"signature\":\"\(Self.right)\""))
    }

    @Test(
        "What cannot be signed exits with 1",
        arguments: [("{", "cut short"), ("[]", "no object"), (#"{"event":"x"}"#, "no \"data\""), (#"{"data":1,"data":2}"#, "twice")])
    func unsignable(body: String, message: String) async throws {
        let outcome = try await CommandLineProgram.run("callback", "sign", "-", input: body)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(message))
        #expect(outcome.output.isEmpty)
    }

    @Test("explain finds nothing wrong with a right signature")
    func genuine() async throws {
        let folder = try TestFolder()
        let outcome = try await CommandLineProgram.run("callback", "explain", try folder.write(Self.callback(Self.right), to: "callback.json"))
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("genuine"))
    }

    @Test(
        "explain names the cause, without a key or the right signature",
        arguments: [
            // key "another-key"
            (callback("568ea0bfc8ea12c4aac0f25072de2bc73789f8a7776156907c29dacc327a2964"), "another key"),
            // the secret instead of the hash key
            (callback("089451dfbc829d3cf773a3bebb8eed7bfd670fdd77654f32bd83fb8884ce2e5b"), "GATEWAY_SECRET_UNBOUND"),
            // key with "\n" behind it
            (callback("80234db001fd6dc5094da7ebd926cd85303b35cd63116335cb1cc874d78831e9"), "newline"),
            // over {"amount": 10000, "paymentStatus": "SUCCESS", "transactionId": "TXN-001"}
            (callback("68815edc4b436b9e3391173baa4d806cf572a8dd4fc71b7ec48f51fec96982b8"), "re-serialised"),
            // over {"transactionId": "TXN-001", "amount": 10000, "paymentStatus": "SUCCESS"}
            (callback("b13d011820625ac4dc7dc03d152df0eb843d383125f865082e4c477c780b7ed9"), "re-serialised"),
            // the right one with -binary | base64
            (callback("9dhdDn9LqoYrS7ywzU4gME1eS8IOUkNjBX+HJqne/f0="), "base64"),
            // no signature in the body, but what the header scheme signs
            (#"{"transaction_id":"4eab1441-8308-4fa0-91b8-969973e0b0fd","external_id":"ext-0001","order_id":"ORD-0001"}"#, "mcp-signature"),
            (String(callback(right).dropLast(20)), "cut"),
        ])
    func explain(body: String, cause: String) async throws {
        let outcome = try await CommandLineProgram.run("callback", "explain", "-", input: body)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(cause), "\(outcome.output)")
        for secret in ["h4shK3y", "0x0011", Self.right, Self.right.uppercased()] { #expect(!outcome.output.contains(secret)) }
    }

    @Test("explain finds the secret in its file too")
    func secretFile() async throws {
        let folder = try TestFolder()
        var environment = CommandLineProgram.credentials
        let secret = try #require(environment["GATEWAY_SECRET_UNBOUND"])
        environment["GATEWAY_SECRET_UNBOUND"] = nil
        environment["GATEWAY_SECRET_UNBOUND_FILE"] = try folder.write(secret, to: "secret")
        let body = Self.callback("089451dfbc829d3cf773a3bebb8eed7bfd670fdd77654f32bd83fb8884ce2e5b")
        let outcome = try await CommandLineProgram.run("callback", "explain", "-", environment: environment, input: body)
        #expect(outcome.output.contains("GATEWAY_SECRET_UNBOUND"), "\(outcome.errors)")
    }

    @Test("explain tells whether the header was right")
    func header() async throws {
        let body = #"{"transaction_id":"4eab1441-8308-4fa0-91b8-969973e0b0fd","external_id":"ext-0001","order_id":"ORD-0001"}"#
        // sha256 over transaction id and x-req-signature, from iFortePay's documentation
        let right = "aa5716bb97bbe84e00578eff0a279b60c21a0736896170cad0654fcac50156dc"
        let genuine = try await CommandLineProgram.run("callback", "explain", "-", "--header", right, input: body)
        #expect(genuine.output.contains("That signature is right"))
        let forged = try await CommandLineProgram.run("callback", "explain", "-", "--header", String(right.reversed()), input: body)
        #expect(forged.output.contains("not one of your keys'"))
    }

    @Test("A key of a rotation is tried too")
    func rotation() async throws {
        var environment = CommandLineProgram.credentials
        environment["GATEWAY_CALLBACK_KEYS"] = "old-key,another-key"
        let body = Self.callback("568ea0bfc8ea12c4aac0f25072de2bc73789f8a7776156907c29dacc327a2964")
        let outcome = try await CommandLineProgram.run("callback", "explain", "-", environment: environment, input: body)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("key 2 of GATEWAY_CALLBACK_KEYS"))
        #expect(!outcome.output.contains("another-key"))
    }
}
