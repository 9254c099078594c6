import Dispatch
import Glibc
import Synchronization

/// A program in a process of its own, as a test starts it: in a process group of its own, with every signal as the system has it at first, and with no
/// descriptor of the test's but the three it is given.
///
/// Not Foundation's `Process`: on Linux that looks for the descriptors to close by reading beyond what the system gave it, which now and then ends the
/// whole run of the tests.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with this status.
        case exit(Int32)
        /// By this signal.
        case signal(Int32)

        /// As a shell tells it: of one that a signal ended, 128 and the signal.
        public var status: Int32 {
            switch self {
            case .exit(let status): status
            case .signal(let signal): 128 + signal
            }
        }
    }

    /// What a process reads.
    public enum Input: Sendable {
        /// Nothing.
        case null
        /// A file.
        case file(String)
        /// This descriptor, which stays the caller's.
        case descriptor(Int32)
        /// A pipe of its own, for `write` and `closeInput`.
        case pipe
    }

    /// Where a process writes.
    public enum Output: Sendable {
        /// Nowhere.
        case null
        /// Behind what the file has, which is made if it is not there.
        case file(String)
        /// To this descriptor, which stays the caller's.
        case descriptor(Int32)
        /// Into a pipe of its own. A thread reads it and hands on what comes; an empty array is the end.
        case reader(@Sendable ([UInt8]) -> Void)
    }

    /// Why a process could not be started.
    public struct StartError: Error, CustomStringConvertible {
        /// Of the system.
        public let code: Int32
        let call: String

        /// In words.
        public var description: String { "\(call): \(String(cString: strerror(code)))" }
    }

    /// The system's number for it.
    public var processIdentifier: Int32 { life.processID }
    private let life: ChildLife
    /// Our end of its input, while that is open.
    private let input: Mutex<Int32?>

    /// Starts a program, given by its path, in the environment and the directory of the test and with its output and errors, unless others are given.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, directory: String? = nil, input: Input = .null,
        output: Output = .descriptor(1), errors: Output = .descriptor(2)
    ) throws(StartError) {
        var streams = ChildStreams()
        defer { streams.closeChildEnds() }
        do throws(StartError) {
            try streams.add(input)
            try streams.add(output)
            try streams.add(errors)
            let command = ChildCommand(program: program, arguments: arguments, environment: environment, directory: directory)
            life = ChildLife(try command.spawn(streams.childEnds))
        } catch {
            streams.closeOwnEnds()
            throw error
        }
        self.input = Mutex(streams.input)
        for (descriptor, receive) in streams.readers { inThread { Self.read(descriptor, receive) } }
        inThread { [life] in life.follow() }
    }

    deinit {
        closeInput()
    }

    /// How it ended; nil while it runs.
    public var ending: Ending? { life.ending }

    /// Whether it has not ended yet.
    public var isRunning: Bool { ending == nil }

    /// Waits until it has ended. What it wrote last may come to a reader after that.
    public func waitForEnd() async -> Ending {
        await withCheckedContinuation { continuation in life.whenEnded { continuation.resume(returning: $0) } }
    }

    /// The same for who may block.
    @available(*, noasync)
    public func blockUntilEnd() {
        let ended = DispatchSemaphore(value: 0)
        life.whenEnded { _ in ended.signal() }
        ended.wait()
    }

    /// Asks it to end.
    public func terminate() { send(SIGTERM) }

    /// Sends it a signal, unless it has ended: its number may be another's then.
    public func send(_ signal: Int32) { life.send(signal) }

    /// Writes to its input, and waits while the pipe is full; false when nobody reads it any more.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        input.withLock { descriptor in
            guard let descriptor else { return false }
            return withoutBrokenPipeSignal {
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                    if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
                }
                return true
            }
        }
    }

    /// Ends its input.
    public func closeInput() {
        input.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    private static func read(_ descriptor: Int32, _ receive: ([UInt8]) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            receive(Array(buffer.prefix(max(count, 0))))
            if count <= 0 { break }
        }
        close(descriptor)
    }
}
