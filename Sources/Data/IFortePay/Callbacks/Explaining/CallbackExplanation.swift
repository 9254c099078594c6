/// Why a saved callback verifies or not. Neither a key nor the right signature stands in it.
public enum CallbackExplanation: Hashable, Sendable {
    /// It verifies with the key of this name.
    case genuine(key: String)
    /// The JSON ends too early.
    case cutBody(String)
    /// It is not JSON for another reason; the text names rule and place.
    case notJSON(String)
    /// It is JSON, but no object.
    case notAnObject
    /// A member stands twice at the top level.
    case duplicateName
    /// There is no `data`.
    case noData
    /// There is no `signature`.
    case noSignature
    /// It is signed in the `mcp-signature` header instead of the body; `genuine` says whether that one is right, nil when none was given.
    case headerScheme(genuine: Bool?)
    /// `signature` is no hex of 32 bytes and nothing else that is known.
    case wrongEncoding(String)
    /// The signature is right but for these mistakes of the signer's, made with the key of this name.
    case mistaken([SigningMistake], key: String)
    /// The key of this name made it, which is none that may sign callbacks.
    case otherKey(name: String)
    /// Nothing that is known makes this signature of this `data`.
    case unknown
}

/// What a signer does differently.
public enum SigningMistake: Hashable, Sendable {
    /// The key is not taken as it is.
    case key(KeyMistake)
    /// The signature is not written in hex.
    case encoding(EncodingMistake)
    /// Not the bytes sent are signed, but the same JSON written in another way.
    case reserialized([RenderingStep])
    /// All of the body is signed, without its `signature`.
    case wholeBody
}

extension CallbackExplanation {
    /// One sentence for a person.
    public var sentence: String {
        switch self {
        case .genuine(let key): "The signature is genuine: \(key) made it."
        case .cutBody(let place): "The body is cut: \(place)."
        case .notJSON(let place): "The body is not JSON: \(place)."
        case .notAnObject: "The body is JSON, but no object."
        case .duplicateName: "A member stands twice at the top level, so nobody can say which one was signed."
        case .noData: "The body has no \"data\": there is nothing whose signature could be checked."
        case .noSignature: "The body has no \"signature\"."
        case .headerScheme(let genuine): Self.headerSentence(genuine)
        case .wrongEncoding(let found): "The signature is not 64 hexadecimal digits: it is \(found)."
        case .mistaken(let mistakes, let key):
            "The signature was made with \(key), but " + mistakes.map(\.clause).joined(separator: ", and ") + "."
        case .otherKey(let name): "The signature was made with \(name), which does not sign callbacks."
        case .unknown: "The signature was made with another key, or \"data\" was changed after it was signed."
        }
    }

    private static func headerSentence(_ genuine: Bool?) -> String {
        let scheme = "The callback is signed by the header mcp-signature, not in its body"
        return switch genuine {
        case true: "\(scheme). That signature is right, but it covers neither amount nor status."
        case false: "\(scheme), and that signature is not one of your keys' either."
        case nil: "\(scheme), as iFortePay's card callbacks are."
        }
    }
}

extension SigningMistake {
    fileprivate var clause: String {
        switch self {
        case .key(let mistake): "the key was taken \(mistake.phrase)"
        case .encoding(let mistake): "it is written in \(mistake.phrase) instead of hexadecimal digits"
        case .reserialized(let steps):
            "it is over re-serialised JSON (\(steps.isEmpty ? "escapes undone" : steps.map(\.phrase).joined(separator: ", "))) instead of the bytes sent"
        case .wholeBody: "it is over the whole body instead of over \"data\""
        }
    }
}
