import Foundation
import Synchronization
import TestSupport

/// The built program, run as a user would.
enum CommandLineProgram {
    /// What a finished run left.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Made-up credentials, those of the vectors of iFortePay's signatures.
    static let credentials = [
        "GATEWAY_MERCHANT_ID": "MCP2024000001", "GATEWAY_SECRET_UNBOUND": "0x00112233445566778899", "GATEWAY_HASH_KEY": "h4shK3y/with+b64=",
    ]

    /// The executable that was built with the tests, in the folder of their bundle.
    static var path: String { neighbour("payment-gateway") }

    /// Another one of those.
    static func neighbour(_ name: String) -> String {
        URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Where the tests are built with a sanitizer the program is too, and runs with its options, which may be others than the tests': for each variable
    /// `ASAN_OPTIONS` the value of `PROGRAM_ASAN_OPTIONS`.
    static let sanitizerOptions = Dictionary(
        uniqueKeysWithValues: ["ASAN_OPTIONS", "LSAN_OPTIONS"].compactMap { name in
            ProcessInfo.processInfo.environment["PROGRAM_" + name].map { (name, $0) }
        })

    /// Runs a command to its end. The environment is nothing but `environment`.
    static func run(_ arguments: String..., environment: [String: String] = credentials, input: String = "") async throws -> Outcome {
        try await run(arguments: arguments, environment: environment, input: input)
    }

    /// The same for arguments in a list.
    static func run(arguments: [String], environment: [String: String] = credentials, input: String = "") async throws -> Outcome {
        let folder = try TestFolder()
        try input.write(toFile: folder.file("input"), atomically: false, encoding: .utf8)
        let process = try ChildProcess(
            path, arguments, environment: environment.merging(sanitizerOptions) { $1 }, input: .file(folder.file("input")),
            output: .file(folder.file("output")), errors: .file(folder.file("errors")))
        let ending = await process.waitForEnd()
        return Outcome(
            status: ending.status, output: try String(contentsOfFile: folder.file("output"), encoding: .utf8),
            errors: try String(contentsOfFile: folder.file("errors"), encoding: .utf8))
    }
}

/// A folder of one test, removed with its last reference.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        // Short: sockets, whose paths end at 107 bytes, lie in folders in it.
        path = NSTemporaryDirectory() + "gateway-test-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and answers its path.
    func write(_ content: String, to name: String) throws -> String {
        try content.write(toFile: file(name), atomically: false, encoding: .utf8)
        return file(name)
    }
}

/// A command that stays up until it is told to end.
final class StandingCommand: Sendable {
    private let process: ChildProcess
    private let output = OutputLines()

    /// Starts it; its complaints go to the file `errors`, or where the test's do.
    convenience init(_ arguments: String..., environment: [String: String], errors: String? = nil) throws {
        try self.init(arguments, environment: environment, errors: errors)
    }

    /// The same for arguments in a list, and with a limit on open files.
    init(_ arguments: [String], environment: [String: String] = [:], errors: String? = nil, descriptors: Int? = nil) throws {
        let limited = descriptors.map { ["-c", "ulimit -n \($0); exec \"$0\" \"$@\"", CommandLineProgram.path] }
        process = try ChildProcess(
            limited == nil ? CommandLineProgram.path : "/bin/sh", (limited ?? []) + arguments,
            environment: environment.merging(CommandLineProgram.sanitizerOptions) { $1 }, output: .reader { [output] in output.add($0) },
            errors: errors.map { .file($0) } ?? .descriptor(STDERR_FILENO))
    }

    /// A test that failed leaves nothing running.
    deinit {
        send(SIGKILL)
    }

    var processID: Int32 { process.processIdentifier }

    /// The first line of output that has the text; nil when the output ends without one.
    func line(with text: String) async -> String? { await output.line(with: text) }

    /// Everything that was said up to now.
    var text: String { output.text }

    func send(_ signal: Int32) { process.send(signal) }

    /// Sends a signal and waits for the end.
    func end(by signal: Int32 = SIGTERM) async -> ChildProcess.Ending {
        send(signal)
        return await ending()
    }

    /// Waits until it ends by itself.
    func ending() async -> ChildProcess.Ending { await process.waitForEnd() }
}

/// Output as it comes, and who waits for a line of it.
private final class OutputLines: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isAtEnd = false
        var waiters: [(text: String, continuation: CheckedContinuation<String?, Never>)] = []

        func line(with text: String) -> String? {
            // What stands behind the last line feed may still grow.
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return lines.first { $0.contains(text) }.map(String.init)
        }
    }

    private let state = Mutex(State())

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// None are the end.
    func add(_ bytes: [UInt8]) {
        state.withLock { state in
            state.bytes += bytes
            if bytes.isEmpty { state.isAtEnd = true }
            let waiters = state.waiters
            state.waiters = []
            for waiter in waiters {
                let line = state.line(with: waiter.text)
                if line != nil || state.isAtEnd { waiter.continuation.resume(returning: line) } else { state.waiters.append(waiter) }
            }
        }
    }

    func line(with text: String) async -> String? {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if let line = state.line(with: text) {
                    continuation.resume(returning: line)
                } else if state.isAtEnd {
                    continuation.resume(returning: nil)
                } else {
                    state.waiters.append((text, continuation))
                }
            }
        }
    }
}
