/// Why an invocation is not one of the program's. The message never repeats a value that was given: someone may have typed a secret there.
struct UsageError: Error, Hashable {
    /// What is wrong, for a person.
    let message: String
    /// The words of the command whose `--help` tells more; empty for the program's own.
    let command: [String]

    init(_ message: String, command: [String] = []) {
        self.message = message
        self.command = command
    }
}
