import Reactor
import Testing

@testable import Gateway

@Suite struct `Token bucket` {
    private let start = MonotonicTime.now.advanced(by: .seconds(1000))

    private func limit(_ text: String) throws -> RateLimit {
        try #require(RateLimit(text))
    }

    @Test func `A full one gives all its tokens at once, and then says how long the next will be`() throws {
        let limit = try limit("3/s")
        var bucket = TokenBucket()
        #expect(bucket.isFull(at: start))
        for _ in 1...3 { #expect(bucket.take(under: limit, at: start) == nil) }
        #expect(bucket.take(under: limit, at: start) == limit.interval)
        #expect(!bucket.isFull(at: start))
    }

    @Test func `Tokens come back evenly, whether or not somebody asks in vain meanwhile`() throws {
        let limit = try limit("60/m")
        var (asked, unasked) = (TokenBucket(), TokenBucket())
        for _ in 1...60 {
            _ = asked.take(under: limit, at: start)
            _ = unasked.take(under: limit, at: start)
        }
        for tenth in 0..<10 {
            let wait = asked.take(under: limit, at: start.advanced(by: .milliseconds(100 * tenth)))
            #expect(wait == .milliseconds(1000 - 100 * tenth))
        }
        let later = start.advanced(by: .seconds(1))
        #expect(asked.take(under: limit, at: later) == nil)
        #expect(asked.take(under: limit, at: later) == .seconds(1))
        #expect(unasked.take(under: limit, at: later) == nil)
        #expect(unasked.take(under: limit, at: later) == .seconds(1))
    }

    @Test func `However long nobody asks, it holds no more than it can`() throws {
        let limit = try limit("2/h")
        var bucket = TokenBucket()
        #expect(bucket.take(under: limit, at: start) == nil)
        let muchLater = start.advanced(by: .seconds(100 * 365 * 86_400))
        #expect(bucket.isFull(at: muchLater))
        #expect(bucket.take(under: limit, at: muchLater) == nil)
        #expect(bucket.take(under: limit, at: muchLater) == nil)
        #expect(bucket.take(under: limit, at: muchLater) == .seconds(1800))
    }

    @Test func `A moment before that of the last token costs what it holds and no more`() throws {
        let limit = try limit("10/s")
        var bucket = TokenBucket()
        #expect(bucket.take(under: limit, at: start.advanced(by: .seconds(900))) == nil)
        #expect(bucket.take(under: limit, at: start) == .milliseconds(100))
        #expect(bucket.take(under: limit, at: start.advanced(by: .milliseconds(100))) == nil)
        #expect(bucket.isFull(at: start.advanced(by: .milliseconds(1100))))
    }

    @Test func `Long after the last token it is full`() throws {
        let limit = try limit("10/s")
        var bucket = TokenBucket()
        for _ in 1...10 { _ = bucket.take(under: limit, at: start) }
        #expect(bucket.take(under: limit, at: start) != nil)
        let later = start.advanced(by: .seconds(900))
        for _ in 1...10 { #expect(bucket.take(under: limit, at: later) == nil) }
        #expect(bucket.take(under: limit, at: later) == .milliseconds(100))
    }

    /// Twenty thousand questions in ten seconds.
    @Test(arguments: ["7/s", "1/s", "999999/s", "1000000/h", "1/h", "7/m"])
    func `Whoever asks all the time gets what the limit says`(text: String) throws {
        let limit = try limit(text)
        var bucket = TokenBucket()
        var taken = 0
        for step in 0..<20_000 where bucket.take(under: limit, at: start.advanced(by: .microseconds(500 * step))) == nil { taken += 1 }
        let returned = Int(Duration.milliseconds(9_999.5) / limit.interval)
        #expect(taken == min(limit.count + returned, 20_000))
    }

    @Test(arguments: [("100/s", 100, 1), ("600/m", 600, 60), ("1000/h", 1000, 3600), ("1000000/s", 1_000_000, 1)])
    func `A limit's text`(text: String, count: Int, seconds: Int) throws {
        let limit = try limit(text)
        #expect(limit.count == count)
        #expect(limit.period.seconds == seconds)
    }

    @Test(arguments: [
        "", "off", "0/s", "1000001/s", "-1/s", "+1/s", "1", "1/", "/s", "1/d", "1/S", "1/sec", "1/1s", "1.5/s", " 1/s", "1/s ", "1/s/s", "١/s",
    ])
    func `What is no limit`(text: String) {
        #expect(RateLimit(text) == nil)
    }
}
