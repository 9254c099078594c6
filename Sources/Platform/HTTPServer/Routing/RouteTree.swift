/// The routes by the segments of their templates. A literal segment wins over a parameter at its place.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var literals: [(segment: [UInt8], child: Int)] = []
        var parameter: Int?
        var routes: [Route] = []
    }

    /// What a path leads to.
    struct Found {
        let routes: [Route]
        let parameterValues: [String]
        let hasTrailingSlash: Bool
    }

    private var nodes = [Node()]

    /// Answers false if the route's method is taken at its place, also under other parameter names.
    mutating func insert(_ route: Route) -> Bool {
        var node = 0
        for segment in route.template.segments { node = child(of: node, for: segment) }
        guard !nodes[node].routes.contains(where: { $0.method == route.method }) else { return false }
        nodes[node].routes.append(route)
        return true
    }

    private mutating func child(of node: Int, for segment: RouteTemplate.Segment) -> Int {
        switch segment {
        case .literal(let text):
            let text = Array(text.utf8)
            if let known = nodes[node].literals.first(where: { $0.segment == text }) { return known.child }
            nodes[node].literals.append((text, nodes.count))
        case .parameter:
            if let known = nodes[node].parameter { return known }
            nodes[node].parameter = nodes.count
        }
        nodes.append(Node())
        return nodes.count - 1
    }

    /// `path` is percent-encoded, its encoding well-formed.
    func find(_ path: UnsafeRawBufferPointer) -> Found? {
        var values: [UnsafeRawBufferPointer] = []
        guard let (node, hasTrailingSlash) = search(from: 0, path, at: path.count > 1 ? 1 : path.count + 1, &values) else { return nil }
        return Found(
            routes: nodes[node].routes,
            parameterValues: values.map { PercentEncoding.decode($0) ?? "" },
            hasTrailingSlash: hasTrailingSlash)
    }

    private func search(
        from node: Int, _ path: UnsafeRawBufferPointer, at position: Int, _ values: inout [UnsafeRawBufferPointer]
    ) -> (node: Int, hasTrailingSlash: Bool)? {
        guard position <= path.count else { return nodes[node].routes.isEmpty ? nil : (node, false) }
        let end = path.firstIndex(of: UInt8(ascii: "/"), from: position) ?? path.count
        let segment = path.slice(position..<end)
        guard !segment.isEmpty else {
            return end == path.count && !nodes[node].routes.isEmpty ? (node, true) : nil
        }
        for literal in nodes[node].literals where Self.segment(segment, is: literal.segment) {
            if let found = search(from: literal.child, path, at: end + 1, &values) { return found }
        }
        guard let parameter = nodes[node].parameter else { return nil }
        values.append(segment)
        if let found = search(from: parameter, path, at: end + 1, &values) { return found }
        values.removeLast()
        return nil
    }

    /// `%68ealthz` is `healthz` (RFC 3986 section 6.2.2.2).
    private static func segment(_ segment: UnsafeRawBufferPointer, is literal: [UInt8]) -> Bool {
        if literal.withUnsafeBytes({ segment.equals($0) }) { return true }
        return segment.firstIndex(of: ASCII.percent, from: 0) != nil && PercentEncoding.decode(segment)?.utf8.elementsEqual(literal) == true
    }
}
