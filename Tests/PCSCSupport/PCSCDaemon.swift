import Foundation
import Synchronization
import TestSupport

/// A PC/SC service (pcscd) of its own for tests, with virtual readers (vpcd), beside any other that runs on the machine. It ends with the process that
/// started it.
///
/// Clients find it when `PCSCLITE_CSOCK_NAME` is `socketPath`.
public final class PCSCDaemon: Sendable {
    /// A virtual reader: hold a card to it by connecting to its port.
    public struct Reader: Hashable, Sendable {
        /// As pcscd names it.
        public let name: String
        /// On 127.0.0.1.
        public let port: UInt16
    }

    /// What went wrong at the start.
    public struct StartError: Error, CustomStringConvertible {
        /// In words.
        public let description: String
    }

    /// vpcd gives every reader of its configuration two slots.
    private static let slots = 2

    /// For `PCSCLITE_CSOCK_NAME`.
    public var socketPath: String { folder + "/pcscd.comm" }
    /// The same ones after every restart.
    public let readers: [Reader]
    /// Two more, which are there after a start with them.
    public let spareReaders: [Reader]

    private let folder: String
    private let process = Mutex<ChildProcess?>(nil)

    /// Starts a service with at least `count` virtual readers, 14 at most, in `folder`, which is made and in the end removed.
    public init(readers count: Int = 2, in folder: String? = nil) throws {
        if let missing = PCSCRequirements.whatIsMissing { throw StartError(description: missing) }
        let folder = folder ?? NSTemporaryDirectory() + "pcscd-" + UUID().uuidString
        self.folder = folder
        let devices = min((count + Self.slots - 1) / Self.slots, 7) + 1
        let all = try Self.freePorts(devices).enumerated().flatMap { device, port in
            (0..<UInt16(Self.slots)).map { Reader(name: Self.name(device, slot: $0), port: port + $0) }
        }
        readers = Array(all.dropLast(Self.slots))
        spareReaders = Array(all.suffix(Self.slots))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // vpcd keeps its cards in one table, whatever device they lie on: each device needs a library that the loader takes for another.
        for device in 0..<devices { try FileManager.default.copyItem(atPath: PCSCRequirements.driver ?? "", toPath: library(of: device)) }
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts it again, after `stop()` or `kill()`.
    public func start(withSpares: Bool = false) throws {
        let readers = withSpares ? readers + spareReaders : readers
        try configure(readers)
        for file in ["pcscd.comm", "pcscd.pid"] { try? FileManager.default.removeItem(atPath: folder + "/" + file) }

        // The socket's path is compiled in. The shell stays, to end the service when this process does: its input ends then.
        let script = """
            [ -d /run/pcscd ] || { mount -t tmpfs tmpfs /run && mkdir /run/pcscd; } || exit 1
            mount --bind "$1" /run/pcscd || exit 1
            "$2" --foreground --config "$1/reader.conf" </dev/null >"$1/pcscd.log" 2>&1 &
            read -r line
            kill -9 $!
            wait $!
            [ "$line" = keep ] || rm -rf "$1"
            """
        let child = try ChildProcess(
            PCSCRequirements.unshare ?? "", PCSCRequirements.namespace + ["bash", "-c", script, "bash", folder, PCSCRequirements.service ?? ""],
            input: .pipe, output: .null, errors: .null)
        process.withLock { $0 = child }

        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while !isReady(readers) {
            guard child.isRunning, ContinuousClock.now < deadline else {
                let listeners = Self.listeners
                let silent = readers.map(\.port).filter { !listeners.contains($0) }
                stop()
                let log = (try? String(contentsOfFile: folder + "/pcscd.log", encoding: .utf8)) ?? ""
                throw StartError(description: "pcscd does not start; silent ports: \(silent); log: \(log.suffix(500))")
            }
            usleep(10_000)
        }
    }

    /// Ends it as a crash would: at once, whatever it is doing.
    public func kill() {
        if let pid { Foundation.kill(pid, SIGKILL) }
        stop()
    }

    /// Ends it as a person would, and waits until it has ended.
    public func stop() {
        guard let child = process.withLock({ $0.take() }) else { return }
        if let pid { Foundation.kill(pid, SIGTERM) }
        // A service that waits for a card's answer takes no notice of the signal.
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(500))
        while let pid, Foundation.kill(pid, 0) == 0, ContinuousClock.now < deadline { usleep(5_000) }
        // The folder is kept for the next start; when this process ends without a word, the shell removes it.
        child.write(Array("keep\n".utf8))
        child.closeInput()
        child.blockUntilEnd()
    }

