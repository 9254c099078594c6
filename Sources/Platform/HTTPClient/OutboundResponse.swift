/// A server's complete answer.
public struct OutboundResponse: Hashable, Sendable {
    /// The three-digit status; a redirect is an answer like any other.
    public let status: Int
    /// In the order received, those of a preceding 1xx answer left out.
    public let headers: [ResponseHeader]
    /// As received: no content coding is undone.
    public let body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: [ResponseHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header of that name, whatever the case of its letters.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// A header of an answer.
public struct ResponseHeader: Hashable, Sendable {
    /// As received.
    public let name: String
    /// Without the white space around it.
    public let value: String

    /// Makes a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
