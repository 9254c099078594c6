/// The connections that rest, in the order in which they began to.
struct RestingList {
    private var first: ConnectionHandle?
    private var last: ConnectionHandle?
    private(set) var count = 0

    /// The one that has rested longest.
    var longest: ConnectionHandle? { first }

    mutating func append(_ handle: ConnectionHandle) {
        guard !handle.isListedAsResting else { return }
        handle.isListedAsResting = true
        handle.neighbours = (last, nil)
        if let last { last.neighbours.after = handle } else { first = handle }
        last = handle
        count += 1
    }

    mutating func remove(_ handle: ConnectionHandle) {
        guard handle.isListedAsResting else { return }
        let (before, after) = handle.neighbours
        if let before { before.neighbours.after = after } else { first = after }
        if let after { after.neighbours.before = before } else { last = before }
        handle.isListedAsResting = false
        handle.neighbours = (nil, nil)
        count -= 1
    }
}
