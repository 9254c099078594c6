import Reactor

/// `demo`: the whole journey on this machine, with nothing set up before.
struct DemoCommand: Command {
    static let syntax = CommandSyntax(
        ["demo"], "plays a payment from card to callback and a tap, with gateway, sandbox and a merchant backend",
        options: [OptionSyntax("--once", "end after the steps; exit status 0 when all of them worked")],
        details: [
            "Starts the gateway and the sandbox as processes of their own and a small merchant backend, on free loopback ports with a temporary "
                + "ledger; pays with a test card, presses Pay on the sandbox's page, shows the callback reach the merchant, and shows a forged "
                + "one refused. Then a payer taps a virtual card at a virtual terminal: that of the PC/SC service that runs here (pcscd), or one of "
                + "the demo's own. After that it stays up until Ctrl-C. The settings of a gateway of your own are not used."
        ])
    static var awaitsSignals: Bool { true }

    private let once: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        once = arguments.has("--once")
    }

    func run(in context: CommandContext) async -> CommandStatus {
        let signals: AsyncStream<ProcessSignal>
        do {
            signals = try ProcessSignals.stream(on: context.loop)
        } catch {
            context.console.complaint("\(error)")
            return .failed
        }
        let performance = Task(executorPreference: context.loop) { await perform(in: context) }
        // A terminal that closes ends the demo as Ctrl-C does.
        let listener = Task(executorPreference: context.loop) {
            for await _ in signals { performance.cancel() }
        }
        defer { listener.cancel() }
        return await performance.value
    }

    /// Sets the stage, plays, stays up if asked to, and clears the stage however that went.
    private func perform(in context: CommandContext) async -> CommandStatus {
        var props = DemoStage.Props()
        var failed = true
        do throws(DemoFailure) {
            try await play(&props, in: context)
            failed = false
        } catch {
            if Task.isCancelled {
                context.console.line("stopped")
            } else if let directory = props.directory {
                context.console.complaint("the demo did not work; the logs are in \(directory.path)")
            }
        }
        let keepsLogs = failed && !Task.isCancelled
        // In a task of its own: what is cancelled here must not cut the clearing short.
        await Task(executorPreference: context.loop) { [props] in await props.clear(keepingLogs: keepsLogs) }.value
        return failed ? .failed : .done
    }

    private func play(_ props: inout DemoStage.Props, in context: CommandContext) async throws(DemoFailure) {
        var transcript = DemoTranscript(console: context.console)
        let stage = try await transcript.step("gateway, sandbox and merchant backend") { () async throws(DemoFailure) in
            let stage = try await DemoStage.set(&props, in: context)
            return (stage, outcome: "\(stage.gatewayURL), \(stage.sandboxURL), http://\(stage.merchant.address)")
        }
        let demo = Demo(stage: stage, loop: context.loop)
        try await demo.play(&transcript)
        var terminal: String?
        do throws(DemoFailure) {
            terminal = try await demo.playTap(&transcript)
        } catch {
            guard !once, !Task.isCancelled else { throw error }
            context.console.line("the rest works without a card terminal; the logs are in \(stage.directory.path)")
        }
        guard !once else { return }
        context.console.text(DemoGuide.text(stage, terminal: terminal))
        // Until the signal that cancels this task.
        while !Task.isCancelled { try? await context.loop.sleep(for: .seconds(3600)) }
    }
}
