import CLinux
import Gateway
import Glibc
import Reactor
import Synchronization

/// The program: its commands, in the order of its help, and how one is run.
enum Program {
    static let commands: [any Command.Type] = [
        ServeCommand.self, DemoCommand.self, SandboxCommand.self, TokenEncodeCommand.self, TokenDecodeCommand.self, CallbackSignCommand.self,
        CallbackSendCommand.self, CallbackExplainCommand.self, TerminalsCommand.self, TerminalsReadCommand.self, CardCommand.self,
        CallbacksListCommand.self, CallbacksShowCommand.self, CallbacksRedeliverCommand.self, ConfigCommand.self, DoctorCommand.self,
        HealthCommand.self,
    ]

    /// Does what the words ask for and answers how it ended.
    static func run(_ words: [String], environment: [String: String], console: Console) -> CommandStatus {
        do {
            switch try Invocation.parse(words) {
            case .help(let text):
                console.text(text)
            case .version:
                console.line("payment-gateway \(Version.current)")
            case .run(let command):
                return try run(command, environment: environment, console: console)
            }
            return .done
        } catch let error as UsageError {
            console.complaint(error.message)
            console.complaint("'\((["payment-gateway"] + error.command).joined(separator: " ")) --help' tells how it is called")
            return .usage
        } catch {
            console.complaint("\(error)")
            return .failed
        }
    }

    /// Runs a command on an event loop while this thread waits.
    private static func run(_ command: any Command, environment: [String: String], console: Console) throws(SystemError) -> CommandStatus {
        ProcessHardening.apply()
        guard ParentProcess.follow(environment) else { return .failed }
        if type(of: command).awaitsSignals { ProcessSignals.block() }

        let loop = try EventLoop(name: "command")
        let outcome = Outcome()
        Task(executorPreference: loop) {
            outcome.set(await command.run(in: CommandContext(environment: environment, console: console, loop: loop)))
        }
        return outcome.wait()
    }
}

/// A value that one thread waits for and another sets.
private final class Outcome: Sendable {
    private let status = Mutex(CommandStatus.failed)
    /// A blocking event counter: a thread that waits for it sleeps.
    private let event = eventfd(0, Int32(EFD_CLOEXEC))

    func set(_ status: CommandStatus) {
        self.status.withLock { $0 = status }
        eventfd_write(event, 1)
    }

    func wait() -> CommandStatus {
        var count: eventfd_t = 0
        while eventfd_read(event, &count) != 0, errno == EINTR {}
        return status.withLock { $0 }
    }
}
