/// A path with named places: `/v1/payments/{id}`.
struct RouteTemplate: Hashable, Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    let text: String
    let segments: [Segment]

    var parameterNames: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// Whether every path of one is a path of the other.
    func hasSamePlace(as other: RouteTemplate) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { mine, its in
                switch (mine, its) {
                case (.parameter, .parameter): true
                default: mine == its
                }
            }
    }

    static let root = RouteTemplate(text: "/", segments: [])

    private init(text: String, segments: [Segment]) {
        self.text = text
        self.segments = segments
    }

    /// Nil unless it begins with a slash, has no empty segment, and each brace encloses a whole segment whose name stands only once.
    init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        let parts = text == "/" ? [] : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var segments: [Segment] = []
        for part in parts {
            guard let segment = Self.segment(part) else { return nil }
            if case .parameter = segment, segments.contains(segment) { return nil }
            segments.append(segment)
        }
        self.init(text: text, segments: segments)
    }

    private static func segment(_ part: Substring) -> Segment? {
        if part.hasPrefix("{"), part.hasSuffix("}") {
            let name = part.dropFirst().dropLast()
            return name.isEmpty || name.contains("{") || name.contains("}") ? nil : .parameter(String(name))
        }
        return part.isEmpty || part.contains("{") || part.contains("}") || part.contains("%") ? nil : .literal(String(part))
    }
}
