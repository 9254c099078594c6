import Gateway
import Payments
import Reactor
import Sandbox

/// `card`: a virtual card on a virtual reader, in a process of its own.
struct CardCommand: Command {
    static let syntax = CommandSyntax(
        ["card"], "holds a virtual card to a virtual reader", operand: OperandSyntax("NAME", waivedBy: "--list"),
        options: [
            OptionSyntax("--list", "name the cards, and hold none"),
            OptionSyntax("--reader", value: "ADDRESS", "where the virtual reader listens; default \(ownReader)"),
            OptionSyntax("--for", value: "TIME", "how long the card lies there; default until SIGINT or SIGTERM"),
            OptionSyntax("--delay", value: "TIME", "how long it takes over each answer; default 0ms, a real one needs about 25ms"),
            OptionSyntax("--after", value: "COUNT", "after how many answers torn and silent fail"),
        ],
        details: [
            "The reader is pcscd's, with Debian's vsmartcard-vpcd: its first reader listens on port \(VirtualReaderLink.firstPort), the second one on "
                + "\(VirtualReaderLink.firstPort + 1). Whoever can reach such a port can hold a card to the reader: it is for development.",
            "The numbers are the networks' public test numbers; no secret key is behind any card.",
        ])
    static var awaitsSignals: Bool { true }

    /// The first reader of this machine's own pcscd.
    private static let ownReader = "127.0.0.1:\(VirtualReaderLink.firstPort)"
    /// More commands than any read sends.
    private static let answers = 0...1000

    /// Nil: name the cards.
    private let profile: CardProfile?
    private let reader: SocketAddress
    private let time: Duration?
    private let delay: Duration
    private let failingAfter: Int?

    init(_ arguments: Arguments) throws(UsageError) {
        profile = try Self.profile(arguments)
        reader = try Self.value(
            of: "--reader", in: arguments, default: Self.ownReader, "an address such as \(Self.ownReader)"
        ) {
            try? SocketAddress(parsing: $0)
        }
        let time = try Self.value(of: "--for", in: arguments, default: "1h", "a time such as 2s or 1m", DurationText.parse)
        self.time = arguments["--for"] == nil ? nil : time
        delay = try Self.value(of: "--delay", in: arguments, default: "0ms", "a time such as 25ms", DurationText.parse)
        let count = try Self.value(of: "--after", in: arguments, default: "0", "a number from 0 to 1000") {
            Int($0).flatMap { Self.answers.contains($0) ? $0 : nil }
        }
        failingAfter = arguments["--after"] == nil ? nil : count
        if failingAfter != nil, profile?.failsInMidRead != true {
            let names = CardProfile.allCases.filter(\.failsInMidRead).map(\.rawValue)
            throw UsageError("card: --after is for \(names.joined(separator: " and ")) only", command: Self.syntax.words)
        }
    }

    private static func profile(_ arguments: Arguments) throws(UsageError) -> CardProfile? {
        if arguments.has("--list") { return nil }
        let name = arguments.operands[0]
        guard let profile = CardProfile(rawValue: name) else {
            let hint = NearestName.hint(for: name, among: CardProfile.allCases.map(\.rawValue))
            throw UsageError("card: NAME is none of the cards\(hint); --list names them", command: syntax.words)
        }
        return profile
    }

    func run(in context: CommandContext) async -> CommandStatus {
        guard let profile else {
            let rows = CardProfile.allCases.map { [$0.rawValue, $0.account?.description ?? "-", $0.summary] }
            context.console.text(TextTable.format(header: ["NAME", "NUMBER", "WHAT IT IS"], rows: rows))
            return .done
        }
        return await reporting(to: context.console) { () async throws(CommandFailure) in
            try await hold(profile, in: context)
            return .done
        }
    }

    private func hold(_ profile: CardProfile, in context: CommandContext) async throws(CommandFailure) {
        let stay = Task { await lie(profile, in: context) }
        let signals: AsyncStream<ProcessSignal>
        do throws(SystemError) {
            signals = try ProcessSignals.stream(on: context.loop)
        } catch {
            stay.cancel()
            throw CommandFailure("\(error)")
        }
        let ending = Task {
            await signals.untilEnd()
            stay.cancel()
        }
        defer { ending.cancel() }
        switch await stay.value {
        case .success(.removed): context.console.line("\(profile.rawValue) was taken away")
        case .success(.cardLeft): context.console.line("\(profile.rawValue) left by itself, as it is made to")
        case .success(.readerGone): throw CommandFailure("the reader at \(reader) is gone: pcscd has ended")
        case .failure(let error): throw CommandFailure("\(error)")
        }
    }

    /// Has the card lie on the reader, until that ends or is cancelled.
    private func lie(_ profile: CardProfile, in context: CommandContext) async -> Result<VirtualReaderLink.End, VirtualReaderError> {
        var card = profile.card(failingAfter: failingAfter)
        if delay > .zero { card = SlowCard(card, taking: delay) }
        do throws(VirtualReaderError) {
            let link = try await VirtualReaderLink.hold(card, at: reader)
            let number = profile.account.map { " \($0)" } ?? ""
            context.console.line("\(profile.rawValue)\(number) lies on the reader at \(reader)")
            let timer = time.map { time in
                Task {
                    try await context.loop.sleep(for: time)
                    link.remove()
                }
            }
            defer { timer?.cancel() }
            return .success(await link.untilEnd())
        } catch {
            return .failure(error)
        }
    }
}
