import Crypto
import HTTPServer
import Payments
public import Reactor
import Synchronization
import Terminals

/// A running gateway.
public final class GatewayService: Sendable {
    /// Where it listens.
    public let address: SocketAddress
    /// The listener's own URL, without a slash at its end.
    public let url: String

    private let configuration: GatewayConfiguration
    private let parts: GatewayParts
    private let server: HTTPServer
    private let housekeeping: Task<Void, Never>
    private let isStopping = Atomic(false)

    /// How often payments whose process died are looked for.
    private static let settlingInterval: Duration = .seconds(60)
    /// What is left, at the least, for what must be waited for at the end, whatever the deadline.
    private static let closingLimit: Duration = .seconds(2)

    private init(_ configuration: GatewayConfiguration, parts: GatewayParts, server: HTTPServer, address: SocketAddress) {
        self.configuration = configuration
        self.parts = parts
        self.server = server
        self.address = address
        url = PublicAddress.url(address, configuration)
        housekeeping = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.settlingInterval)
                // A failure is in the log already, and the next round comes.
                if !Task.isCancelled { _ = try? await parts.payments.settleAbandoned() }
            }
        }
    }

    /// Starts a gateway. When this returns it accepts requests; when it throws, nothing of it is left.
    ///
    /// In this order: no core dumps, the ledger, payments and callbacks that a crash left behind, and the listener last, so that no request meets a
    /// gateway that does not know its own past.
    public static func start(
        _ configuration: GatewayConfiguration, log: GatewayLog = .standardError
    ) async throws(GatewayStartError) -> GatewayService {
        try await start(configuration, log: log) { log in PCSCDriver(observe: { log.record(LogEvent($0)) }) }
    }

    /// Starts a gateway with card readers of the caller's making, and other bounds than usual.
    static func start(
        _ configuration: GatewayConfiguration, bounds: GatewayBounds? = nil, log: GatewayLog, driver: (EventLog) -> any TerminalDriver
    ) async throws(GatewayStartError) -> GatewayService {
        // First, for the usual bounds follow from the limit on open files, which this raises.
        ProcessHardening.apply()
        let log = EventLog(level: configuration.logLevel, form: log.form, output: log.output, clock: SystemClock())
        do {
            return try await start(configuration, GatewayParts(configuration, bounds: bounds ?? GatewayBounds(), log: log, driver: driver))
        } catch {
            await log.close(within: closingLimit)
            throw error
        }
    }

    private static func start(_ configuration: GatewayConfiguration, _ parts: GatewayParts) async throws(GatewayStartError) -> GatewayService {
        for warning in configuration.warnings { parts.log.record(.configurationWarning(warning)) }
        do {
            try await recover(parts)
            let server = try makeServer(configuration, parts)
            let address = try await listen(configuration, parts, server)
            let service = GatewayService(configuration, parts: parts, server: server, address: address)
            parts.log.record(.started(url: service.url))
            return service
        } catch {
            await parts.closeTerminals(within: closingLimit)
            await parts.callbacks.stop(within: .zero)
            await parts.close()
            throw error
        }
    }

    private static func recover(_ parts: GatewayParts) async throws(GatewayStartError) {
        do {
            _ = try await parts.payments.settleAbandoned()
            try await parts.callbacks.start()
        } catch {
            throw .ledger(error)
        }
    }

    private static func makeServer(_ configuration: GatewayConfiguration, _ parts: GatewayParts) throws(GatewayStartError) -> HTTPServer {
        let log = parts.log
        var serving = HTTPServerConfiguration(address: configuration.listen)
        parts.bounds.apply(to: &serving)
        do throws(TLSError) {
            serving.tls = try configuration.tls.map { files throws(TLSError) in try TLSServerContext(files) }
        } catch {
            throw .tls(error)
        }
        return HTTPServer(
            configuration: serving, group: parts.loops, router: parts.router(configuration), refusal: RefusalAnswers.response,
            observer: { log.observe($0) })
    }

    private static func listen(
        _ configuration: GatewayConfiguration, _ parts: GatewayParts, _ server: HTTPServer
    ) async throws(GatewayStartError) -> SocketAddress {
        do {
            return try await server.start { parts.publicAddress.bound($0, configuration) }
        } catch {
            throw .listening(configuration.listen, error)
        }
    }

    /// Reads certificate and key anew, for new connections; those that are open keep theirs. Files that cannot be used leave the old ones in use.
    /// Does nothing without TLS.
    public func reloadCertificates() {
        guard let files = configuration.tls else { return }
        do {
            server.reload(tls: try TLSServerContext(files))
            parts.log.record(.certificateReloaded())
        } catch {
            parts.log.record(.certificateNotReloaded(reason: error.description))
        }
    }

    /// Stops within the configured deadline: takes nothing more on, lets requests, charges and deliveries end, commits, closes. What is cut short
    /// is made again or settled at the next start. Calling it again returns at once.
    public func shutdown() async {
        guard !isStopping.exchange(true, ordering: .relaxed) else { return }
        parts.log.record(.stopping())
        parts.readiness.stop()
        housekeeping.cancel()
        let limit = configuration.shutdownDeadline
        // All at once, each with the whole deadline: a request in flight waits for its charge or delivery. Those that wait for a card, or listen to what
        // happens at terminals, have their end now: nothing else would end them.
        async let terminals: Void = parts.closeTerminals(within: limit)
        async let server: Void = server.shutdown(within: limit)
        async let callbacks: Void = parts.callbacks.stop(within: limit)
        let unfinished = await parts.payments.stop(within: limit)
        _ = await (server, callbacks, terminals)
        parts.log.record(.stopped(unfinishedCharges: unfinished))
        await parts.close()
        await parts.log.close(within: Self.closingLimit)
    }
}
