import Secrets

/// The fields of a posted form (`application/x-www-form-urlencoded`), as far as the payer's page needs them: its values are words and hex digits,
/// which no browser escapes.
struct FormBody {
    private let fields: [(name: Substring, value: Substring)]

    init(_ body: SecretBytes) {
        let text = body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        fields = text.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0], parts.count == 2 ? parts[1] : "")
        }
    }

    /// The value of the first field of that name.
    subscript(name: String) -> String? {
        fields.first { $0.name == name }.map { String($0.value) }
    }
}
