import HTTPClient
import Reactor
import Secrets

/// The players of the demo: gateway and sandbox, each a process of its own, the merchant backend, and a card terminal, all on free loopback ports.
struct DemoStage: Sendable {
    /// A loaded machine may take its time to start two processes.
    private static let startLimit: Duration = .seconds(30)

    let credentials: DemoCredentials
    let gatewayURL: String
    let sandboxURL: String
    let merchant: DemoMerchant
    let client: HTTPClient
    /// Where the players' logs are.
    let directory: TemporaryDirectory
    /// The card terminal, or what is missing for one.
    let reader: Result<DemoReader, DemoFailure>
    /// The body of a further payment, so that no card number has to be printed to pay once more.
    let paymentFile: String

    /// What has to be cleared away afterwards, in the order in which it came.
    struct Props: Sendable {
        var directory: TemporaryDirectory?
        var group: EventLoopGroup?
        var merchant: DemoMerchant?
        var children: [ChildProcess] = []
        var client: HTTPClient?

        /// Ends every process and removes every file, the logs too unless they are still wanted.
        func clear(keepingLogs: Bool) async {
            for child in children.reversed() { await child.stop(within: .seconds(10)) }
            await client?.shutdown()
            await merchant?.shutdown()
            await group?.shutdown()
            if !keepingLogs { directory?.remove() }
        }
    }

    /// Starts the players; what has been started is in `props` even when one fails.
    static func set(_ props: inout Props, in context: CommandContext) async throws(DemoFailure) -> DemoStage {
        let credentials = DemoCredentials()
        let directory: TemporaryDirectory
        do {
            directory = try TemporaryDirectory(name: "payment-gateway-demo", environment: context.environment)
        } catch {
            throw DemoFailure("there is no place for its files: \(error)")
        }
        props.directory = directory
        guard let paymentFile = directory.write(DemoPayment.body(externalID: "DEMO-2"), to: "payment.json") else {
            throw DemoFailure("cannot write to \(directory.path)")
        }
        let merchant: DemoMerchant
        do {
            let group = try EventLoopGroup(count: 1)
            props.group = group
            merchant = try await DemoMerchant(key: credentials.storeKey, group: group)
            props.merchant = merchant
        } catch {
            throw DemoFailure("the merchant backend did not start: \(error)")
        }
        let client = HTTPClient(loop: context.loop, configuration: HTTPClient.Configuration(userAgent: "payment-gateway-demo"))
        props.client = client

        // What the user's shell sets for a gateway of their own must not reach the demo's.
        let inherited = context.environment.filter { !$0.key.hasPrefix("GATEWAY_") }
        var settings = inherited.merging(credentials.settings) { $1 }
        let sandboxURL = try await start(
            "sandbox", ["--listen", "127.0.0.1:0", "--payer", "manual"], settings, in: directory, &props, on: context.loop)
        settings["GATEWAY_LISTEN"] = "127.0.0.1:0"
        settings["GATEWAY_DATABASE"] = "sqlite:" + directory.file("ledger.db")
        settings["GATEWAY_UPSTREAM_URL"] = sandboxURL
        settings["GATEWAY_MERCHANT_STORE_URL"] = "http://\(merchant.address)\(DemoMerchant.path)"
        settings["GATEWAY_MERCHANT_STORE_SECRET"] = credentials.storeSecret
        let reader = await findReader(in: directory, &props, context)
        settings.merge((try? reader.get().settings) ?? [:]) { $1 }
        let gatewayURL = try await start("serve", [], settings, in: directory, &props, on: context.loop)
        return DemoStage(
            credentials: credentials, gatewayURL: gatewayURL, sandboxURL: sandboxURL, merchant: merchant, client: client,
            directory: directory, reader: reader, paymentFile: paymentFile)
    }

    private static func findReader(
        in directory: TemporaryDirectory, _ props: inout Props, _ context: CommandContext
    ) async -> Result<DemoReader, DemoFailure> {
        do throws(DemoFailure) {
            return .success(try await DemoReader.set(in: directory, &props, context))
        } catch {
            return .failure(error)
        }
    }

    /// Starts a process and answers the address that its first line names.
    private static func start(
        _ command: String, _ options: [String], _ settings: [String: String], in directory: TemporaryDirectory, _ props: inout Props,
        on loop: EventLoop
    ) async throws(DemoFailure) -> String {
        let log = directory.file("\(command).log")
        let child: ChildProcess
        do {
            child = try await ChildProcess(.thisOne([command] + options), environment: settings, errorLog: log, on: loop)
        } catch {
            throw DemoFailure("'\(command)' did not start: \(error)")
        }
        props.children.append(child)
        guard let url = await child.firstLine(within: startLimit)?.split(separator: " ").last else {
            let ending = await child.hasEnded ? "ended before it was ready" : "was not ready in \(startLimit.components.seconds) s"
            throw DemoFailure("'\(command)' \(ending): \(lastWords(of: "\(command).log", in: directory) ?? "it said nothing") (\(log))")
        }
        return String(url)
    }

    /// The last line of a player's log; nil when it said nothing.
    func lastWords(of log: String) -> String? { Self.lastWords(of: log, in: directory) }

    private static func lastWords(of log: String, in directory: TemporaryDirectory) -> String? {
        (try? InputFile.read(directory.file(log))).flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").last.map(String.init) }
    }

    /// Holds a virtual card to the terminal, until its process is stopped.
    func holdCard(_ name: String, on loop: EventLoop) async throws(DemoFailure) -> ChildProcess {
        let log = directory.file("card.log")
        let address = try reader.get().address
        do {
            return try await ChildProcess(.thisOne(["card", name, "--reader", address]), environment: [:], errorLog: log, on: loop)
        } catch {
            throw DemoFailure("'card' did not start: \(error)")
        }
    }

    /// The gateway, as the demo's merchant calls it.
    var gateway: GatewayAPI {
        GatewayAPI(client: client, url: gatewayURL, authorization: SecretBytes(utf8: credentials.authorization), timeLimit: .seconds(20))
    }
}
