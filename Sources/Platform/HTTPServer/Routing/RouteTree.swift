/// The routes by the segments of their templates. A literal segment wins over a parameter at its place.
///
/// Places and their children are numbers in tables that never change: to walk down, nothing need be held, which loops that share the tree would do in
/// each other's way.
final class RouteTree: Sendable {
    /// One place: a segment after those that lead there.
    private struct Place: Sendable {
        /// Where its literal stands in `text`; empty for a parameter and the root.
        var literal = 0..<0
        var firstLiteral: Int?
        var nextLiteral: Int?
        var parameter: Int?
        var firstRoute: Int?
    }

    /// What can be asked of a route at its place before it is chosen.
    private struct Entry: Sendable {
        let method: HTTPMethod
        let allowsTrailingSlash: Bool
        /// The next at the same place.
        let next: Int?
    }

    /// What a method and a path lead to.
    enum Found {
        case route(Route, parameterValues: [String])
        /// The path is there, for other methods.
        case methods([HTTPMethod])
    }

    private let places: [Place]
    private let text: [UInt8]
    /// Of the route with the same number.
    private let entries: [Entry]
    let routes: [Route]

    /// No two of `routes` have the same method and place, be it under other parameter names.
    init(_ routes: [Route]) {
        var (places, text, entries) = ([Place()], [UInt8](), [Entry]())
        for (number, route) in routes.enumerated() {
            var place = 0
            for segment in route.template.segments { place = Self.child(of: place, for: segment, in: &places, &text) }
            entries.append(Entry(method: route.method, allowsTrailingSlash: route.options.allowsTrailingSlash, next: places[place].firstRoute))
            places[place].firstRoute = number
        }
        self.places = places
        self.text = text
        self.entries = entries
        self.routes = routes
    }

    private static func child(of parent: Int, for segment: RouteTemplate.Segment, in places: inout [Place], _ text: inout [UInt8]) -> Int {
        var place = Place()
        switch segment {
        case .literal(let literal):
            var next = places[parent].firstLiteral
            while let sibling = next {
                if text[places[sibling].literal].elementsEqual(literal.utf8) { return sibling }
                next = places[sibling].nextLiteral
            }
            place.literal = text.count..<(text.count + literal.utf8.count)
            text.append(contentsOf: literal.utf8)
            place.nextLiteral = places[parent].firstLiteral
            places[parent].firstLiteral = places.count
        case .parameter:
            if let known = places[parent].parameter { return known }
            places[parent].parameter = places.count
        }
        places.append(place)
        return places.count - 1
    }

    /// `path` is percent-encoded, its encoding well-formed. Nil where no template has it.
    func find(_ path: UnsafeRawBufferPointer, _ method: HTTPMethod) -> Found? {
        var values: [UnsafeRawBufferPointer] = []
        let start = path.count > 1 ? 1 : path.count + 1
        guard let (place, hasTrailingSlash) = search(from: 0, path, at: start, &values) else { return nil }
        let entry = entry(for: method, at: place, hasTrailingSlash: hasTrailingSlash)
        if let entry = entry ?? (method == .head ? self.entry(for: .get, at: place, hasTrailingSlash: hasTrailingSlash) : nil) {
            return .route(routes[entry], parameterValues: values.isEmpty ? [] : values.map { PercentEncoding.decode($0) ?? "" })
        }
        let methods = methods(at: place, hasTrailingSlash: hasTrailingSlash)
        return methods.isEmpty ? nil : .methods(methods)
    }

    private func search(
        from place: Int, _ path: UnsafeRawBufferPointer, at position: Int, _ values: inout [UnsafeRawBufferPointer]
    ) -> (place: Int, hasTrailingSlash: Bool)? {
        guard position <= path.count else { return places[place].firstRoute == nil ? nil : (place, false) }
        let end = path.firstIndex(of: UInt8(ascii: "/"), from: position) ?? path.count
        let segment = path.slice(position..<end)
        guard !segment.isEmpty else {
            return end == path.count && places[place].firstRoute != nil ? (place, true) : nil
        }
        if let literal = literal(segment, below: place), let found = search(from: literal, path, at: end + 1, &values) { return found }
        guard let parameter = places[place].parameter else { return nil }
        values.append(segment)
        if let found = search(from: parameter, path, at: end + 1, &values) { return found }
        values.removeLast()
        return nil
    }

    /// The place below for a segment of a path: `%68ealthz` is `healthz` (RFC 3986 section 6.2.2.2).
    private func literal(_ segment: UnsafeRawBufferPointer, below parent: Int) -> Int? {
        if let place = literal(equalTo: segment, below: parent) { return place }
        guard segment.firstIndex(of: ASCII.percent, from: 0) != nil else { return nil }
        return PercentEncoding.decode(segment)?.withUTF8Bytes { literal(equalTo: $0, below: parent) }
    }

    private func literal(equalTo segment: UnsafeRawBufferPointer, below parent: Int) -> Int? {
        var next = places[parent].firstLiteral
        while let place = next {
            let literal = places[place].literal
            if text.withUnsafeBytes({ segment.equals($0.slice(literal)) }) { return place }
            next = places[place].nextLiteral
        }
        return nil
    }

    private func entry(for method: HTTPMethod, at place: Int, hasTrailingSlash: Bool) -> Int? {
        var next = places[place].firstRoute
        while let index = next {
            let entry = entries[index]
            if entry.method == method, entry.allowsTrailingSlash || !hasTrailingSlash { return index }
            next = entry.next
        }
        return nil
    }

    private func methods(at place: Int, hasTrailingSlash: Bool) -> [HTTPMethod] {
        HTTPMethod.allCases.filter { entry(for: $0, at: place, hasTrailingSlash: hasTrailingSlash) != nil }
    }
}
