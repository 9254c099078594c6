/// The header fields of an answer (or of a request made in memory): in order, names compared without regard to case.
///
/// `Content-Length`, `Transfer-Encoding`, `Connection`, `Date` and `x-request-id` are the server's own: what a handler sets under these names is not
/// sent, so that an answer cannot be framed in two ways.
public struct HTTPHeaders: Hashable, Sendable {
    /// One field line.
    public struct Field: Hashable, Sendable {
        /// As it will be sent; compared without regard to case.
        public let name: String
        /// Without surrounding white space.
        public let value: String
    }

    /// The lines in the order they will be sent.
    public private(set) var fields: [Field]

    /// None.
    public init() {
        fields = []
    }

    /// The value of the first line with this name. Setting replaces every line with this name; nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
        set {
            fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Adds a line, also where one with this name exists.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Every value under this name, in order.
    public func values(named name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// The lines in the order written.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}
