import JSON

/// A place in a request's body: its dotted path and what stands there. A null counts as nothing, as iFortePay's mobile SDK writes absent options.
struct BodyField {
    let path: String
    /// Nil when nothing stands there.
    let value: JSONValue?

    /// The body itself.
    init(root: JSONValue) {
        path = ""
        value = root
    }

    private init(path: String, value: JSONValue?) {
        self.path = path
        self.value = value.flatMap { $0.isNull ? nil : $0 }
    }

    /// The member of that name.
    subscript(name: String) -> BodyField {
        BodyField(path: path.isEmpty ? name : "\(path).\(name)", value: value?[name])
    }

    /// An array's elements.
    var elements: [BodyField] {
        (value?.elements ?? []).enumerated().map { BodyField(path: "\(path)[\($0)]", value: $1) }
    }
}
