import Secrets

/// A setting's value as it was given, before a parser has judged it: one text, or a list from the configuration file.
struct SettingText: Sendable {
    private enum Form {
        case single(SecretBytes)
        case list([SecretBytes])
    }

    private let form: Form

    /// Takes a variable's value, a file's content or a JSON scalar.
    init(_ bytes: SecretBytes) {
        form = .single(bytes)
    }

    /// Takes a JSON array's elements.
    init(list: [SecretBytes]) {
        form = .list(list)
    }

    /// Takes a default.
    init(_ text: String) {
        self.init(SecretBytes(utf8: text))
    }

    /// The one value, for a setting that is no list.
    func single() throws(BrokenRule) -> SecretBytes {
        guard case .single(let bytes) = form else { throw BrokenRule("must be one value, not a list") }
        return bytes
    }

    /// The one value as text, for a setting that is no secret.
    func text() throws(BrokenRule) -> String {
        try Self.text(of: single())
    }

    /// The elements of a list: a JSON array's, or what stands between the commas.
    func items() -> [SecretBytes] {
        switch form {
        case .list(let items): items
        case .single(let bytes):
            bytes.withUnsafeBytes { bytes in
                bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { SecretBytes($0) }
            }
        }
    }

    /// The elements of a list as texts, white space around them dropped.
    func texts() throws(BrokenRule) -> [String] {
        var texts: [String] = []
        for item in items() {
            texts.append(try Self.text(of: item).trimmingSpaces())
        }
        return texts
    }

    /// A list as one text with commas, as the environment has it.
    func joined() throws(BrokenRule) -> String {
        try texts().joined(separator: ",")
    }

    /// The given form for a person, a list with commas.
    var shown: String {
        switch form {
        case .single(let bytes): Self.lossyText(of: bytes)
        case .list(let items): items.map(Self.lossyText).joined(separator: ",")
        }
    }

    private static func lossyText(of bytes: SecretBytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func text(of bytes: SecretBytes) throws(BrokenRule) -> String {
        guard let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else { throw BrokenRule("is not UTF-8 text") }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw BrokenRule("holds a control character, for instance a line's end")
        }
        return text
    }
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        let start = drop(while: { $0 == " " })
        return String(start.reversed().drop(while: { $0 == " " }).reversed())
    }
}
