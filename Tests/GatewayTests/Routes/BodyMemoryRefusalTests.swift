import HTTPServer
import Reactor
import Testing

@testable import Gateway

/// What a client reads when there is no memory for its body.
@Suite struct `Refusal for want of memory` {
    private static let requests: [(method: HTTPMethod, target: String)] = [
        (.post, "/v1/payments"), (.post, "/v1/cards/check"), (.post, "/callback"), (.get, "/v1/callbacks"), (.get, "/healthz"),
        (.get, "/openapi.yaml"),
    ]

    @Test(arguments: requests)
    func `It is a problem with Retry-After on every route, as the contract has it`(method: HTTPMethod, target: String) async throws {
        let gateway = try TestGateway()
        let group = try EventLoopGroup(count: 1)
        var configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        configuration.bodyMemory = 10
        let server = HTTPServer(configuration: configuration, group: group, router: gateway.router, refusal: RefusalAnswers.response)
        let loop = try EventLoop(name: "client")
        let answer: Result<String, any Error>
        do {
            let fields = "Authorization: \(TestGateway.shop.authorization)\r\nContent-Type: application/json\r\nContent-Length: 11\r\n"
            let request = "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
            answer = .success(try await RawClient(loop: loop).exchange(request, with: try await server.start()))
        } catch {
            answer = .failure(error)
        }
        await server.shutdown(within: .seconds(5))
        await group.shutdown()
        await loop.shutdown()

        let reply = try await Reply(wire: try answer.get())
        #expect(reply.status == 503)
        #expect(reply.isProblem)
        #expect(reply.headers["Retry-After"] == "5")
        #expect(Contract.shared.faults(of: reply, to: method, target) == [])
    }
}
