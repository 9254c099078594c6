import CLinux
import CSpawn
import Glibc

/// What a child runs.
struct ChildCommand {
    let program: String
    let arguments: [String]
    /// Nil for this process's own.
    let environment: [String: String]?
    let directory: String?

    /// Starts it with these as its standard input, output and errors, which must be none of the first three here.
    func spawn(_ streams: [Int32]) throws(ChildProcess.StartError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() { posix_spawn_file_actions_adddup2(&actions, stream, Int32(number)) }
        // A pipe's end that stays open in a child keeps the other end's reader from the end of what it reads.
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(streams.count))
        if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // A group of its own, so that a Ctrl-C for the tests is not for what they started: they end it.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var processID: pid_t = 0
        let code = Self.withCStrings([program] + arguments) { words in
            guard let environment else { return posix_spawn(&processID, program, &actions, &attributes, words, clinux_environment()) }
            return Self.withCStrings(environment.map { "\($0)=\($1)" }) { posix_spawn(&processID, program, &actions, &attributes, words, $0) }
        }
        guard code == 0 else { throw ChildProcess.StartError(code: code, call: "posix_spawn \(program)") }
        return processID
    }

    /// Lends the strings as C's null-terminated array of strings.
    private static func withCStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

/// The descriptors of a child that starts.
struct ChildStreams {
    /// To become its standard input, output and errors.
    private(set) var childEnds: [Int32] = []
    /// The end of its input to write to.
    private(set) var input: Int32?
    /// The ends of its output to read from, and who gets it.
    private(set) var readers: [(descriptor: Int32, receive: @Sendable ([UInt8]) -> Void)] = []

    mutating func add(_ source: ChildProcess.Input) throws(ChildProcess.StartError) {
        switch source {
        case .null: try addFile("/dev/null", O_RDONLY)
        case .file(let path): try addFile(path, O_RDONLY)
        case .descriptor(let descriptor): try addCopy(of: descriptor)
        case .pipe:
            let pipe = try Self.pipe()
            input = pipe.write
            try addOwn(pipe.read)
        }
    }

    mutating func add(_ destination: ChildProcess.Output) throws(ChildProcess.StartError) {
        switch destination {
        case .null: try addFile("/dev/null", O_WRONLY)
        case .file(let path): try addFile(path, O_WRONLY | O_CREAT | O_APPEND)
        case .descriptor(let descriptor): try addCopy(of: descriptor)
        case .reader(let receive):
            let pipe = try Self.pipe()
            readers.append((pipe.read, receive))
            try addOwn(pipe.write)
        }
    }

    /// The child has them, or there is none.
    func closeChildEnds() {
        for descriptor in childEnds { close(descriptor) }
    }

    /// For a child that did not start.
    func closeOwnEnds() {
        if let input { close(input) }
        for reader in readers { close(reader.descriptor) }
    }

    private mutating func addFile(_ path: String, _ flags: Int32) throws(ChildProcess.StartError) {
        let descriptor = open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw ChildProcess.StartError(code: errno, call: "open \(path)") }
        try addOwn(descriptor)
    }

    private mutating func addOwn(_ descriptor: Int32) throws(ChildProcess.StartError) {
        defer { close(descriptor) }
        try addCopy(of: descriptor)
    }

    /// Above the first three, so that none is overwritten before it is where it belongs.
    private mutating func addCopy(of descriptor: Int32) throws(ChildProcess.StartError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw ChildProcess.StartError(code: errno, call: "fcntl") }
        childEnds.append(copy)
    }

    private static func pipe() throws(ChildProcess.StartError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ChildProcess.StartError(code: errno, call: "pipe2") }
        return (ends[0], ends[1])
    }
}
