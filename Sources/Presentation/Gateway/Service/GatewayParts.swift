import Crypto
import HTTPClient
import HTTPServer
import IFortePay
import MerchantStore
import Payments
import Reactor
import Storage

/// What a gateway consists of, put together from its configuration. Nothing of it listens or moves yet; `GatewayService` starts and stops it.
struct GatewayParts: Sendable {
    let bounds: GatewayBounds
    let log: EventLog
    let ledger: SQLiteLedger
    let loops: EventLoopGroup
    /// Where everything that goes out runs, so that it cannot hold up what comes in.
    let outboundLoop: EventLoop
    let upstream: HTTPClient
    let stores: HTTPClient
    let publicAddress: PublicAddress
    /// The card readers.
    let driver: any TerminalDriver
    let terminals: TerminalService
    let payments: PaymentService
    let callbacks: CallbackService
    let readiness: Readiness

    /// - Parameter makeDriver: makes the card readers' driver, which tells the log what it meets.
    init(
        _ configuration: GatewayConfiguration, bounds: GatewayBounds, log: EventLog, driver makeDriver: (EventLog) -> any TerminalDriver
    ) throws(GatewayStartError) {
        self.bounds = bounds
        self.log = log
        ledger = try Self.openLedger(configuration.database, bounds)
        (loops, outboundLoop) = try Self.startLoops(configuration.loops)
        // The configuration has judged plain HTTP already, and to a merchant's own backend it is the merchant's choice.
        upstream = HTTPClient(
            loop: outboundLoop,
            configuration: .init(
                caBundle: configuration.upstream.caBundle, plainHTTP: .anywhere, maximumConnectionsPerHost: bounds.upstreamConnections,
                maximumRequests: bounds.charges))
        stores = HTTPClient(
            loop: outboundLoop,
            configuration: .init(
                plainHTTP: .anywhere, maximumConnectionsPerHost: bounds.deliveries.total, maximumRequests: bounds.deliveries.total))
        publicAddress = PublicAddress(configuration)
        readiness = Readiness(ledger: ledger, log: log)
        driver = makeDriver(log)
        terminals = Self.terminals(configuration, bounds, log: log, driver: driver)
        payments = Self.payments(
            configuration, bounds, log: log, ledger: ledger, client: upstream, publicAddress: publicAddress, terminals: terminals)
        callbacks = Self.callbacks(configuration, bounds, log: log, ledger: ledger, client: stores)
    }

    /// The routes over these parts.
    func router(_ configuration: GatewayConfiguration) -> Router {
        let gate = APIGate(
            authenticator: Authenticator(configuration.merchants.map(\.credentials)), needsClientCertificate: configuration.tls?.clientCAPath != nil)
        return GatewayRoutes.router(
            gate: gate, limits: RateLimits(configuration, bounds: bounds, log: log), payments: payments, callbacks: callbacks,
            terminals: TerminalRoutes(service: terminals, clock: SystemClock()),
            readiness: readiness)
    }

    private static func openLedger(_ database: DatabaseLocation, _ bounds: GatewayBounds) throws(GatewayStartError) -> SQLiteLedger {
        switch database {
        case .sqlite(let path):
            do {
                return try SQLiteLedger.open(path: path, bounds: bounds.ledger)
            } catch {
                throw .ledger(error)
            }
        }
    }

    private static func startLoops(_ count: Int) throws(GatewayStartError) -> (EventLoopGroup, EventLoop) {
        do {
            return (try EventLoopGroup(count: count), try EventLoop(name: "outbound"))
        } catch {
            throw .system(error)
        }
    }

    private static func terminals(
        _ configuration: GatewayConfiguration, _ bounds: GatewayBounds, log: EventLog, driver: any TerminalDriver
    ) -> TerminalService {
        let merchants = configuration.merchants
        let rules = TerminalRules(
            readLifetime: configuration.readLifetime, maximumReads: bounds.reads, maximumListeners: bounds.eventStreams,
            eventBacklog: bounds.events, terminals: merchants.mayUse)
        let ports = TerminalPorts(driver: driver, clock: SystemClock(), identifiers: RandomIdentifiers(), observe: { log.record(LogEvent($0)) })
        return TerminalService(rules: rules, ports: ports)
    }

    private static func payments(
        _ configuration: GatewayConfiguration, _ bounds: GatewayBounds, log: EventLog, ledger: SQLiteLedger, client: HTTPClient,
        publicAddress: PublicAddress, terminals: TerminalService
    ) -> PaymentService {
        let accounts = configuration.merchants.map { merchant in
            let credentials = merchant.credentials
            return MerchantAccount(merchant: credentials.merchant, secretUnbound: credentials.secretUnbound, hashKey: credentials.hashKey)
        }
        let rules = PaymentRules(
            checksLuhn: configuration.checksLuhn, deadline: configuration.requestDeadline, maximumInFlight: bounds.charges)
        let ports = PaymentPorts(
            channel: IFortePayChannel(client: client, address: configuration.upstream.address, accounts: accounts), ledger: ledger,
            clock: SystemClock(), identifiers: RandomIdentifiers(), callbackURL: publicAddress.callbackURL,
            digest: { SHA256.digest($0).bytes }, jitter: { Double.random(in: 0..<1) }, observe: { log.record(LogEvent($0)) })
        return PaymentService(rules: rules, ports: ports, terminals: terminals)
    }

    private static func callbacks(
        _ configuration: GatewayConfiguration, _ bounds: GatewayBounds, log: EventLog, ledger: SQLiteLedger, client: HTTPClient
    ) -> CallbackService {
        let merchants = configuration.merchants
        var settings = CallbackSettings(
            merchants: Dictionary(uniqueKeysWithValues: merchants.map { ($0.id, $0.acknowledgement) }), maximumHandled: bounds.callbacks,
            deliveries: bounds.deliveries)
        settings.schedule = configuration.retrySchedule
        let addresses = merchants.compactMap { merchant in merchant.store.map { (merchant.id, $0) } }
        return CallbackService(
            settings: settings, ledger: ledger,
            verifier: IFortePayCallbackVerifier(merchants: merchants.map { CallbackKeys(merchant: $0.id, keys: $0.allCallbackKeys) }),
            store: HTTPMerchantStore(client: client, addresses: Dictionary(uniqueKeysWithValues: addresses)), clock: SystemClock(),
            identifiers: RandomIdentifiers(), observer: CallbackLog(log: log))
    }

    /// Ends what waits at terminals and lets the readers go, for at most `limit`: a command to a card cannot be cancelled, and must not hold up more.
    func closeTerminals(within limit: Duration) async {
        await terminals.stop()
        let (closed, closing) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            await driver.close()
            closing.finish()
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            closing.finish()
        }
        for await _ in closed {}
        timer.cancel()
        work.cancel()
    }

    /// Closes everything that was opened but the terminals, the ledger after those who write to it.
    func close() async {
        await upstream.shutdown()
        await stores.shutdown()
        await ledger.close()
        await outboundLoop.shutdown()
        await loops.shutdown()
    }
}
