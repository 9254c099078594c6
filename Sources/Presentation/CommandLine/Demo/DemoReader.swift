import FoundationEssentials
import Glibc
import Reactor
import Sandbox
import Terminals

/// The demo's card terminal: the virtual reader (vsmartcard-vpcd) of the PC/SC service that runs on this machine, or of one that is the demo's own.
struct DemoReader: Sendable {
    /// What a process needs in its environment to find the service.
    let settings: [String: String]
    /// Where cards are held to the reader.
    let address: String
    /// The service, where it is the demo's own.
    var service: ChildProcess?

    /// The service's log.
    static let log = "pcscd.log"

    /// What the reader's name begins with, as Debian's package configures it too.
    static let name = "Virtual PCD"
    private static let service = "/usr/sbin/pcscd"
    private static let driver = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"
    private static let unshare = "/usr/bin/unshare"

    /// Finds the reader, and starts a service for it where none has it. Throws what is missing.
    static func set(
        in directory: TemporaryDirectory, _ props: inout DemoStage.Props, _ context: CommandContext
    ) async throws(DemoFailure) -> DemoReader {
        if case .readers(let names) = await ReaderDiagnosis.examine(), names.contains(where: { $0.hasPrefix(name) }) {
            return DemoReader(
                settings: context.environment.filter { $0.key == ReaderDiagnosis.socketVariable },
                address: "127.0.0.1:\(VirtualReaderLink.firstPort)")
        }
        for (file, package) in [(service, "pcscd"), (driver, "vsmartcard-vpcd"), (unshare, "util-linux")] where access(file, R_OK) != 0 {
            throw DemoFailure("\(file) is missing: install Debian's package \(package) ('make demo' does)")
        }
        let port = try freePorts()
        let run = directory.file("run")
        let socket = "\(run)/pcscd/pcscd.comm"
        // One byte less than `sun_path` has (unix(7)).
        guard socket.utf8.count <= 107 else { throw DemoFailure("\(socket) is too long for a socket: set TMPDIR to a shorter path") }
        guard mkdir(run, 0o755) == 0, mkdir("\(run)/pcscd", 0o755) == 0,
            let configuration = directory.write(Array(readerConfiguration(port).utf8), to: "reader.conf")
        else { throw DemoFailure("cannot write to \(directory.path)") }
        let child: ChildProcess
        do {
            child = try await ChildProcess(
                .other(unshare, arguments(run: run, configuration: configuration)), environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
                errorLog: directory.file(log), on: context.loop)
        } catch {
            throw DemoFailure("pcscd did not start: \(error)")
        }
        props.children.append(child)
        return DemoReader(settings: [ReaderDiagnosis.socketVariable: socket], address: "127.0.0.1:\(port)", service: child)
    }

    /// pcscd has its folder compiled in: it gets a /run of its own, so that it neither needs root nor meets another pcscd. It ends with the demo.
    private static func arguments(run: String, configuration: String) -> [String] {
        let script = #"mount --bind "$1" /run && exec setpriv --pdeathsig KILL "$2" --foreground --config "$3""#
        return (geteuid() == 0 ? [] : ["--map-root-user"]) + ["--mount", "sh", "-c", script, "sh", run, service, configuration]
    }

    /// The driver calls its port a channel.
    private static func readerConfiguration(_ port: Int) -> String {
        let channel = "0x" + String(port, radix: 16, uppercase: true)
        return """
            FRIENDLYNAME "\(name)"
            DEVICENAME   /dev/null:\(channel)
            LIBPATH      \(driver)
            CHANNELID    \(channel)

            """
    }

    /// The reader has two slots, at two ports one after the other; the demo uses the first. Below those that the system gives to whoever asks for any:
    /// among them two neighbours are rarely free on a machine with many connections.
    private static func freePorts() throws(DemoFailure) -> Int {
        for _ in 0..<200 {
            let port = UInt16.random(in: 10_000..<16_000) * 2
            guard let first = listener(port) else { continue }
            defer { first.close() }
            guard let second = listener(port + 1) else { continue }
            second.close()
            return Int(port)
        }
        throw DemoFailure("there are no two free ports for the virtual reader")
    }

    private static func listener(_ port: UInt16) -> Listener? {
        (try? SocketAddress(parsing: "127.0.0.1:\(port)")).flatMap { try? Listener.bind(to: $0) }
    }
}
