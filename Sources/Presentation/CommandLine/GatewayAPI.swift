import HTTPClient
import JSON
import Secrets

/// A running gateway, as its merchant calls it.
struct GatewayAPI: Sendable {
    /// What the gateway answered.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
        /// The body's root; nil when it is not JSON.
        let json: JSONValue?

        /// The answer's own words for a failure, else the status.
        var explanation: String {
            let words = ["detail", "title", "responseMessage", "message"].lazy.compactMap { json?[$0]?.string }.first
            return words.map { "HTTP \(status): \($0)" } ?? "HTTP \(status)"
        }
    }

    let client: HTTPClient
    /// Without a slash at its end.
    let url: String
    let authorization: SecretBytes
    var timeLimit: Duration = .seconds(40)

    func get(_ path: String) async throws(HTTPClientError) -> Answer {
        try await send(.get, path, body: nil, mayBeSentTwice: true)
    }

    /// Posts JSON.
    func post(_ path: String, _ body: [UInt8] = []) async throws(HTTPClientError) -> Answer {
        try await send(.post, path, body: SecretBytes(body), mayBeSentTwice: false)
    }

    private func send(
        _ method: OutboundRequest.Method, _ path: String, body: SecretBytes?, mayBeSentTwice: Bool
    ) async throws(HTTPClientError) -> Answer {
        var headers = [OutboundHeader("Authorization", secret: authorization)]
        if body != nil { headers.append(OutboundHeader("Content-Type", "application/json")) }
        let response = try await client.send(
            OutboundRequest(method, url + path, headers: headers, body: body, timeLimit: timeLimit, mayBeSentTwice: mayBeSentTwice))
        return Answer(status: response.status, body: response.body, json: try? JSONDocument(parsing: response.body).root)
    }
}

extension HTTPClientError {
    /// For a person.
    var explanation: String {
        switch self {
        case .notSent(let reason), .unanswered(let reason): reason
        case .cancelled: "cancelled"
        }
    }
}
