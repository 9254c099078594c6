// `Process` is in Foundation only.
import Foundation
import Synchronization
import Testing

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
    static var path: String {
        URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appendingPathComponent("payment-gateway").path
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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment.merging(CommandLineProgram.sanitizerOptions) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file("input")))
        process.standardOutput = try folder.handle(for: "output")
        process.standardError = try folder.handle(for: "errors")
        let status = try await process.runToEnd()
        return Outcome(
            status: status, output: try String(contentsOfFile: folder.file("output"), encoding: .utf8),
            errors: try String(contentsOfFile: folder.file("errors"), encoding: .utf8))
    }
}

extension Process {
    /// Starts it and waits; answers the exit status.
    func runToEnd() async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try run() } catch { continuation.resume(throwing: error) }
        }
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

    func handle(for name: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: file(name)))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
    }

    /// Writes a file and answers its path.
    func write(_ content: String, to name: String) throws -> String {
        try content.write(toFile: file(name), atomically: false, encoding: .utf8)
        return file(name)
    }
}

/// A command that stays up until it is told to end.
///
/// `@unchecked`: `Process` is not Sendable, but what is used of it here (its id, `terminate`, `interrupt`) may be called from anywhere.
final class StandingCommand: @unchecked Sendable {
    private let process = Process()
    private let output = OutputLines()
    private let ending = Ending()

    /// Starts it; its complaints go to `errors`, or where the test's do.
    convenience init(_ arguments: String..., environment: [String: String], errors: FileHandle? = nil) throws {
        try self.init(arguments, environment: environment, errors: errors)
    }

    /// The same for arguments in a list, and with a limit on open files.
    init(_ arguments: [String], environment: [String: String] = [:], errors: FileHandle? = nil, descriptors: Int? = nil) throws {
        let pipe = Pipe()
        if let errors { process.standardError = errors }
        if let descriptors {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", CommandLineProgram.path] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: CommandLineProgram.path)
            process.arguments = arguments
        }
        process.environment = environment.merging(CommandLineProgram.sanitizerOptions) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.terminationHandler = { [ending] in ending.set($0.terminationStatus) }
        try process.run()
        // A thread of its own: a `readabilityHandler` that ends itself at the end of the output now and then takes Dispatch down with it.
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread { [output] in
            var data = Data()
            repeat {
                data = reading.availableData
                output.add(data)
            } while !data.isEmpty
        }
    }

    /// A test that failed leaves nothing running.
    deinit {
        if process.isRunning { send(SIGKILL) }
    }

    var processID: Int32 { process.processIdentifier }

    /// The first line of output that has the text; nil when the output ends without one.
    func line(with text: String) async -> String? { await output.line(with: text) }

    /// Everything that was said up to now.
    var text: String { output.text }

    func send(_ signal: Int32) { kill(processID, signal) }

    /// Sends a signal and waits for the end; answers the exit status.
    func end(by signal: Int32 = SIGTERM) async -> Int32 {
        send(signal)
        return await status()
    }

    /// Waits until it ends by itself; answers the exit status.
    func status() async -> Int32 { await ending.status() }
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

    func add(_ data: Data) {
        state.withLock { state in
            state.bytes += data
            if data.isEmpty { state.isAtEnd = true }
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

/// A process's exit status, once there is one.
private final class Ending: Sendable {
    private let state = Mutex<(status: Int32?, waiters: [CheckedContinuation<Int32, Never>])>((nil, []))

    func set(_ status: Int32) {
        state.withLock { state in
            state.status = status
            for waiter in state.waiters { waiter.resume(returning: status) }
            state.waiters = []
        }
    }

    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if let status = state.status { continuation.resume(returning: status) } else { state.waiters.append(continuation) }
            }
        }
    }
}
