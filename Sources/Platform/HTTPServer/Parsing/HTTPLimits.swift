/// How much of a request is read before it is refused.
public struct HTTPLimits: Hashable, Sendable {
    /// Over it: 414. Without the line's end.
    public var requestLineBytes: Int
    /// Over it: 431. All field lines with their ends, and the empty line.
    public var headerSectionBytes: Int
    /// Over it: 431.
    public var headerFields: Int
    /// Over it: 413, without reading the body where `Content-Length` says so, and as soon as a chunked one passes it.
    public var bodyBytes: Int
    /// What chunk extensions, which are skipped, may hold in all. Over it: 400.
    public var chunkExtensionBytes: Int
    /// What trailers, which are dropped, may hold. Over it: 431.
    public var trailerSectionBytes: Int

    /// The limits of a payment gateway unless said otherwise.
    public init(
        requestLineBytes: Int = 8 * 1024,
        headerSectionBytes: Int = 32 * 1024,
        headerFields: Int = 100,
        bodyBytes: Int = 1024 * 1024,
        chunkExtensionBytes: Int = 8 * 1024,
        trailerSectionBytes: Int = 8 * 1024
    ) {
        self.requestLineBytes = requestLineBytes
        self.headerSectionBytes = headerSectionBytes
        self.headerFields = headerFields
        self.bodyBytes = bodyBytes
        self.chunkExtensionBytes = chunkExtensionBytes
        self.trailerSectionBytes = trailerSectionBytes
    }
}
