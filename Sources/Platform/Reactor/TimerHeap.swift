/// Timers by the time at which they are due; those due at the same time, in the order in which they were set.
///
/// A binary heap whose timers know their place, so that one can be taken out in O(log n) without being searched.
struct TimerHeap {
    private var timers: [LoopTimer] = []
    private var nextSequence: UInt64 = 0

    var count: Int { timers.count }
    var earliest: MonotonicTime? { timers.first?.due }

    /// Puts `timer` in, or moves it.
    mutating func set(_ timer: LoopTimer, due: MonotonicTime) {
        remove(timer)
        timer.due = due
        timer.sequence = nextSequence
        nextSequence += 1
        timers.append(timer)
        timer.place = timers.count - 1
        siftUp(from: timers.count - 1)
    }

    /// Takes `timer` out, if it is in.
    mutating func remove(_ timer: LoopTimer) {
        let place = timer.place
        guard place >= 0 else { return }
        timer.place = LoopTimer.unset
        let last = timers.removeLast()
        guard last !== timer else { return }
        timers[place] = last
        last.place = place
        siftUp(from: place)
        siftDown(from: last.place)
    }

    /// Takes out the earliest timer if it is due.
    mutating func popDue(at now: MonotonicTime) -> LoopTimer? {
        guard let first = timers.first, first.due <= now else { return nil }
        remove(first)
        return first
    }

    /// Takes out all timers.
    mutating func removeAll() -> [LoopTimer] {
        defer { timers = [] }
        for timer in timers { timer.place = LoopTimer.unset }
        return timers
    }

    private mutating func siftUp(from start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard timers[place].isBefore(timers[parent]) else { return }
            exchange(place, parent)
            place = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < timers.count && timers[child].isBefore(timers[least]) {
                least = child
            }
            guard least != place else { return }
            exchange(place, least)
            place = least
        }
    }

    private mutating func exchange(_ left: Int, _ right: Int) {
        timers.swapAt(left, right)
        timers[left].place = left
        timers[right].place = right
    }
}
