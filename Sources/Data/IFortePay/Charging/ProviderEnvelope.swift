import JSON

/// The shape that all of iFortePay's answers share: `response_code`, `response_message`, and `data` or null.
struct ProviderEnvelope {
    let code: String
    let message: String
    /// Nil when absent or no object.
    let data: JSONValue?

    /// Why an answer is none of the provider's.
    struct Fault: Error {
        let reason: String
    }

    init(parsing body: [UInt8]) throws(Fault) {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: body)
        } catch {
            throw Fault(reason: "the answer is not JSON: \(error)")
        }
        let root = document.root
        guard root.kind == .object else { throw Fault(reason: "the answer is JSON but no object") }
        guard !root.hasDuplicateNames, root["data"]?.hasDuplicateNames != true else {
            throw Fault(reason: "the answer names a member twice")
        }
        guard let code = root["response_code"]?.string, !code.isEmpty else { throw Fault(reason: "the answer has no response_code") }
        self.code = code
        message = root["response_message"]?.string ?? ""
        data = root["data"].flatMap { $0.kind == .object ? $0 : nil }
    }
}
