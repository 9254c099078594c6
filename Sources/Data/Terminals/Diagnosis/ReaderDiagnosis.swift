internal import Reactor

/// Which piece between this process and a card terminal is missing, the first one that is.
public enum ReaderDiagnosis: Hashable, Sendable {
    /// Readers are there.
    case readers([String])
    /// The service's socket does not exist: pcscd is not installed or not running.
    case noService(socket: String)
    /// The socket exists and nobody listens at it.
    case deadService(socket: String)
    /// The file system does not let this user reach the socket.
    case socketForbidden(socket: String)
    /// The service refuses this user (polkit).
    case accessDenied
    /// The service does not answer.
    case silentService(String)
    /// A reader is plugged in, and the kernel's NFC stack holds it.
    case heldByKernel(device: String, driver: String)
    /// A reader is plugged in, and no PC/SC driver takes it up.
    case noDriver(device: String)
    /// Everything is there but a reader.
    case noReader

    /// What was found and what to do about it, for an operator.
    public var text: String {
        switch self {
        case .readers(let names): names.joined(separator: ", ")
        case .noService(let socket): "\(socket) does not exist: install pcscd, and start it (systemctl enable --now pcscd.socket)"
        case .deadService(let socket): "nobody listens at \(socket): pcscd has ended; systemctl restart pcscd.socket"
        case .socketForbidden(let socket): "\(socket) cannot be opened by this user: in a container, mount /run/pcscd and check its permissions"
        case .accessDenied: ServiceProblem.text(.accessDenied)
        case .silentService(let reason): "pcscd does not answer: \(reason); its own log says more (journalctl -u pcscd)"
        case .heldByKernel(let device, let driver):
            "\(device) is held by the kernel's \(driver): put 'blacklist \(driver)' into a file of /etc/modprobe.d, then modprobe -r \(driver)"
        case .noDriver(let device): "\(device) is plugged in, but pcscd has no driver for it: install libccid, or libacsccid1 for ACS readers"
        case .noReader: "pcscd runs; no reader is plugged in"
        }
    }

    /// The environment variable by which a process is led to another service than the machine's.
    public static var socketVariable: String { ServiceSocket.variable }

    /// How long the service may take to answer.
    private static let limit: Duration = .seconds(5)

    /// Examines this machine as this process finds it. A service that hangs is left to a thread of its own.
    public static func examine() async -> ReaderDiagnosis {
        let executor = ThreadExecutor(name: "pcsc-examine")
        let (diagnoses, diagnosis) = AsyncStream.makeStream(of: ReaderDiagnosis.self, bufferingPolicy: .bufferingOldest(1))
        Task(executorPreference: executor) {
            diagnosis.yield(judge(socket: .ofThisProcess, devices: USBReaders().devices(), reading: readerNames))
            await executor.shutdown()
        }
        let patience = Task {
            try await Task.sleep(for: limit)
            diagnosis.yield(.silentService("no answer in \(limit.components.seconds) s"))
        }
        defer { patience.cancel() }
        return await diagnoses.first { _ in true } ?? .silentService("cancelled")
    }

    private static func readerNames() -> Result<[String], PCSCCode> {
        do throws(PCSCCode) {
            return .success(try PCSCContext().readerNames())
        } catch {
            return .failure(error)
        }
    }

    /// Judges by what the probes found; `reading` is asked only once the socket answers.
    static func judge(socket: ServiceSocket, devices: [USBReaders.Device], reading: () -> Result<[String], PCSCCode>) -> ReaderDiagnosis {
        switch socket.state() {
        case .absent: return .noService(socket: socket.path)
        case .abandoned: return .deadService(socket: socket.path)
        case .forbidden: return .socketForbidden(socket: socket.path)
        case .broken(let reason): return .silentService(reason)
        case .answers: break
        }
        switch reading() {
        case .success(let names) where !names.isEmpty: return .readers(names)
        case .success: return withoutReaders(devices)
        case .failure(.accessDenied): return .accessDenied
        case .failure(let code): return .silentService("\(code)")
        }
    }

    private static func withoutReaders(_ devices: [USBReaders.Device]) -> ReaderDiagnosis {
        for device in devices {
            if let driver = device.kernelDriver { return .heldByKernel(device: device.name, driver: driver) }
        }
        return devices.first.map { .noDriver(device: $0.name) } ?? .noReader
    }
}
