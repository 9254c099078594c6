import Secrets

/// Named values as bytes that two different sets of values never share: each value stands behind its name and its length.
///
/// An absent value writes nothing, so that a field which a later release adds does not change the form of requests that lack it.
struct CanonicalForm {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ path: FieldPath, _ value: (some StringProtocol)?) {
        if let value { add(path, bytes: Array(value.utf8)) }
    }

    mutating func add(_ path: FieldPath, _ value: (some FixedWidthInteger)?) {
        if let value { add(path, String(value)) }
    }

    /// The fields of an object, or the elements of an array. One with nothing in it is written by its name alone: it must not pass for an absent one.
    mutating func addGroup(_ path: FieldPath, _ addFields: (inout CanonicalForm) -> Void) {
        let before = bytes.count
        addFields(&self)
        if bytes.count == before { add(path, bytes: []) }
    }

    mutating func add(_ path: FieldPath, bytes value: [UInt8]) {
        bytes += "\(path)=\(value.count):".utf8
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }
}
