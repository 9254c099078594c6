import Crypto
import Glibc
import HTTPServer
import IFortePay
import JSON
import Payments
import PaymentsSupport
import Secrets
import Storage

@testable import Gateway

/// The gateway's routes over a real ledger in a folder of its own, with an iFortePay, a merchant store and card readers that the test scripts. No socket.
///
/// The first merchant has the terminals whose ids begin with `front`, the other one those with `back`.
final class TestGateway: Sendable {
    static let shop = token("SHOP-1", "secret-1", "hash+key/1=")
    static let other = token("SHOP-2", "secret-2", "hash:key:2")

    let channel = ScriptedChannel(ScriptedChannel.redirect)
    let store: ScriptedStore
    let driver = ScriptedDriver()
    /// What waits at terminals goes by it.
    let clock = ManualClock()
    let terminals: TerminalService
    let readiness: Readiness
    let router: Router
    let ledger: SQLiteLedger
    private let folder: TemporaryFolder
    private let log: EventLog

    init(
        storeStatus: Int? = nil, needsClientCertificate: Bool = false, maximumReads: Int = 64, maximumListeners: Int = 64,
        bounds: GatewayBounds = GatewayBounds(), limits: RateLimits = .off, terminals prefixes: [String] = ["front", "back"]
    ) throws {
        folder = TemporaryFolder()
        store = ScriptedStore(status: storeStatus)
        ledger = try SQLiteLedger.open(path: folder.path + "/ledger.db", bounds: bounds.ledger)
        // A test that wants to see the log makes one of its own.
        log = EventLog(level: .error, form: .json, output: LogOutput(descriptor: -1), clock: SystemClock())
        readiness = Readiness(ledger: ledger, log: log)
        let ports = PaymentPorts(
            channel: channel, ledger: ledger, clock: ImpatientClock(), identifiers: RandomIdentifiers(),
            callbackURL: { "https://pay.example.com/callback/\($0)/\($1)" }, digest: { SHA256.digest($0).bytes }, jitter: { 0.5 }, observe: { _ in })
        let tokens = [Self.shop, Self.other]
        let merchants = zip(tokens, prefixes).map { token, prefix in
            MerchantConfiguration(credentials: token, terminals: [prefix].compactMap { TerminalPrefix($0) })
        }
        terminals = TerminalService(
            rules: TerminalRules(maximumReads: maximumReads, maximumListeners: maximumListeners, terminals: merchants.mayUse),
            ports: TerminalPorts(driver: driver, clock: clock, identifiers: RandomIdentifiers(), observe: { _ in }))
        let callbacks = CallbackService(
            settings: CallbackSettings(
                merchants: [Self.shop.merchant: .merchant, Self.other.merchant: .merchant], maximumHandled: bounds.callbacks,
                deliveries: bounds.deliveries), ledger: ledger,
            verifier: IFortePayCallbackVerifier(merchants: tokens.map { CallbackKeys(merchant: $0.merchant, keys: [$0.hashKey]) }), store: store,
            clock: SystemClock(), identifiers: RandomIdentifiers(), observer: CallbackLog(log: log))
        router = GatewayRoutes.router(
            gate: APIGate(authenticator: Authenticator(tokens), needsClientCertificate: needsClientCertificate),
            limits: limits, payments: PaymentService(rules: PaymentRules(maximumInFlight: bounds.charges), ports: ports, terminals: terminals),
            callbacks: callbacks,
            terminals: TerminalRoutes(service: terminals, clock: clock), readiness: readiness)
    }

    /// Ledger and log have threads; hundreds of gateways would leave thousands. The folder goes when nobody uses its files any more.
    deinit {
        Task { [ledger, log, folder] in
            await ledger.close()
            await log.close(within: .seconds(2))
            withExtendedLifetime(folder) {}
        }
    }

    static func token(_ merchant: String, _ secret: String, _ hashKey: String) -> CredentialToken {
        guard let merchant = MerchantID(merchant) else { preconditionFailure("no merchant's id") }
        return CredentialToken(merchant: merchant, secretUnbound: SecretBytes(utf8: secret), hashKey: SecretBytes(utf8: hashKey))
    }
}

extension CredentialToken {
    /// The field's value as a merchant sends it.
    var authorization: String {
        "Basic " + Base64.encode(decoded.withUnsafeBytes { [UInt8]($0) })
    }
}

/// A folder that lives as long as a test.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/gateway-tests-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let name = buffer.baseAddress, let made = mkdtemp(name) else { preconditionFailure("no temporary folder") }
            return String(cString: made)
        }
    }

    deinit {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
            unlink(path + "/" + name)
        }
        closedir(folder)
        rmdir(path)
    }
}
