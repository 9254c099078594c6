import Glibc

/// The executable. `main` is synchronous and bound to no actor: an asynchronous one is bound to the main actor, and its closures would trap on the
/// threads of event loops.
@main
enum Main {
    nonisolated static func main() {
        let status = Program.run(
            Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.variables, console: .standard)
        exit(status.rawValue)
    }
}
