import Crypto
import HTTPClient
import HTTPServer
import Payments
public import Reactor

/// A running imitation of iFortePay (contract, section 7).
public final class SandboxService: Sendable {
    /// Where it listens, with its real port.
    public let address: SocketAddress

    private let server: HTTPServer
    private let client: HTTPClient
    private let outcomes: Task<Void, Never>

    /// Starts it; it serves on all loops of the group, and its callbacks leave from one of them.
    public static func start(_ configuration: SandboxConfiguration, group: EventLoopGroup) async throws -> SandboxService {
        // Without this a wrong file would show only when the first callback fails.
        if let file = configuration.callbackAuthorities { _ = try TLSClientContext(TLSClientConfiguration(authoritiesPath: file)) }
        let loop = group.next()
        let client = HTTPClient(
            loop: loop,
            // Whose callbacks go where is for the merchant to know: this is a tool for development.
            configuration: HTTPClient.Configuration(
                caBundle: configuration.callbackAuthorities, plainHTTP: .anywhere, userAgent: "payment-gateway-sandbox"))
        let memory = SandboxMemory(limits: configuration.limits)
        let sender = CallbackSender(
            client: client, loop: loop, memory: memory, hashKey: configuration.merchant.hashKey, schedule: configuration.retrySchedule,
            answerLimit: configuration.limits.callbackAnswer, turnstile: Turnstile(places: configuration.limits.attempts))
        let queue = OutcomeQueue(sender: sender, capacity: configuration.limits.outcomes)
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: configuration.address), group: group,
            router: router(configuration, memory: memory, outcomes: queue, loop: loop), refusal: { refusal, _ in Response(ProviderAnswer(refusal)) })
        do {
            let address = try await server.start()
            let outcomes = Task(executorPreference: loop) { await queue.run() }
            return SandboxService(address: address, server: server, client: client, outcomes: outcomes)
        } catch {
            await client.shutdown()
            throw error
        }
    }

    private init(address: SocketAddress, server: HTTPServer, client: HTTPClient, outcomes: Task<Void, Never>) {
        self.address = address
        self.server = server
        self.client = client
        self.outcomes = outcomes
    }

    /// Stops listening, lets requests in flight end within the limit, and forgets what is still to be sent.
    public func shutdown(within limit: Duration = .seconds(2)) async {
        await server.shutdown(within: limit)
        outcomes.cancel()
        await outcomes.value
        await client.shutdown()
    }

    /// All that the sandbox serves.
    static func router(
        _ configuration: SandboxConfiguration, memory: SandboxMemory, outcomes: OutcomeQueue, loop: EventLoop
    ) -> Router {
        var router = Router()
        let check = MerchantCheck(configuration.merchant)
        for operation in ChargeOperation.allCases {
            ChargeRoute(operation: operation, check: check, memory: memory, outcomes: outcomes, configuration: configuration, loop: loop)
                .add(to: &router)
        }
        PageRoutes(merchant: configuration.merchant.merchant, memory: memory, outcomes: outcomes).add(to: &router)
        ListRoutes(memory: memory).add(to: &router)
        HealthRoutes().add(to: &router)
        return router
    }
}

extension ProviderAnswer {
    /// What iFortePay's envelope says where the server answers by itself.
    fileprivate init(_ refusal: Refusal) {
        let code: Code =
            switch refusal.status.code {
            case 404: .notFound
            case 500...: .systemError
            default: .parameterError
            }
        self.init(status: refusal.status.code, code, error: refusal.explanation)
    }
}
