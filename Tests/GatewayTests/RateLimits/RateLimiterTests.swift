import Reactor
import Synchronization
import Testing

@testable import Gateway

/// A clock of a limiter that the test moves.
final class ManualMoment: Sendable {
    private let moment = Mutex(MonotonicTime.now)

    var now: MonotonicTime { moment.withLock { $0 } }

    func advance(by duration: Duration) {
        moment.withLock { $0 = $0.advanced(by: duration) }
    }
}

@Suite struct `Rate limiter` {
    /// What it reported: whom, and how many refusals.
    private final class Reports: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ key: Int, _ count: Int) { lines.withLock { $0.append("\(key): \(count)") } }
    }

    private let moment = ManualMoment()
    private let reports = Reports()

    private func limiter(_ limit: String, maximumKeys: Int = 100) throws -> RateLimiter<Int> {
        RateLimiter(
            try #require(RateLimit(limit)), maximumKeys: maximumKeys, now: { [moment] in moment.now }, report: { [reports] in reports.add($0, $1) })
    }

    @Test func `Each has a bucket of its own`() throws {
        let limiter = try limiter("2/s")
        for key in 1...3 {
            #expect(limiter.refuse(key) == nil)
            #expect(limiter.refuse(key) == nil)
            #expect(limiter.refuse(key) == .milliseconds(500))
        }
        moment.advance(by: .milliseconds(500))
        #expect(limiter.refuse(2) == nil)
        #expect(limiter.refuse(2) == .milliseconds(500))
    }

    @Test func `Its table never outgrows its bound, and whoever keeps asking stays in it`() throws {
        let limiter = try limiter("2/h", maximumKeys: 10)
        #expect(limiter.refuse(0) == nil)
        #expect(limiter.refuse(0) == nil)
        for key in 1...1000 {
            #expect(limiter.refuse(key) == nil)
            #expect(limiter.refuse(0) != nil, "after \(key) others")
            #expect(limiter.count <= 10)
        }
    }

    @Test func `Full buckets are forgotten before those that are not`() throws {
        let limiter = try limiter("1/s", maximumKeys: 10)
        for key in 1...4 { #expect(limiter.refuse(key) == nil) }
        moment.advance(by: .seconds(1))
        // The first four are full again. The table's half is filled up, and four of these have their places.
        for key in 11...15 { #expect(limiter.refuse(key) == nil) }
        for key in 11...15 { #expect(limiter.refuse(key) != nil) }
        #expect(limiter.count == 5)
    }

    @Test func `Whoever has not asked for longest is forgotten first`() throws {
        let limiter = try limiter("1/h", maximumKeys: 10)
        for key in 1...15 { #expect(limiter.refuse(key) == nil) }
        #expect(limiter.refuse(15) != nil)
        #expect(limiter.refuse(11) != nil)
        #expect(limiter.refuse(1) == nil, "as if it had never asked")
    }

    @Test func `It tells of the first refusal, and then once in a while how many there were`() throws {
        let limiter = try limiter("1/h")
        _ = limiter.refuse(1)
        #expect(reports.all == [])
        for _ in 1...1000 { _ = limiter.refuse(1) }
        #expect(reports.all == ["1: 1"])
        moment.advance(by: RateLimiter<Int>.reportInterval)
        #expect(reports.all == ["1: 1"])
        _ = limiter.refuse(2)
        _ = limiter.refuse(2)
        _ = limiter.refuse(1)
        #expect(reports.all == ["1: 1", "2: 1000"])
    }
}
