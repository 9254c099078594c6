import Crypto
import HTTPServer
import JSON
import Reactor
import Secrets

/// A small merchant backend: takes the gateway's webhooks, verifies their signature (Standard Webhooks) and remembers the orders that were paid.
/// It shares no code with the sender, so that it shows what a merchant has to write.
final class DemoMerchant: Sendable {
    /// A webhook whose signature was right.
    struct Event: Sendable {
        let id: String
        let attempt: String
        let name: String
        let orderID: String
    }

    static let path = "/webhooks"
    /// How far a webhook's time may be from now; older ones may be replays.
    private static let toleranceSeconds: Int64 = 300

    let address: SocketAddress
    /// The webhooks as they come.
    let events: AsyncStream<Event>
    private let server: HTTPServer

    init(key: [UInt8], group: EventLoopGroup) async throws {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(100))
        let key = SecretBytes(key)
        var router = Router()
        router.add(.post, Self.path, options: RouteOptions(requiresBody: true)) { request, _ in
            guard let event = Self.verified(request, key: key) else {
                return Response(status: .unauthorized, headers: ["Content-Type": "text/plain"], body: .bytes(Array("wrong signature\n".utf8)))
            }
            continuation.yield(event)
            return Response(headers: ["Content-Type": "application/json"], body: .bytes(Array(#"{"received":true}"#.utf8)))
        }
        self.events = events
        server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0")), group: group, router: router)
        address = try await server.start()
    }

    func shutdown() async {
        await server.shutdown(within: .seconds(1))
    }

    /// Standard Webhooks: HMAC-SHA256 over `{id}.{timestamp}.{body}`, in base64 behind `v1,`; one of several signatures may be ours.
    private static func verified(_ request: Request, key: SecretBytes) -> Event? {
        let headers = request.head.headers
        guard let id = headers["webhook-id"], let timestamp = headers["webhook-timestamp"], let signatures = headers["webhook-signature"],
            let seconds = Int64(timestamp), abs(WallClock.seconds - seconds) <= toleranceSeconds
        else { return nil }
        let body = request.body.withUnsafeBytes { Array($0) }
        let expected = "v1," + Base64.encode(HMACSHA256.code(for: Array("\(id).\(timestamp).".utf8) + body, key: key))
        let isOurs = signatures.split(separator: " ").contains { constantTimeEqual(Array($0.utf8), Array(expected.utf8)) }
        guard isOurs, let root = try? JSONDocument(parsing: body).root else { return nil }
        return Event(
            id: id, attempt: headers["x-delivery-attempt"] ?? "?", name: root["event"]?.string ?? "?",
            orderID: root["data"]?["orderId"]?.string ?? "?")
    }
}
