import Payments

/// Prints the demo's steps as they happen: one line each, with outcome and time.
struct DemoTranscript {
    let console: Console
    private var steps = 0

    init(console: Console) {
        self.console = console
    }

    /// Does a step and prints what came of it, or why nothing did.
    mutating func step<Result>(_ title: String, _ action: () async throws(DemoFailure) -> (Result, outcome: String)) async throws(DemoFailure)
        -> Result
    {
        steps += 1
        let clock = ContinuousClock()
        let start = clock.now
        do throws(DemoFailure) {
            let (result, outcome) = try await action()
            console.line("ok     \(steps)  \(title): \(outcome) (\((clock.now - start).wholeMilliseconds) ms)")
            return result
        } catch {
            console.line("FAILED \(steps)  \(title): \(error.message) (\((clock.now - start).wholeMilliseconds) ms)")
            throw error
        }
    }
}
