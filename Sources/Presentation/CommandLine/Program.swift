/// The program: its commands, in the order of its help.
enum Program {
    static let commands: [any Command.Type] = []
}
