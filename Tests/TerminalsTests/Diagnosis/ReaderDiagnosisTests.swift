import CLinux
import FoundationEssentials
import Glibc
import Testing

@testable import Terminals

/// A Unix socket at a path of its own; nobody accepts from it.
private final class Socket: Sendable {
    let path = "/tmp/diagnosis-\(UUID().uuidString.prefix(8))"
    private let descriptor: Int32

    init(listens: Bool) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0)
        if listens { try #require(listen(descriptor, 4) == 0) }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }
}

@Suite struct ReaderDiagnosisTests {
    private let reader = USBReaders.Device(name: "ACR122U", kernelDriver: nil)
    private let held = USBReaders.Device(name: "RC-S380/P", kernelDriver: "port100")

    private func judge(
        _ path: String, _ devices: [USBReaders.Device] = [], _ reading: Result<[String], PCSCCode>? = nil
    ) -> ReaderDiagnosis {
        ReaderDiagnosis.judge(socket: ServiceSocket(path: path), devices: devices) {
            if let reading { return reading }
            Issue.record("asked, though nobody is there")
            return .success([])
        }
    }

    @Test("Without a service it is the socket that is named, whatever is plugged in")
    func noService() throws {
        #expect(judge("/nonexistent/socket", [reader]) == .noService(socket: "/nonexistent/socket"))
        let dead = try Socket(listens: false)
        #expect(judge(dead.path, [reader]) == .deadService(socket: dead.path))
        #expect(judge(String(repeating: "x", count: 200)) == .silentService("its path is too long"))
    }

    @Test("With a service it is the first piece behind it that is missing")
    func service() throws {
        let socket = try Socket(listens: true)
        #expect(judge(socket.path, [held], .success(["ACS ACR122U 00 00"])) == .readers(["ACS ACR122U 00 00"]))
        #expect(judge(socket.path, [], .success([])) == .noReader)
        #expect(judge(socket.path, [reader], .success([])) == .noDriver(device: "ACR122U"))
        #expect(judge(socket.path, [reader, held], .success([])) == .heldByKernel(device: "RC-S380/P", driver: "port100"))
        #expect(judge(socket.path, [reader], .failure(.accessDenied)) == .accessDenied)
        #expect(judge(socket.path, [], .failure(.serviceStopped)) == .silentService("0x8010001E"))
    }
}
