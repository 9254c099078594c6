import PaymentsSupport
import Testing

@testable import Payments

/// Contract, section 2, "Attempts".
@Suite("Attempts")
struct ChargeAttemptsTests {
    /// Runs attempts whose outcomes and durations are given, and writes down what was asked for.
    private struct Run {
        var attempts: ChargeAttempts
        var now = Timestamp.sample
        var timeLimits: [Duration] = []
        var pauses: [Duration] = []
        var result: ChargeResult?

        init(
            _ outcomes: [(AttemptOutcome, takes: Duration)], authentication: Authentication = .threeDS, deadline: Duration = .seconds(30),
            inDoubt: Bool = false, jitter: Double = 0.5
        ) {
            attempts = ChargeAttempts(authentication: authentication, deadline: .sample + deadline, outcomeInDoubt: inDoubt)
            var rest = outcomes[...]
            while result == nil {
                switch attempts.next(at: now, jitter: jitter) {
                case .attempt(let number, let limit):
                    timeLimits.append(limit)
                    #expect(number == timeLimits.count)
                    guard let (outcome, takes) = rest.popFirst() else {
                        Issue.record("an attempt too many")
                        return
                    }
                    now = now + min(takes, limit)
                    attempts.record(outcome)
                case .pause(let pause):
                    pauses.append(pause)
                    now = now + pause
                case .end(let end): result = end
                }
            }
        }
    }

    private func run(_ outcomes: [AttemptOutcome], _ authentication: Authentication = .threeDS, inDoubt: Bool = false, jitter: Double = 0.5) -> Run {
        Run(outcomes.map { ($0, .zero) }, authentication: authentication, inDoubt: inDoubt, jitter: jitter)
    }

    @Test("An answer that settles it ends the charge", arguments: [AttemptOutcome.redirect, .approved, .declined, .rejected, .unauthorized])
    func oneAttempt(outcome: AttemptOutcome) {
        let run = run([outcome])
        #expect(run.timeLimits.count == 1 && run.pauses.isEmpty)
        #expect(run.attempts.outcomeInDoubt == false)
    }

    @Test("Up to three, 200 ms then 800 ms apart", arguments: [AttemptOutcome.fault, .notSent, .unanswered])
    func threeAttempts(outcome: AttemptOutcome) {
        let run = run([outcome, outcome, outcome])
        #expect(run.timeLimits.count == 3)
        #expect(run.pauses == [.milliseconds(200), .milliseconds(800)])
        #expect(run.result?.status == .unknown)
        #expect(run.result?.answer.retryable == true)
    }

    @Test("Jitter spreads the pauses by a fifth to either side", arguments: [(0.0, 160, 640), (0.5, 200, 800), (1.0, 240, 960)])
    func jitter(jitter: Double, first: Int, second: Int) {
        let run = run([.notSent, .notSent, .notSent], jitter: jitter)
        #expect(run.pauses.map(\.wholeMilliseconds) == [Int64(first), Int64(second)])
    }

    @Test("A retry that is answered is the outcome")
    func answeredRetry() {
        #expect(run([.fault, .notSent, .redirect]).result?.status == .pending)
        #expect(run([.unanswered, .redirect]).result?.answer.state == .success)
    }

    @Test("One may take 15 s, and all must end within the deadline")
    func timeLimits() {
        let run = Run([(.unanswered, .seconds(60)), (.unanswered, .seconds(60)), (.unanswered, .seconds(60))])
        // 15 s, 0.2 s, then what is left of 30 s.
        #expect(run.timeLimits == [.seconds(15), .milliseconds(14_800)])
        #expect(run.now <= .sample + .seconds(30))
    }

