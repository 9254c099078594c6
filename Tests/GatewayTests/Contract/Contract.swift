import HTTPServer
import JSON

@testable import Gateway

/// `openapi.yaml` as the running gateway serves it.
struct Contract: Sendable {
    static let shared = Contract()

    let document = YAML(parsing: String(decoding: ContractDocument.bytes, as: UTF8.self))
    var schema: ContractSchema { ContractSchema(document: document) }

    /// Every method with its path, for instance `GET /v1/payments/{id}`.
    var operations: [String] {
        (document["paths"]?.members ?? []).flatMap { path in
            path.value.names.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path.name)" }
        }
    }

    /// The operation that a request is for; nil when the contract has none.
    func operation(_ method: HTTPMethod, _ target: String) -> YAML? {
        let method = method == .head ? "get" : method.rawValue.lowercased()
        let path = String(target.prefix { $0 != "?" })
        let candidates = (document["paths"]?.members ?? []).filter { Self.matches(path, $0.name) }
        // A literal segment wins over a parameter.
        let best = candidates.min { $0.name.filter { $0 == "{" }.count < $1.name.filter { $0 == "{" }.count }
        return best?.value[method]
    }

    private static func matches(_ path: String, _ template: String) -> Bool {
        // A slash at the end of a callback's path is the same route (contract, section 4).
        let path = template.hasPrefix("/callback") && path.hasSuffix("/") ? path.dropLast() : path[...]
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let pattern = template.split(separator: "/", omittingEmptySubsequences: false)
        return segments.count == pattern.count && zip(segments, pattern).allSatisfy { $0 == $1 || ($1.hasPrefix("{") && !$0.isEmpty) }
    }

    /// In what an answer differs from what the contract says of the operation.
    func faults(of reply: Reply, to method: HTTPMethod, _ target: String) -> [String] {
        guard let operation = operation(method, target) else { return [404, 405].contains(reply.status) ? [] : ["there is no such operation"] }
        guard let described = operation["responses"]?[String(reply.status)] else {
            // The contract's introduction speaks of these: they belong to no operation.
            return reply.status == 405 ? [] : ["status \(reply.status) is not in the contract"]
        }
        let response = schema.resolved(described)
        let headers = response["headers"]?.names ?? []
        var found = reply.headers.fields.map(\.name).filter { !Self.standing.contains($0) && !headers.contains($0) }.map {
            "header \($0) is not in the contract"
        }
        guard method != .head else { return found }
        let type = reply.headers["Content-Type"] ?? "none"
        guard let schema = response["content"]?[type]?["schema"] else { return found + ["content type \(type) is not in the contract"] }
        if let json = reply.json { found += self.schema.faults(of: json, against: schema) }
        return found
    }

    /// Headers that say the same on all routes.
    private static let standing = ["Content-Type", "Cache-Control"]
}
