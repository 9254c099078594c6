/// When a charge is sent, sent again, and when it has ended (contract, section 2, "Attempts"). A pure value: moments, outcomes and jitter come in.
struct ChargeAttempts: Sendable {
    /// What is to be done now.
    enum Step: Hashable, Sendable {
        /// Send the charge, and wait so long for its answer; attempts count from 1.
        case attempt(number: Int, timeLimit: Duration)
        /// Wait before the next attempt.
        case pause(Duration)
        case end(ChargeResult)
    }

    /// Attempts in all.
    static let maximum = 3
    /// Before the second and the third attempt.
    static let pauses: [Duration] = [.milliseconds(200), .milliseconds(800)]
    /// A pause is drawn from this share of its length upwards to as much above it, so that many clients do not come back in step.
    static let jitterShare = 0.2
    /// How long one attempt may take.
    static let timeLimit: Duration = .seconds(15)
    /// With less time left than this another attempt is not begun: it would more likely be cut off than answered, and then be in doubt.
    static let leastTimeForAnother: Duration = .seconds(1)

    private let authentication: Authentication
    private let deadline: Timestamp
    private var made = 0
    private var lastOutcome: AttemptOutcome?
    private var result: ChargeResult?
    private var hasPaused = false
    /// Whether an attempt under the same `externalId` was unanswered or got a 5xx, in this charge or in one before it.
    private(set) var outcomeInDoubt: Bool

    init(authentication: Authentication, deadline: Timestamp, outcomeInDoubt: Bool) {
        self.authentication = authentication
        self.deadline = deadline
        self.outcomeInDoubt = outcomeInDoubt
    }

    /// The next step as of `moment`. `jitter` is drawn from 0..<1.
    mutating func next(at moment: Timestamp, jitter: Double) -> Step {
        let timeLeft = deadline - moment
        guard let lastOutcome, let result else {
            return timeLeft > .zero ? attempt(timeLeft) : .end(.neverSent)
        }
        guard made < Self.maximum, isRetried(lastOutcome) else { return .end(result) }
        let pause = hasPaused ? .zero : Self.pauses[made - 1] * (1 - Self.jitterShare + 2 * Self.jitterShare * jitter)
        guard timeLeft - pause >= Self.leastTimeForAnother else { return .end(result) }
        guard hasPaused else {
            hasPaused = true
            return .pause(pause)
        }
        return attempt(timeLeft)
    }

    /// Takes in how the attempt that `next` asked for has ended.
    mutating func record(_ outcome: AttemptOutcome) {
        result = ChargeResult.of(outcome, inDoubt: outcomeInDoubt, authentication: authentication)
        lastOutcome = outcome
        hasPaused = false
        switch outcome {
        case .providerFault, .unanswered: outcomeInDoubt = true
        case .redirect, .approved, .declined, .rejected, .unauthorized, .notSent: break
        }
    }

    private mutating func attempt(_ timeLeft: Duration) -> Step {
        made += 1
        return .attempt(number: made, timeLimit: min(Self.timeLimit, timeLeft))
    }

    /// A direct charge that was sent and not answered may have been taken, so it is not sent again. With 3DS no money moves before the payer acts.
    private func isRetried(_ outcome: AttemptOutcome) -> Bool {
        switch outcome {
        case .providerFault, .notSent: true
        case .unanswered: authentication == .threeDS
        case .redirect, .approved, .declined, .rejected, .unauthorized: false
        }
    }
}
