public import Secrets

/// The header fields of a request, as slices over its bytes: nothing is copied or decoded until it is asked for, and the bytes, which may hold
/// credentials, are wiped with the request.
public struct RequestHeaders: Sendable {
    /// Where one field line's name and value stand among the bytes of the head.
    struct Line: Sendable {
        let name: Range<UInt32>
        let value: Range<UInt32>
    }

    let bytes: SecretBytes
    let lines: [Line]

    /// How many field lines there are.
    public var count: Int { lines.count }

    /// The field's value: where it is given on several lines, their values joined by `, ` (RFC 9110 section 5.2), so that a field which may stand
    /// only once never passes with its first value.
    public subscript(name: String) -> String? {
        let values = values(named: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }

    /// The values of all lines with this name, in order.
    public func values(named name: String) -> [String] {
        bytes.withUnsafeBytes { bytes in
            lines.compactMap { line in
                bytes.slice(line.name).equalsIgnoringASCIICase(name) ? String(decoding: bytes.slice(line.value), as: UTF8.self) : nil
            }
        }
    }

    /// Whether at least one line has this name.
    public func contains(_ name: String) -> Bool {
        bytes.withUnsafeBytes { bytes in
            lines.contains { bytes.slice($0.name).equalsIgnoringASCIICase(name) }
        }
    }

    /// The value of a field that holds a credential, without a `String` in between; nil where it is missing or given more than once.
    public func secret(named name: String) -> SecretBytes? {
        bytes.withUnsafeBytes { bytes in
            let matching = lines.filter { bytes.slice($0.name).equalsIgnoringASCIICase(name) }
            return matching.count == 1 ? matching.first.map { SecretBytes(bytes.slice($0.value)) } : nil
        }
    }

    /// The names as sent, in order: safe to log, which values are not.
    public var names: [String] {
        bytes.withUnsafeBytes { bytes in
            lines.map { String(decoding: bytes.slice($0.name), as: UTF8.self) }
        }
    }
}

extension RequestHeaders: CustomStringConvertible, CustomReflectable {
    /// The names only.
    public var description: String { names.joined(separator: ", ") }
    /// Hides the storage from `dump` and from the printing of an enclosing value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func slice(_ range: Range<UInt32>) -> UnsafeRawBufferPointer {
        slice(Int(range.lowerBound)..<Int(range.upperBound))
    }
}
