import Reactor

/// What is left of a limit: tokens, of which everything that happens takes one, and which come back evenly. A full bucket is as good as none.
///
/// The moment at which it will be full says all of it, and takes no work while nothing happens (the generic cell rate algorithm, ITU-T I.371, in its
/// virtual scheduling form).
struct TokenBucket: Sendable {
    /// Nil before the first token was taken.
    private var fullAt: MonotonicTime?

    /// Takes a token: answers nil, or, where there is none, how long it will be until there is.
    mutating func take(under limit: RateLimit, at moment: MonotonicTime) -> Duration? {
        let fillTime = limit.fillTime
        var untilFull = fullAt.map { max(moment.duration(to: $0), .zero) } ?? .zero
        if untilFull > fillTime {
            // Whoever emptied it looked at the clock later than this one, on another loop: that costs what the bucket holds and no more.
            untilFull = fillTime
            fullAt = moment.advanced(by: fillTime)
        }
        let after = untilFull + limit.interval
        guard after <= fillTime else { return after - fillTime }
        fullAt = moment.advanced(by: after)
        return nil
    }

    /// Whether forgetting it would change nothing.
    func isFull(at moment: MonotonicTime) -> Bool {
        fullAt.map { $0 <= moment } ?? true
    }
}
