/// Timers by the time at which they are due; those due at the same time, in the order in which they were set.
///
/// A binary heap whose timers know their place, so that one can be taken out in O(log n) without being searched. What is compared lies in the heap itself:
/// of thousands of timers those on the way up or down would rarely be in the processor's cache.
struct TimerHeap {
    private struct Entry {
        let due: MonotonicTime
        let sequence: UInt64
        let timer: LoopTimer

        func isBefore(_ other: Entry) -> Bool {
            (due, sequence) < (other.due, other.sequence)
        }
    }

    private var entries: [Entry] = []
    private var nextSequence: UInt64 = 0

    var count: Int { entries.count }
    var earliest: MonotonicTime? { entries.first?.due }

    /// Puts `timer` in, or moves it.
    mutating func set(_ timer: LoopTimer, due: MonotonicTime) {
        remove(timer)
        let entry = Entry(due: due, sequence: nextSequence, timer: timer)
        nextSequence += 1
        entries.append(entry)
        siftUp(entry, from: entries.count - 1)
    }

    /// Takes `timer` out, if it is in.
    mutating func remove(_ timer: LoopTimer) {
        let place = timer.place
        guard place >= 0 else { return }
        timer.place = LoopTimer.unset
        let last = entries.removeLast()
        guard last.timer !== timer else { return }
        if place > 0, last.isBefore(entries[Self.parent(of: place)]) {
            siftUp(last, from: place)
        } else {
            siftDown(last, from: place)
        }
    }

    /// Takes out the earliest timer if it is due.
    mutating func popDue(at now: MonotonicTime) -> LoopTimer? {
        guard let first = entries.first, first.due <= now else { return nil }
        remove(first.timer)
        return first.timer
    }

    /// Takes out all timers.
    mutating func removeAll() -> [LoopTimer] {
        let timers = entries.map(\.timer)
        entries = []
        for timer in timers { timer.place = LoopTimer.unset }
        return timers
    }

    private static func parent(of place: Int) -> Int { (place - 1) / 2 }

    /// Moves the place at `start`, which is empty, up to where `entry` belongs.
    private mutating func siftUp(_ entry: Entry, from start: Int) {
        var place = start
        while place > 0 {
            let parent = Self.parent(of: place)
            guard entry.isBefore(entries[parent]) else { break }
            put(entries[parent], at: place)
            place = parent
        }
        put(entry, at: place)
    }

    /// Moves the place at `start`, which is empty, down to where `entry` belongs.
    private mutating func siftDown(_ entry: Entry, from start: Int) {
        var place = start
        while true {
            var child = 2 * place + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
            guard entries[child].isBefore(entry) else { break }
            put(entries[child], at: place)
            place = child
        }
        put(entry, at: place)
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        entries[place] = entry
        entry.timer.place = place
    }
}
