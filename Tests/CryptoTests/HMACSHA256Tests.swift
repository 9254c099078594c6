import Crypto
import Secrets
import Testing

@Suite("HMAC-SHA256")
struct HMACSHA256Tests {
    struct Vector: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: String

        init(_ key: [UInt8], _ message: [UInt8], _ code: String) {
            self.key = key
            self.message = message
            self.code = code
        }
    }

    /// RFC 4231 section 4, test cases 1 to 7; the fifth is truncated there to 128 bits.
    static let rfc4231 = [
        Vector(.init(repeating: 0x0B, count: 20), Array("Hi There".utf8), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Vector(
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Vector(
            .init(repeating: 0xAA, count: 20), .init(repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Vector(Array(0x01...0x19), .init(repeating: 0xCD, count: 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        Vector(.init(repeating: 0x0C, count: 20), Array("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
        Vector(
            .init(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        Vector(
            .init(repeating: 0xAA, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]

    /// A callback's `data`, as received and minified: `printf %s DATA | openssl dgst -sha256 -hmac 'h4shK3y/with+b64=' -r`.
    static let callbacks = [
        Vector(
            Array("h4shK3y/with+b64=".utf8), Array(#"{"transactionId": "TXN-001", "amount": 10000, "paymentStatus": "SUCCESS"}"#.utf8),
            "b13d011820625ac4dc7dc03d152df0eb843d383125f865082e4c477c780b7ed9"),
        Vector(
            Array("h4shK3y/with+b64=".utf8), Array(#"{"transactionId":"TXN-001","amount":10000,"paymentStatus":"SUCCESS"}"#.utf8),
            "f5d85d0e7f4baa862b4bbcb0cd4e20304d5e4bc20e524363057f8726a9defdfd"),
    ]

    @Test("RFC 4231's vectors, and a callback's computed with openssl", arguments: rfc4231 + callbacks)
    func vector(_ vector: Vector) {
        let code = HMACSHA256.code(for: vector.message, key: SecretBytes(vector.key))
        #expect(Hex.encode(code).hasPrefix(vector.code))
        #expect(HMACSHA256.isValid(code, for: vector.message, key: SecretBytes(vector.key)))
    }

    /// `printf %s MESSAGE | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102030405060708090a0b0c0d0e0f1011121314151617 -binary | openssl base64 -A`
    @Test("A Standard Webhooks signature computed with openssl")
    func standardWebhooks() {
        let message = Array(#"cb_01J0000000000000000000000.1764468000.{"event":"payment.success"}"#.utf8)
        let code = HMACSHA256.code(for: message, key: SecretBytes(Array(0..<24)))
        #expect(Base64.encode(code) == "pg2h+xFGikTtEaEv9IsyVd1aBClTASFkYA7u4asEMMQ=")
    }

    @Test("A code is refused when a bit of it, of the message or of the key differs, and when it is cut or longer")
    func refusal() {
        let key = SecretBytes(utf8: "key")
        let message = Array("message".utf8)
        let code = HMACSHA256.code(for: message, key: key)
        for index in code.indices {
            var wrong = code
            wrong[index] ^= 1
            #expect(!HMACSHA256.isValid(wrong, for: message, key: key))
        }
        #expect(!HMACSHA256.isValid(code, for: Array("massage".utf8), key: key))
        #expect(!HMACSHA256.isValid(code, for: message, key: SecretBytes(utf8: "kez")))
        #expect(!HMACSHA256.isValid(Array(code.dropLast()), for: message, key: key))
        #expect(!HMACSHA256.isValid(code + [0], for: message, key: key))
        #expect(!HMACSHA256.isValid([], for: message, key: key))
    }

    @Test("A key makes the codes of many messages, each as if it were the first, and judges by them", arguments: rfc4231 + callbacks)
    func key(_ vector: Vector) {
        let key = HMACSHA256.Key(SecretBytes(vector.key))
        for _ in 0..<2 {
            let code = key.code(for: vector.message)
            #expect(Hex.encode(code).hasPrefix(vector.code))
            #expect(key.isValid(code, for: vector.message))
            #expect(!key.isValid(code, for: vector.message + [0]))
            #expect(!key.isValid([], for: vector.message))
        }
    }

    @Test("A code in hexadecimal is judged in either case, and by all of its digits", arguments: callbacks)
    func hexadecimal(_ vector: Vector) {
        let key = HMACSHA256.Key(SecretBytes(vector.key))
        func isValid(_ digits: String) -> Bool {
            Array(digits.utf8).withUnsafeBytes { digits in vector.message.withUnsafeBytes { key.isValid(hexadecimal: digits, for: $0) } }
        }
        #expect(isValid(vector.code))
        #expect(isValid(vector.code.uppercased()))
        for place in vector.code.indices {
            for digit in ["0", "1", "g", " "] where digit != String(vector.code[place]) {
                #expect(!isValid(vector.code.replacingCharacters(at: place, with: digit)))
            }
        }
        let code = vector.code
        for wrong in ["", "00", String(code.dropLast()), String(code.dropLast(2)), code + "0", code + "00", "0x" + code, " " + code, code + "\0"] {
            #expect(!isValid(wrong))
        }
    }

    @Test("Many tasks judge by one key at once")
    func sharedKey() async {
        let vectors = Self.callbacks
        let key = HMACSHA256.Key(SecretBytes(vectors[0].key))
        let isRight = await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { round in
                        let vector = vectors[(task + round) % vectors.count]
                        return Hex.encode(key.code(for: vector.message)) == vector.code
                    }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(isRight)
    }

    @Test("An empty message has a code")
    func emptyMessage() {
        // printf '' | openssl dgst -sha256 -hmac key -r
        #expect(
            Hex.encode(HMACSHA256.code(for: [], key: SecretBytes(utf8: "key")))
                == "5d5d139563c95b5967b9bd9a8c9b233a9dedb45072794cd232dc1b74832607d0")
    }

    @Test("An empty or wiped key stops the process instead of making a code that anybody can make")
    func emptyKey() async {
        await #expect(processExitsWith: .failure) {
            let key = SecretBytes(utf8: "key")
            key.wipe()
            _ = HMACSHA256.code(for: [], key: key)
        }
    }
}

extension String {
    fileprivate func replacingCharacters(at place: Index, with text: String) -> String {
        String(self[..<place]) + text + String(self[index(after: place)...])
    }
}
