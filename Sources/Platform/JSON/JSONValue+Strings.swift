public import Secrets

extension JSONValue {
    /// A string's text, escapes resolved; nil for another kind. What may be a secret is read with `secretString`.
    public var string: String? {
        let node = node
        guard node.kind == .string else { return nil }
        return tree.withBytes { bytes in
            guard node.hasEscapes else { return String(decoding: bytes[node.content], as: UTF8.self) }
            return String(unsafeUninitializedCapacity: node.content.count) { buffer in
                Self.unescape(node, in: bytes, to: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// A string's UTF-8 bytes, escapes resolved, straight from the document: no `String` on the way, nothing left to wipe. Nil for another kind.
    public var secretString: SecretBytes? {
        let node = node
        guard node.kind == .string else { return nil }
        return tree.withBytes { bytes in
            SecretBytes(capacity: node.content.count) { buffer in Self.unescape(node, in: bytes, to: buffer) }
        }
    }

    /// Lends a string's UTF-8 bytes, escapes resolved; those of a string without escapes are not copied. Nil for another kind.
    @inlinable
    public func withUnescapedBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var result: Result?
        lendUnescapedBytes { result = body($0) }
        return result
    }

    @usableFromInline
    func lendUnescapedBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        let node = node
        guard node.kind == .string else { return }
        if node.hasEscapes {
            secretString?.withUnsafeBytes(body)
        } else {
            tree.withBytes { bytes in body(bytes[node.content]) }
        }
    }

    /// Whether it is a string with exactly this text, compared byte by byte after unescaping and without making a `String`.
    public func isString(_ text: String) -> Bool {
        let node = node
        guard node.kind == .string else { return false }
        return text.withUTF8Bytes { wanted in
            tree.withBytes { bytes in Self.content(of: node, in: bytes, equals: wanted) }
        } ?? false
    }

    /// The one comparison of a string token with plain bytes.
    @inline(__always)
    static func content(of node: Node, in bytes: ByteView, equals wanted: UnsafeRawBufferPointer) -> Bool {
        node.hasEscapes ? escapedContent(of: node, in: bytes, equals: wanted) : bytes.equals(node.content, wanted)
    }

    private static func escapedContent(of node: Node, in bytes: ByteView, equals wanted: UnsafeRawBufferPointer) -> Bool {
        var unescaped = UnescapedBytes(bytes, node.content)
        for byte in wanted {
            guard unescaped.next() == byte else { return false }
        }
        return unescaped.next() == nil
    }

    /// Unescaped text is never longer than the token. Answers how many bytes were written.
    private static func unescape(_ node: Node, in bytes: ByteView, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard node.hasEscapes else {
            buffer.copyMemory(from: bytes[node.content])
            return node.content.count
        }
        var count = 0
        for byte in UnescapedBytes(bytes, node.content) {
            buffer[count] = byte
            count += 1
        }
        return count
    }
}
