import EMV
import Secrets

/// One input as the objects of an answer, as what a card asks for, and as an application's name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTLV(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Twice what an answer holds, and more than two bytes for each object that is too many.
    guard count <= 600 else { return -1 }
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    decodeObjects(input)
    decodeList(input)
    decodeName(input)
    return 0
}

private func decodeObjects(_ input: [UInt8]) {
    let bytes = SecretBytes(input)
    let tree: TLVTree
    do throws(TLVError) {
        tree = try TLVTree(decoding: bytes)
    } catch {
        precondition(input.indices.contains(error.offset), "the place of the fault is in the input")
        return
    }
    precondition(tree.tags.count <= TLVTree.maximumObjects && tree.tags.count * 2 <= input.count)
    for tag in Set(tree.tags) {
        check(tag)
        guard let value = tree[tag]?.withUnsafeBytes({ [UInt8]($0) }) else { continue }
        precondition(!value.isEmpty && encodings(tag, value).contains { stands($0, in: input) }, "the object stands so in the input")
    }
    precondition(tags([0x00, 0xFF] + input + [0xFF, 0x00]) == tree.tags, "filler changes nothing")
    let template = [0x70, 0x82, UInt8(input.count >> 8), UInt8(input.count & 0xFF)] + input
    if let inner = tags(template) { precondition(inner == [Tag(0x70)] + tree.tags, "nor does a template around it all") }
    bytes.wipe()
    for tag in Set(tree.tags) { precondition(tree[tag]?.isEmpty ?? true, "what was wiped is gone") }
}

/// Nil at the limits of depth and number, which another layer may pass.
private func tags(_ bytes: [UInt8]) -> [Tag]? {
    do throws(TLVError) {
        return try TLVTree(decoding: SecretBytes(bytes)).tags
    } catch {
        precondition(error.kind == .tooDeep || error.kind == .tooManyObjects)
        return nil
    }
}

/// The forms in which an object may stand: its length need not be minimal.
private func encodings(_ tag: Tag, _ value: [UInt8]) -> [[UInt8]] {
    let (high, low) = (UInt8(value.count >> 8), UInt8(value.count & 0xFF))
    let long = tagBytes(tag) + [0x82, high, low] + value
    guard value.count < 0x100 else { return [long] }
    return [long, tagBytes(tag) + [0x81, low] + value] + (value.count < 0x80 ? [tagBytes(tag) + [low] + value] : [])
}

private func stands(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { whole[$0] == part[0] && whole[$0..<$0 + part.count].elementsEqual(part) }
}

private func tagBytes(_ tag: Tag) -> [UInt8] {
    let all = [16, 8, 0].map { UInt8(truncatingIfNeeded: tag.bytes >> $0) }
    return Array(all.drop { $0 == 0 })
}

private func check(_ tag: Tag) {
    let bytes = tagBytes(tag)
    precondition((1...3).contains(bytes.count) && bytes.first != 0xFF)
    precondition(tag.isConstructed == (bytes.first.map { $0 & 0x20 != 0 }))
    precondition(tag.description.utf8.count == bytes.count * 2 && UInt32(tag.description, radix: 16) == tag.bytes)
}

private func decodeList(_ input: [UInt8]) {
    do throws(DataObjectList.Fault) {
        _ = try DataObjectList(decoding: input)
        precondition(lengthAsked(input).map { $0 <= 252 } == true)
    } catch {
        switch error {
        case .malformed(let error): precondition(input.indices.contains(error.offset) && lengthAsked(input) == nil)
        case .tooLong: precondition(lengthAsked(input).map { $0 > 252 } == true)
        }
    }
}

/// What a list asks for in all, by another way of reading it; nil when it is none.
private func lengthAsked(_ list: [UInt8]) -> Int? {
    var total = 0
    var rest = list[...]
    while let first = rest.popFirst() {
        if first & 0x1F == 0x1F {
            guard let second = rest.popFirst() else { return nil }
            if second & 0x80 != 0 {
                guard let third = rest.popFirst(), third & 0x80 == 0 else { return nil }
            }
        }
        guard let length = rest.popFirst() else { return nil }
        total += Int(length)
    }
    return total
}

private func decodeName(_ input: [UInt8]) {
    guard let name = ApplicationIdentifier(input) else {
        precondition(!(5...16).contains(input.count))
        return
    }
    precondition(name.bytes == input && name.description.utf8.count == input.count * 2)
    _ = ApplicationNetwork(of: name)
}
