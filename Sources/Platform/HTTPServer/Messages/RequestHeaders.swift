public import Secrets

/// The header fields of a request, as a view over its bytes: nothing is copied or decoded until it is asked for, and the bytes, which may hold
/// credentials, are wiped with the request.
public struct RequestHeaders: Sendable {
    /// The lines were checked when they came; who asks for one goes through them anew, which most requests' few questions do not make worth a table.
    let head: RequestHead.Storage

    /// How many field lines there are.
    public var count: Int { head.parsed.fieldCount }

    /// The field's value: where it is given on several lines, their values joined by `, ` (RFC 9110 section 5.2), so that a field which may stand
    /// only once never passes with its first value.
    public subscript(name: String) -> String? {
        let values = values(named: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }

    /// The values of all lines with this name, in order.
    public func values(named name: String) -> [String] {
        var values: [String] = []
        forEachValue(named: name) { values.append(String(decoding: $0, as: UTF8.self)) }
        return values
    }

    /// Whether at least one line has this name.
    public func contains(_ name: String) -> Bool {
        var isFound = false
        forEachValue(named: name) { _ in isFound = true }
        return isFound
    }

    /// The value of a field that holds a credential, without a `String` in between; nil where it is missing or given more than once.
    public func secret(named name: String) -> SecretBytes? {
        var count = 0
        var secret: SecretBytes?
        forEachValue(named: name) { value in
            count += 1
            if count == 1 { secret = SecretBytes(value) }
        }
        return count == 1 ? secret : nil
    }

    /// The names as sent, in order: safe to log, which values are not.
    public var names: [String] {
        var names: [String] = []
        forEachLine { line in
            if let colon = line.firstIndex(of: ASCII.colon, from: 0) { names.append(String(decoding: line.slice(0..<colon), as: UTF8.self)) }
        }
        return names
    }

    private func forEachValue(named name: String, _ body: (UnsafeRawBufferPointer) -> Void) {
        name.withUTF8Bytes { name in
            forEachLine { line in
                let colon = name.count
                guard colon < line.count, line[colon] == ASCII.colon, line.slice(0..<colon).equalsIgnoringASCIICase(name) else { return }
                body(line.slice((colon + 1)..<line.count).trimmingWhitespace())
            }
        }
    }

    /// Without their CRLF.
    @inline(__always)
    private func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        let section = head.parsed.fields
        head.withBytes { bytes in
            var start = Int(section.lowerBound)
            while start < section.upperBound, let lineFeed = bytes.firstIndex(of: ASCII.lineFeed, from: start) {
                body(bytes.slice(start..<(lineFeed - 1)))
                start = lineFeed + 1
            }
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
