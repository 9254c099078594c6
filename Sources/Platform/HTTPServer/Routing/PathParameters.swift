/// What stood in a path at the places that its route's template names.
public struct PathParameters: Sendable {
    private let pairs: [(name: String, value: String)]

    /// None.
    public static let none = PathParameters(names: [], values: [])

    init(names: [String], values: [String]) {
        pairs = zip(names, values).map { ($0, $1) }
    }

    /// The percent-decoded segment at `{name}`; nil if the template has no such name. Never empty.
    public subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// The segment at `{name}` as a value of its type. One that the type does not accept names nothing that exists: thrown out of a handler or an
    /// admission, the error becomes a 404.
    public func value<Value>(_ name: String, _ parse: (String) -> Value?) throws(PathParameterError) -> Value {
        guard let value = self[name].flatMap(parse) else { throw PathParameterError(name: name) }
        return value
    }
}

/// A path's segment is not of the type that its route expects there.
public struct PathParameterError: Error, Hashable, Sendable {
    /// The name in the template.
    public let name: String
}
