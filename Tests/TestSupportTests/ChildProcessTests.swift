import Glibc
import TestSupport
import Testing

@Suite("A child process", .timeLimit(.minutes(1)))
struct ChildProcessTests {
    private static let shell = "/bin/sh"

    /// Runs a line of the shell to its end; answers what it wrote.
    private func output(
        of line: String, _ words: String..., directory: String? = nil, input: ChildProcess.Input = .null
    ) async throws -> String {
        let (said, receive) = Self.collector()
        let child = try ChildProcess(Self.shell, ["-c", line] + words, directory: directory, input: input, output: .reader(receive))
        #expect(await child.waitForEnd() == .exit(0))
        await said.until(\.isAtEnd)
        return String(decoding: said.value.bytes, as: UTF8.self)
    }

    private struct Said {
        var bytes: [UInt8] = []
        var isAtEnd = false
    }

    private static func collector() -> (said: Watched<Said>, receive: @Sendable ([UInt8]) -> Void) {
        let said = Watched(Said())
        return (
            said,
            { part in
                said.withLock {
                    $0.bytes += part
                    $0.isAtEnd = part.isEmpty
                }
            }
        )
    }

    @Test("Its exit status is told to everybody who asks, as often as they ask", arguments: [0, 1, 127, 255] as [Int32])
    func status(_ status: Int32) async throws {
        let child = try ChildProcess(Self.shell, ["-c", "exit \(status)"])
        async let other = child.waitForEnd()
        #expect(await child.waitForEnd() == .exit(status))
        #expect(await other == .exit(status))
        #expect(await child.waitForEnd().status == status)
        #expect(child.ending == .exit(status))
        #expect(!child.isRunning)
    }

    @Test("A signal that ends it is told apart from an exit status")
    func signal() async throws {
        let child = try ChildProcess(Self.shell, ["-c", "kill -KILL $$"])
        #expect(await child.waitForEnd() == .signal(SIGKILL))
        #expect(child.ending?.status == 128 + SIGKILL)
    }

    @Test("It runs until it is told to end, and a signal after that goes to nobody")
    func terminate() async throws {
        let child = try ChildProcess("/bin/sleep", ["60"])
        #expect(child.isRunning)
        #expect(kill(child.processIdentifier, 0) == 0)
        child.terminate()
        #expect(await child.waitForEnd() == .signal(SIGTERM))
        #expect(kill(child.processIdentifier, 0) != 0)
        child.send(SIGKILL)
        #expect(child.ending == .signal(SIGTERM))
    }

    @Test("Who may block waits for it too")
    func blocking() throws {
        let child = try ChildProcess(Self.shell, ["-c", "exit 3"])
        child.blockUntilEnd()
        #expect(child.ending == .exit(3))
        child.blockUntilEnd()
    }

    @Test("It has no descriptor of ours but its standard ones")
    func descriptors() async throws {
        // As a careless part of the process would have it: it survives an exec.
        let leak = fcntl(STDERR_FILENO, F_DUPFD, 100)
        defer { close(leak) }
        #expect(leak >= 100)
        // The shell opens the directory itself.
        let open = try await output(of: "echo /proc/self/fd/*").split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(Set(open).isSubset(of: (0...3).map { "/proc/self/fd/\($0)" }), "\(open)")
    }

    @Test("Its input ends when it is closed, whatever other children there are, and is over when it is")
    func inputEnds() async throws {
        let (said, receive) = Self.collector()
        let child = try ChildProcess("/bin/cat", input: .pipe, output: .reader(receive))
        let other = try ChildProcess("/bin/sleep", ["60"])
        defer { other.send(SIGKILL) }
        #expect(child.write(Array("one\n".utf8)))
        await said.until { $0.bytes == Array("one\n".utf8) }
        #expect(child.isRunning)
        child.closeInput()
        #expect(await child.waitForEnd() == .exit(0))
        await said.until(\.isAtEnd)
        #expect(!child.write([1]))

        let deaf = try ChildProcess("/bin/true", input: .pipe)
        #expect(await deaf.waitForEnd() == .exit(0))
        #expect(!deaf.write([1]), "and no SIGPIPE")
    }

