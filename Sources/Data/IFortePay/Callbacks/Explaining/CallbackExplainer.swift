import Crypto
import JSON
public import Secrets

/// Finds out why a saved callback is refused, by trying what signers are known to do wrong. Pure, and slow for large bodies: for a person at a
/// terminal, not for a server.
public struct CallbackExplainer {
    /// A key by the name that a person knows it under.
    public struct NamedKey: Sendable {
        /// For instance `GATEWAY_HASH_KEY`.
        public let name: String
        let key: SecretBytes

        /// Names a key.
        public init(name: String, key: SecretBytes) {
            self.name = name
            self.key = key
        }
    }

    private let keys: [NamedKey]
    private let otherKeys: [NamedKey]

    /// - Parameters:
    ///   - keys: those that may sign the callback.
    ///   - otherKeys: those that may not, but that a signer could take by mistake, such as another merchant's or the secret.
    public init(keys: [NamedKey], otherKeys: [NamedKey] = []) {
        self.keys = keys.filter { !$0.key.isEmpty }
        self.otherKeys = otherKeys.filter { !$0.key.isEmpty }
    }

    /// Explains a body; `headerSignature` is the value of the `mcp-signature` header it came with, if that is known.
    public func explain(_ body: [UInt8], headerSignature: String? = nil) -> CallbackExplanation {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: body, skippingByteOrderMark: true).root
        } catch {
            return error.kind == .cutShort || error.kind == .empty ? .cutBody(error.description) : .notJSON(error.description)
        }
        guard root.kind == .object else { return .notAnObject }
        guard !root.hasDuplicateNames else { return .duplicateName }
        let header = HeaderScheme(root)
        guard let signature = root["signature"], !signature.isNull else {
            if let headerSignature { return .headerScheme(genuine: keys.contains { header.signed(headerSignature, with: $0.key) }) }
            return header.applies ? .headerScheme(genuine: nil) : root["data"] == nil ? .noData : .noSignature
        }
        if let text = signature.string, keys.contains(where: { header.signed(text, with: $0.key) }) { return .headerScheme(genuine: true) }
        guard let data = root["data"] else { return .noData }
        guard let text = signature.string else { return .wrongEncoding("no text") }
        guard let claimed = ClaimedSignature(text) else { return .wrongEncoding("a text of \(text.unicodeScalars.count) characters") }
        return explain(claimed, data: data, root: root)
    }

    private func explain(_ claimed: ClaimedSignature, data: JSONValue, root: JSONValue) -> CallbackExplanation {
        let encoding = claimed.mistake.map { [SigningMistake.encoding($0)] } ?? []
        let sent = [data.rawBytes, data.minified()]
        if let key = keys.first(where: { made(claimed, of: sent, with: $0.key) }) {
            return encoding.isEmpty ? .genuine(key: key.name) : .mistaken(encoding, key: key.name)
        }
        for key in keys {
            for mistake in KeyMistake.allCases {
                guard let mistaken = mistake.applied(to: key.key), made(claimed, of: sent, with: mistaken) else { continue }
                return .mistaken([.key(mistake)] + encoding, key: key.name)
            }
        }
        if let other = otherKeys.first(where: { made(claimed, of: sent, with: $0.key) }) { return .otherKey(name: other.name) }
        return explainMessage(claimed, data: data, root: root, encoding: encoding) ?? .unknown
    }

    /// Tries other bytes than those sent.
    private func explainMessage(
        _ claimed: ClaimedSignature, data: JSONValue, root: JSONValue, encoding: [SigningMistake]
    ) -> CallbackExplanation? {
        for rendering in Rendering.thatChange(data) {
            let bytes = rendering.render(data)
            for key in keys where made(claimed, of: [bytes], with: key.key) {
                return .mistaken([.reserialized(rendering.steps)] + encoding, key: key.name)
            }
        }
        let body = root.withoutSignature
        for key in keys where made(claimed, of: [body], with: key.key) { return .mistaken([.wholeBody] + encoding, key: key.name) }
        return nil
    }

    private func made(_ claimed: ClaimedSignature, of messages: [[UInt8]], with key: SecretBytes) -> Bool {
        messages.contains { HMACSHA256.isValid(claimed.code, for: $0, key: key) }
    }
}

/// The scheme of card callbacks, as far as a body tells what its header must have been.
private struct HeaderScheme {
    private let transactionID: String?
    private let externalID: String?
    private let orderID: String?

    /// Card callbacks have the ids at the top level.
    init(_ root: JSONValue) {
        let data = root["data"]
        func id(_ names: String...) -> String? {
            names.lazy.compactMap { (root[$0] ?? data?[$0])?.string }.first
        }
        transactionID = id("transaction_id", "transactionId")
        externalID = id("external_id", "externalId")
        orderID = id("order_id", "orderId")
    }

    /// Whether the body has what that scheme signs.
    var applies: Bool { transactionID != nil && externalID != nil && orderID != nil }

    func signed(_ header: String, with key: SecretBytes) -> Bool {
        guard let transactionID, let externalID, let orderID,
            let request = RequestSignature.value(hashKey: key, externalID: externalID, orderID: orderID)
        else { return false }
        let right = CardCallbackSignature.value(transactionID: transactionID, requestSignature: request)
        return constantTimeEqual(Array(right.utf8), Array(header.lowercased().utf8))
    }
}

extension JSONValue {
    /// An object written compactly without its `signature`.
    fileprivate var withoutSignature: [UInt8] {
        JSONWriter.object { object in
            for (name, value) in members where !name.isString("signature") { object.member(name.string ?? "", json: value.minified()) }
        }
    }
}
