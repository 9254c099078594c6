import Synchronization

/// A change with its place among all changes.
struct NumberedChange {
    let number: UInt64
    let change: AcceptingChange
}

/// Tells the changes of a reception, which happen under its lock and are told without it, by several loops: one that was overtaken by a later one is
/// not told any more, or who hears it would take what is past for what is.
final class ChangeTeller: Sendable {
    private let last = Mutex<UInt64>(0)
    private let note: @Sendable (AcceptingChange) -> Void

    /// `note` must not block.
    init(_ note: @escaping @Sendable (AcceptingChange) -> Void) {
        self.note = note
    }

    func tell(_ change: NumberedChange) {
        last.withLock { last in
            guard change.number > last else { return }
            last = change.number
            note(change.change)
        }
    }
}