    @Test("What it writes is read to its end, more than a pipe holds, and each part goes its way")
    func outputEnds() async throws {
        let (said, receive) = Self.collector()
        let (complained, receiveErrors) = Self.collector()
        let child = try ChildProcess(
            Self.shell, ["-c", "head -c 1000000 /dev/zero; echo no >&2; head -c 1000000 /dev/zero"], output: .reader(receive),
            errors: .reader(receiveErrors))
        await said.until(\.isAtEnd)
        await complained.until(\.isAtEnd)
        #expect(await child.waitForEnd() == .exit(0))
        #expect(said.value.bytes == [UInt8](repeating: 0, count: 2_000_000))
        #expect(String(decoding: complained.value.bytes, as: UTF8.self) == "no\n")
    }

    @Test("It has the environment, the directory and the words that it is given, and nothing else")
    func surroundings() async throws {
        let environment = ["PATH": "/usr/bin:/bin", "A": "b=c d", "EMPTY": ""]
        let (said, receive) = Self.collector()
        // Not in a shell, which adds to it.
        let child = try ChildProcess("/usr/bin/env", environment: environment, output: .reader(receive))
        #expect(await child.waitForEnd() == .exit(0))
        await said.until(\.isAtEnd)
        let variables = String(decoding: said.value.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(variables.sorted() == environment.map { "\($0)=\($1)" }.sorted())
        #expect(try await output(of: "pwd; echo \"$0|$1\"", "a b", "*", directory: "/usr") == "/usr\na b|*\n")
        let inherited = String(cString: try #require(getenv("PATH")))
        #expect(try await output(of: "echo \"$PATH\"") == inherited + "\n")
    }

    @Test("Its files are read from their beginning and written behind their end, and a descriptor stays ours")
    func files() async throws {
        var template = Array("/tmp/child-process-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            close(descriptor)
            unlink(path)
        }
        for line in ["one", "two"] {
            #expect(try await ChildProcess(Self.shell, ["-c", "echo \(line)"], output: .file(path)).waitForEnd() == .exit(0))
        }
        #expect(try await output(of: "cat", input: .file(path)) == "one\ntwo\n")
        #expect(try await output(of: "cat", input: .descriptor(descriptor)) == "one\ntwo\n")
        #expect(fcntl(descriptor, F_GETFD) >= 0)
    }

    @Test("It ignores and holds back no signal, whatever we do")
    func signals() async throws {
        // Of no use to anybody else in this process.
        Glibc.signal(SIGWINCH, SIG_IGN)
        defer { Glibc.signal(SIGWINCH, SIG_DFL) }
        let (said, receive) = Self.collector()
        let child = try Self.holdingBack(SIGUSR2) {
            try ChildProcess("/bin/grep", ["-E", "^Sig(Blk|Ign)", "/proc/self/status"], output: .reader(receive))
        }
        #expect(await child.waitForEnd() == .exit(0))
        await said.until(\.isAtEnd)
        let masks = String(decoding: said.value.bytes, as: UTF8.self).split(separator: "\n").map { UInt64($0.split(separator: "\t")[1], radix: 16) }
        #expect(masks.count == 2)
        // Signals 32 and 33 are the C library's own, which it ignores in whatever it starts.
        for mask in masks { #expect(try #require(mask) & ~(0b11 << 31) == 0) }
    }

    private static func holdingBack<Result>(_ signal: Int32, _ body: () throws -> Result) rethrows -> Result {
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    @Test("What cannot be started says why")
    func failures() throws {
        let missing = #expect(throws: ChildProcess.StartError.self) { try ChildProcess("/nonexistent/program", input: .pipe) }
        #expect(missing?.code == ENOENT)
        #expect(missing?.description == "posix_spawn /nonexistent/program: No such file or directory")
        #expect(throws: ChildProcess.StartError.self) { try ChildProcess("/bin/true", directory: "/nonexistent") }
        #expect(throws: ChildProcess.StartError.self) { try ChildProcess("/bin/true", input: .file("/nonexistent/file")) }
    }
}
