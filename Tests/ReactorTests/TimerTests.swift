import TestSupport
import Testing

@testable import Reactor

extension LoopTimer {
    var isSet: Bool { place != LoopTimer.unset }
}

@Suite(.timeLimit(.minutes(1))) struct TimerTests {
    @Test func `The heap gives timers by due time, equal ones in the order set, without those taken out`() async throws {
        let loop = try EventLoop(name: "heap")
        var random = SeededRandom(seed: 42)
        for _ in 0..<50 {
            var heap = TimerHeap()
            let timers = (0..<200).map { _ in LoopTimer(loop: loop) { _ in } }
            var order: [ObjectIdentifier: (due: UInt64, sequence: Int)] = [:]
            for (sequence, timer) in (timers + timers.filter { _ in random.next() % 3 == 0 }).enumerated() {
                let due = random.next() % 50
                heap.set(timer, due: MonotonicTime(nanoseconds: due))
                order[ObjectIdentifier(timer)] = (due, sequence)
            }
            let removed = timers.filter { _ in random.next() % 4 == 0 }
            for timer in removed { heap.remove(timer) }
            for timer in removed { heap.remove(timer) }

            for timer in removed { order[ObjectIdentifier(timer)] = nil }
            let expected = order.sorted { ($0.value.due, $0.value.sequence) < ($1.value.due, $1.value.sequence) }.map(\.key)
            var popped: [ObjectIdentifier] = []
            while let timer = heap.popDue(at: MonotonicTime(nanoseconds: 50)) { popped.append(ObjectIdentifier(timer)) }
            #expect(popped == expected)
            #expect(heap.count == 0)
            #expect(timers.allSatisfy { !$0.isSet })
        }
        await loop.shutdown()
    }

    @Test func `The heap keeps a timer that is not due`() async throws {
        let loop = try EventLoop(name: "heap")
        var heap = TimerHeap()
        heap.set(LoopTimer(loop: loop) { _ in }, due: MonotonicTime(nanoseconds: 10))
        #expect(heap.popDue(at: MonotonicTime(nanoseconds: 9)) == nil)
        #expect(heap.popDue(at: MonotonicTime(nanoseconds: 10)) != nil)
        await loop.shutdown()
    }

    @Test func `Scheduled closures run on the loop, in the order of their times, not early, and cancelled ones never`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let seen = Recorder<Int>()
            let start = ContinuousClock.now
            await withCheckedContinuation { done in
                loop.execute {
                    loop.schedule(after: .milliseconds(30)) {
                        seen.append(30)
                        done.resume()
                    }
                    let cancelled = loop.schedule(after: .milliseconds(15)) { seen.append(15) }
                    for delay in [20, 10, 25] {
                        loop.schedule(after: .milliseconds(delay)) {
                            #expect(loop.isCurrent)
                            #expect(ContinuousClock.now - start >= .milliseconds(delay))
                            seen.append(delay)
                        }
                    }
                    cancelled.cancel()
                    cancelled.cancel()
                }
            }
            #expect(seen.values == [10, 20, 25, 30])
            #expect(await loop.value { $0.timers.count } == 0)
        }
    }

    @Test func `A timer may set and cancel timers while it runs`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let seen = Recorder<String>()
            await withCheckedContinuation { done in
                loop.execute {
                    var victim: LoopTimer?
                    loop.schedule(after: .zero) {
                        seen.append("first")
                        victim?.cancel()
                        loop.schedule(after: .zero) {
                            seen.append("set by the first")
                            done.resume()
                        }
                    }
                    victim = loop.schedule(after: .zero) { seen.append("cancelled by the first") }
                }
            }
            #expect(seen.values == ["first", "set by the first"])
        }
    }

    @Test func `A sleep lasts as long as asked, from the loop and from elsewhere`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let start = ContinuousClock.now
            try await loop.sleep(for: .milliseconds(20))
            #expect(ContinuousClock.now - start >= .milliseconds(20))
            try await Task(executorPreference: loop) { try await loop.sleep(for: .milliseconds(20)) }.value
            #expect(ContinuousClock.now - start >= .milliseconds(40))
            try await loop.sleep(for: .seconds(-1))
        }
    }

    @Test func `A cancelled sleep ends at once and leaves no timer`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            for preference in [loop, nil] {
                let sleeper = Task(executorPreference: preference) { try await loop.sleep(for: .seconds(3600)) }
                try await loop.until { $0.timers.count == 1 }
                sleeper.cancel()
                await #expect(throws: CancellationError.self) { try await sleeper.value }
                #expect(await loop.value { $0.timers.count } == 0)
            }
        }
    }

    @Test func `A sleep in a task that is cancelled already does not begin`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let sleeper = Task(executorPreference: loop) {
                withUnsafeCurrentTask { $0?.cancel() }
                try await loop.sleep(for: .seconds(3600))
            }
            await #expect(throws: CancellationError.self) { try await sleeper.value }
            #expect(await loop.value { $0.timers.count } == 0)
        }
    }

    @Test(arguments: [
        (Duration.zero, 5 as UInt64), (.nanoseconds(-1), 5), (.seconds(-5), 5), (.nanoseconds(7), 12), (.seconds(2), 2_000_000_005),
        (.seconds(Int64.max), UInt64.max), (.seconds(18_446_744_073), 18_446_744_073_000_000_005), (.seconds(18_446_744_074), UInt64.max),
    ])
    func `A moment moves by a duration, and stays within the clock's range`(duration: Duration, expected: UInt64) {
        #expect(MonotonicTime(nanoseconds: 5).advanced(by: duration).nanoseconds == expected)
    }
}
