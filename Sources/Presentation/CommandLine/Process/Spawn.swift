import CLinux
import Glibc
import Reactor

/// What a child process runs.
enum SpawnedProgram: Sendable {
    /// This very program, with a command of its own.
    case thisOne([String])
    /// Another one, by its path.
    case other(String, [String])

    /// In the new process, before it becomes another program, `/proc/self/exe` still is the executable of its parent.
    fileprivate var executable: String {
        switch self {
        case .thisOne: "/proc/self/exe"
        case .other(let path, _): path
        }
    }

    fileprivate var words: [String] {
        switch self {
        case .thisOne(let arguments): ["payment-gateway"] + arguments
        case .other(let path, let arguments): [path] + arguments
        }
    }
}

/// The system's way to start a program.
enum Spawn {
    /// Starts it in a process group of its own, with nothing blocked, no standard input, its standard output a pipe to here and its standard
    /// error appended to a file. No other descriptor of ours reaches it.
    static func start(
        _ program: SpawnedProgram, environment: [String: String], errorLog: String
    ) throws(SystemError) -> (processID: pid_t, output: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(call: "pipe2", code: errno) }
        let (output, childOutput) = (ends[0], ends[1])
        defer { close(childOutput) }
        do throws(SystemError) {
            guard clinux_set_nonblocking(output) == 0 else { throw SystemError(call: "fcntl", code: errno) }
            return (try spawn(program, environment, output: childOutput, errorLog: errorLog), output)
        } catch {
            close(output)
            throw error
        }
    }

    private static func spawn(
        _ program: SpawnedProgram, _ environment: [String: String], output: Int32, errorLog: String
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errorLog, O_WRONLY | O_CREAT | O_APPEND, 0o600)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

        var processID: pid_t = 0
        let settings = environment.merging(ParentProcess.setting) { $1 }.map { "\($0)=\($1)" }.sorted()
        let code = withCStrings(program.words) { words in
            withCStrings(settings) { settings in posix_spawn(&processID, program.executable, &actions, &attributes, words, settings) }
        }
        guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
        return processID
    }

    /// Lends the strings as C's null-terminated array of strings.
    private static func withCStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