    @Test("When the deadline cuts the attempts short, the payment is unknown and the request may be sent again")
    func deadline() {
        let cut = Run([(.fault, .seconds(14)), (.fault, .seconds(15))])
        #expect(cut.timeLimits.count == 2)
        #expect(cut.result?.answer.state == .serverError)
        #expect(cut.result?.status == .unknown && cut.result?.answer.retryable == true)
        // Nothing is waited for that cannot be used.
        #expect(cut.now == .sample + .milliseconds(29_200))
    }

    @Test("Another attempt is not begun when a second is left or less after the pause")
    func leastTime() {
        #expect(Run([(.notSent, .milliseconds(800)), (.redirect, .zero)], deadline: .seconds(2)).timeLimits == [.seconds(2), .seconds(1)])
        #expect(Run([(.notSent, .milliseconds(801))], deadline: .seconds(2)).timeLimits.count == 1)
    }

    @Test("A first attempt is made however short the deadline is, unless it has passed")
    func shortDeadline() {
        #expect(Run([(.redirect, .zero)], deadline: .milliseconds(5)).timeLimits == [.milliseconds(5)])
        let late = Run([], deadline: .zero)
        #expect(late.timeLimits.isEmpty)
        #expect(late.result?.status == .unknown && late.result?.answer.state == .networkError && late.result?.answer.retryable == true)
    }

    @Test("The deadline is looked at again after a pause that took longer than asked for")
    func latePause() {
        var attempts = ChargeAttempts(authentication: .threeDS, deadline: .sample + .seconds(5), outcomeInDoubt: false)
        #expect(attempts.next(at: .sample, jitter: 0.5) == .attempt(number: 1, timeLimit: .seconds(5)))
        attempts.record(.notSent)
        #expect(attempts.next(at: .sample, jitter: 0.5) == .pause(.milliseconds(200)))
        #expect(attempts.next(at: .sample + .milliseconds(4_500), jitter: 0.5) == .end(.of(.notSent, inDoubt: false, authentication: .threeDS)))
    }

    @Test("A DIRECT charge without an answer is not sent again, and nobody is told to")
    func directUnanswered() {
        let run = run([.unanswered], .direct)
        #expect(run.timeLimits.count == 1)
        #expect(run.result?.status == .unknown)
        #expect(run.result?.answer.state == .networkError)
        #expect(run.result?.answer.retryable == false)
        #expect(self.run([.notSent, .unanswered], .direct).timeLimits.count == 2)
    }

    @Test("A DIRECT charge is sent again after a 5xx and when it was not sent")
    func directRetried() {
        #expect(run([.fault, .approved], .direct).result?.status == .succeeded)
        #expect(run([.notSent, .approved], .direct).result?.status == .succeeded)
    }

    @Test(
        "Once an attempt was unanswered or got a 5xx, a refusal is unknown and never DECLINED",
        arguments: [AttemptOutcome.declined, .rejected, .unauthorized])
    func refusalInDoubt(refusal: AttemptOutcome) {
        for run in [
            run([.fault, refusal]), run([.unanswered, refusal]), run([.fault, .notSent, refusal], .direct), run([refusal], inDoubt: true),
            run([.notSent, refusal], inDoubt: true),
        ] {
            #expect(run.result?.status == .unknown)
            #expect(run.result?.answer.state == .networkError)
            #expect(run.result?.answer.retryable == false)
        }
    }

    @Test("A refusal after attempts that were not sent is a refusal")
    func refusalWithoutDoubt() {
        #expect(run([.notSent, .notSent, .declined]).result?.answer.state == .declined)
        #expect(run([.notSent, .declined]).attempts.outcomeInDoubt == false)
    }

    @Test("Whether the outcome is in doubt is handed on to later charges")
    func doubtIsKept() {
        #expect(run([.fault, .redirect]).attempts.outcomeInDoubt)
        #expect(run([.unanswered], .direct).attempts.outcomeInDoubt)
        #expect(run([.notSent, .notSent, .notSent]).attempts.outcomeInDoubt == false)
        #expect(run([.redirect], inDoubt: true).attempts.outcomeInDoubt)
    }
}
