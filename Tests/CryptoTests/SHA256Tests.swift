import Crypto
import Secrets
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "Digests that `printf %s TEXT | openssl dgst -sha256 -r` gives, whole, in pieces and of a secret",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            // FIPS 180-4's example.
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            // head -c 1000000 /dev/zero | tr '\0' a | openssl dgst -sha256 -r
            (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
    func digest(_ text: String, _ hex: String) {
        #expect(SHA256.digest(Array(text.utf8)).hex == hex)
        #expect(SHA256.digest(SecretBytes(utf8: text)).hex == hex)
        var hasher = SHA256.Hasher()
        hasher.update(utf8: String(text.prefix(1)))
        hasher.update(Array(text.utf8.dropFirst().prefix(1)))
        hasher.update([])
        hasher.update(SecretBytes(text.utf8.dropFirst(2)))
        #expect(hasher.finish().hex == hex)
    }

    /// iFortePay's signatures are plain SHA-256 over what is written one after the other. Computed with
    /// `printf %s 'h4shK3y/with+b64=ext-0001ORD-0001' | openssl dgst -sha256 -r` and so on.
    @Test("iFortePay's x-req-signature and mcp-signature")
    func providerSignatures() {
        func digest(_ pieces: String...) -> String {
            var hasher = SHA256.Hasher()
            for piece in pieces { hasher.update(utf8: piece) }
            return hasher.finish().hex
        }
        let hashKey = SecretBytes(utf8: "h4shK3y/with+b64=")
        var hasher = SHA256.Hasher()
        hasher.update(hashKey)
        hasher.update(utf8: "ext-0001")
        hasher.update(utf8: "ORD-0001")
        let signature = hasher.finish().hex
        #expect(signature == "37326eac9bd57a91184d347f83412d11d283fa93508212d40f7c7f5003574d2c")
        let transaction = "4eab1441-8308-4fa0-91b8-969973e0b0fd"
        #expect(digest(transaction, signature) == "aa5716bb97bbe84e00578eff0a279b60c21a0736896170cad0654fcac50156dc")
        #expect(digest(transaction, signature, "SUBMERCHANT1") == "67fb3b573affd4bc767790114a03f650cf33a8a4576001446b620b00114d0d43")
        // Two that integrators use and iFortePay does not: other order, and a key with a newline.
        #expect(digest(signature, "ORD-0001") == "dd37124c4856f3e5355d7b919d5d420451f5f0fc55aeed5f6ff87a0cc6ecca41")
        #expect(
            digest("h4shK3y/with+b64=\n", "ext-0001", "ORD-0001") == "cc2e8f05f0066f2e4310cc86e566b6f01fe4de05d78f9a7f7392bcaaadbf30cc")
        // No separator: two pairs of ids, one signature.
        #expect(digest("h4shK3y/with+b64=", "ext-0001O", "RD-0001") == signature)
    }

    @Test("Digests are values")
    func equality() {
        #expect(SHA256.digest([1]) == SHA256.digest([1]))
        #expect(SHA256.digest([1]) != SHA256.digest([2]))
        #expect(SHA256.digest([]).bytes.count == SHA256Digest.byteCount)
    }
}
