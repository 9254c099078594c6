import Crypto
public import Payments
public import Secrets

/// The keys with which a merchant's callbacks may be signed.
public struct CallbackKeys: Sendable {
    /// Whose they are.
    public let merchant: MerchantID
    let keys: [HMACSHA256.Key]

    /// The hash key and, during a rotation, further ones. An empty one is passed over: anybody could sign with it.
    public init(merchant: MerchantID, keys: [SecretBytes]) {
        self.merchant = merchant
        self.keys = keys.filter { !$0.isEmpty }.map { HMACSHA256.Key($0) }
    }
}

/// Tells genuine callbacks from others (contract section 4).
public struct IFortePayCallbackVerifier: CallbackVerifier {
    private let merchants: [CallbackKeys]
    private let schemes: [CallbackScheme]

    /// A verifier with every merchant's keys. Schemes that are not built yet verify nothing; the configuration refuses them.
    public init(merchants: [CallbackKeys], schemes: [CallbackScheme] = [.payloadHMAC]) {
        self.merchants = merchants
        self.schemes = schemes
    }

    /// Refuses what is no JSON object as malformed, and as not genuine: a top-level name given twice, no `data`, no `signature`, or a signature that
    /// none of the keys made.
    public func verify(body: SecretBytes, merchant: MerchantID?) -> CallbackVerification {
        let callback: ReceivedCallback
        do {
            callback = try ReceivedCallback(body)
        } catch {
            switch error {
            case .malformed(let message): return .malformed(message: message)
            case .unverifiable(let reason): return .refused(reason: reason)
            }
        }
        guard let signer = signer(of: callback, merchant) else {
            return .refused(reason: merchant.map { "no key of \($0) made the signature" } ?? "no key of any merchant made the signature")
        }
        // A second copy of the body, and one that is not wiped: what is committed and forwarded outlives the request, and it is not secret, for no
        // card data is in it. It is as large as what the server reserved for the body, and the callback service bounds how many it keeps.
        return .verified(
            VerifiedCallback(
                merchant: signer, event: callback.event, content: CallbackContent(signed: callback.data),
                contentDigest: SHA256.digest(callback.minifiedData).bytes, body: body.withUnsafeBytes { Array($0) }))
    }

    /// Whose key made the signature: this merchant's, or that of any when nil.
    private func signer(of callback: ReceivedCallback, _ merchant: MerchantID?) -> MerchantID? {
        // By their indices in spans, because an iterator over an array counts references to what it hands out, and all loops share these.
        let (candidates, schemes) = (merchants.span, schemes.span)
        for index in candidates.indices where merchant == nil || candidates[index].merchant == merchant {
            let keys = candidates[index].keys.span
            for key in keys.indices {
                for scheme in schemes.indices where schemes[scheme].isGenuine(callback, key: keys[key]) { return candidates[index].merchant }
            }
        }
        return nil
    }
}
