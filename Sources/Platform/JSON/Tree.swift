import Secrets

/// A parsed document: its bytes, kept alive and not copied, and its nodes. Shared by all views of it.
final class Tree: Sendable {
    private enum Source {
        case secret(SecretBytes)
        case plain([UInt8])
    }

    private let source: Source
    private let byteCount: Int
    let nodes: [Node]

    convenience init(parsing bytes: SecretBytes, options: Options) throws(JSONError) {
        let result = try bytes.withUnsafeBytes { buffer throws(JSONError) in try Self.parse(ByteView(buffer), options) }
        self.init(.secret(bytes), result)
    }

    convenience init(parsing bytes: [UInt8], options: Options) throws(JSONError) {
        let result = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try Self.parse(ByteView(UnsafeRawBufferPointer(buffer)), options)
        }
        self.init(.plain(bytes), result)
    }

    private init(_ source: Source, _ result: (nodes: [Node], byteCount: Int)) {
        self.source = source
        nodes = result.nodes
        byteCount = result.byteCount
    }

    /// Lends the document's bytes; nil when they were wiped meanwhile, so that no range points beyond what is left.
    func withBytes<Result>(_ body: (ByteView) -> Result?) -> Result? {
        switch source {
        case .secret(let bytes):
            bytes.withUnsafeBytes { buffer in
                buffer.count == byteCount ? body(ByteView(buffer)) : nil
            }
        case .plain(let bytes):
            bytes.withUnsafeBytes { body(ByteView($0)) }
        }
    }
}

extension Tree {
    struct Options {
        let maximumDepth: Int
        let skipsByteOrderMark: Bool
    }

    private static func parse(_ bytes: ByteView, _ options: Options) throws(JSONError) -> (nodes: [Node], byteCount: Int) {
        guard bytes.count < Int(UInt32.max) else { throw JSONError(.tooLarge, at: 0, in: bytes) }
        if let kind = TextEncoding.foreignEncoding(bytes) { throw JSONError(kind, at: 0, in: bytes) }
        let start = options.skipsByteOrderMark ? TextEncoding.byteOrderMarkLength(bytes, at: 0) : 0
        guard TextEncoding.byteOrderMarkLength(bytes, at: start) == 0 else { throw JSONError(.byteOrderMark, at: start, in: bytes) }
        var parser = Parser(bytes, from: start, maximumDepth: options.maximumDepth)
        do {
            try parser.parseDocument()
        } catch {
            throw JSONError(error.kind, at: error.offset, in: bytes)
        }
        return (parser.nodes, bytes.count)
    }
}

extension Tree: CustomReflectable {
    /// Hides the bytes from `dump`.
    var customMirror: Mirror { Mirror(self, children: []) }
}