    private func configure(_ readers: [Reader]) throws {
        let entries = stride(from: 0, to: readers.count, by: Self.slots).map { index in
            """
            FRIENDLYNAME "Lane \(index / Self.slots)"
            DEVICENAME /dev/null:\(readers[index].port)
            LIBPATH \(library(of: index / Self.slots))
            CHANNELID \(readers[index].port)

            """
        }
        try entries.joined(separator: "\n").write(toFile: folder + "/reader.conf", atomically: true, encoding: .utf8)
    }

    private func library(of device: Int) -> String { "\(folder)/lane-\(device).so" }

    /// The service's process.
    public var pid: Int32? {
        let text = try? String(contentsOfFile: folder + "/pcscd.pid", encoding: .utf8)
        // It ends with a line feed and a zero.
        return text.flatMap { pid_t($0.prefix { $0.isNumber }) }
    }

    private func isReady(_ readers: [Reader]) -> Bool {
        pid != nil && FileManager.default.fileExists(atPath: socketPath) && readers.allSatisfy { Self.listeners.contains($0.port) }
    }

    /// pcscd adds the number of the device among those with the same name, and that of the slot.
    private static func name(_ device: Int, slot: UInt16) -> String { "Lane \(device) 00 0\(slot)" }

    /// Ports that a service of this process has, so that two that start at the same time take different ones.
    private static let givenPorts = Mutex<Set<UInt16>>([])

    /// First ports of pairs on which nobody listens, below those that the system gives to whoever asks for any.
    private static func freePorts(_ count: Int) throws -> [UInt16] {
        let listeners = listeners
        return try givenPorts.withLock { given in
            var free: [UInt16] = []
            for _ in 0..<1000 where free.count < count {
                let port = UInt16.random(in: 10_000..<16_000) * 2
                if !listeners.contains(port), !listeners.contains(port + 1), given.insert(port).inserted { free.append(port) }
            }
            guard free.count == count else { throw StartError(description: "no free ports") }
            return free
        }
    }

    /// The ports on which somebody listens.
    private static var listeners: Set<UInt16> {
        guard let table = FileHandle(forReadingAtPath: "/proc/net/tcp") else { return [] }
        var text: [UInt8] = []
        var ports: Set<UInt16> = []
        // Of a file that says it is empty Foundation's `String(contentsOfFile:)` reads one page, so it is read in parts. Those who listen come first.
        while let part = try? table.read(upToCount: 4096), !part.isEmpty {
            text += part
            while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                let fields = String(decoding: text[..<end], as: UTF8.self).split(separator: " ")
                text.removeFirst(end + 1)
                guard fields.count > 3, fields[0] != "sl" else { continue }
                guard fields[3] == "0A" else { return ports }
                if let port = fields[1].split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }) { ports.insert(port) }
            }
        }
        return ports
    }
}

extension PCSCDaemon {
    /// Stops it and starts it again.
    public func restart(withSpares: Bool = false) throws {
        stop()
        try start(withSpares: withSpares)
    }

    /// The threads of the service: some for itself and its readers, and one for every context of a client.
    public var threads: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid ?? 0)/task").count) ?? 0
    }

    /// Whether the number of threads comes down to this, which it does a moment after a client has let go.
    public func settles(atThreads count: Int) async -> Bool {
        for _ in 0..<200 {
            if threads <= count { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
