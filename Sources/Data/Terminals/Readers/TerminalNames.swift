internal import Payments

/// Which reader is which terminal. A reader keeps its id as long as the program runs; readers whose names make the same id are numbered in the order
/// of their names, so that the same readers get the same ids after every restart.
struct TerminalNames: Sendable {
    /// Names that are remembered; readers come and go under the same few.
    static let maximum = 256

    private var idOfName: [String: TerminalID] = [:]

    /// Gives every one of these readers an id.
    mutating func enrol(_ names: some Sequence<String>) {
        let new = names.filter { idOfName[$0] == nil }.sorted()
        guard !new.isEmpty else { return }
        if idOfName.count + new.count > Self.maximum { idOfName = idOfName.filter { names.contains($0.key) } }
        var taken = Set(idOfName.values)
        // A name that makes an id of its own comes before one that would get the same with a number.
        var equal: [String] = []
        for name in new {
            let id = TerminalID(readerName: name)
            if taken.insert(id).inserted { idOfName[name] = id } else { equal.append(name) }
        }
        for name in equal {
            let base = TerminalID(readerName: name)
            var number = 2
            while !taken.insert(TerminalID("\(base)-\(number)")).inserted { number += 1 }
            idOfName[name] = TerminalID("\(base)-\(number)")
        }
    }

    subscript(name: String) -> TerminalID {
        idOfName[name] ?? TerminalID(readerName: name)
    }
}
