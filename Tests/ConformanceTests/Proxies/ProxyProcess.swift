import Foundation
import Reactor
import TestSupport
import Testing

/// A proxy in a process of its own and a folder of its own, with the configuration of `Deploy`, on ports of loopback.
final class ProxyProcess: Sendable {
    /// Where it speaks plain HTTP.
    let plain: SocketAddress
    /// Where it speaks TLS.
    let secure: SocketAddress
    private let kind: Proxy
    private let folder: String
    private let process: ChildProcess
    /// On a machine whose disk is busy a proxy is long in coming.
    private static let startLimit = Duration.seconds(60)

    /// Starts it in front of `upstream`, and returns when it takes connections.
    init(_ kind: Proxy, to upstream: SocketAddress, certificate: TLSPair, loop: EventLoop) async throws {
        self.kind = kind
        folder = NSTemporaryDirectory() + "payment-gateway-proxy-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        (plain, secure) = (try Self.freeAddress(), try Self.freeAddress())
        let ports = Proxy.Ports(plain: "\(plain)", secure: "\(secure)", upstream: "\(upstream)")
        // A test that crashes ends the thread that starts it here, the loop's, and with it the proxy.
        do {
            let command = ["--pdeathsig", "TERM", kind.path] + (try kind.configure(in: folder, ports: ports, certificate: certificate))
            process = try ChildProcess(
                "/usr/bin/setpriv", command, environment: [:], output: .file(folder + "/output"), errors: .file(folder + "/errors"))
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
        try await waitUntilItListens(on: loop)
    }

    /// A test that failed leaves nothing running and nothing behind.
    deinit {
        // nginx needs to hear it, for its worker would outlive it.
        process.terminate()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Lets it finish what it does, for ten seconds by its configuration, and reads what it says of the requests it had.
    func stop() async throws -> [Proxy.Entry] {
        process.send(kind.gracefulSignal)
        _ = await process.waitForEnd()
        let log = try String(contentsOfFile: folder + "/" + kind.log, encoding: .isoLatin1)
        return log.split(separator: "\n").compactMap { kind.entry(Substring($0)) }
    }

    /// A free port of a loopback address that nothing else uses, so that it is still free when the proxy takes it.
    private static func freeAddress() throws -> SocketAddress {
        let host = "127.\((1...3).map { _ in "\(UInt8.random(in: 1...254))" }.joined(separator: "."))"
        let listener = try Listener.bind(to: try SocketAddress(parsing: "\(host):0"))
        defer { listener.close() }
        return listener.address
    }

    /// Another program says in no other way that it is up.
    private func waitUntilItListens(on loop: EventLoop) async throws {
        let deadline = MonotonicTime.now.advanced(by: Self.startLimit)
        while true {
            if let socket = try? await StreamSocket.connect(to: plain, on: loop, within: RawClient.patience) { return socket.close() }
            guard process.isRunning, MonotonicTime.now < deadline else {
                throw Failure(description: "\(kind) did not start: \((try? String(contentsOfFile: folder + "/errors", encoding: .utf8)) ?? "")")
            }
            try await loop.sleep(for: .milliseconds(10))
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
