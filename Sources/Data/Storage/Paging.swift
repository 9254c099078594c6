import Payments

/// The condition of a list query, grown filter by filter. It holds the SQL of conditions, never a value.
struct Filter {
    private(set) var condition: String
    private(set) var values: [SQLValue]

    init(_ condition: String, _ values: SQLValue...) {
        self.condition = condition
        self.values = values
    }

    mutating func add(_ condition: String, _ values: SQLValue...) {
        add(condition, values)
    }

    mutating func add(_ condition: String, _ values: [SQLValue]) {
        self.condition += " AND " + condition
        self.values += values
    }
}

extension PageLimit {
    /// A limit within what a caller may ask for.
    static func clamp(_ limit: Int) -> Int { min(max(limit, range.lowerBound), range.upperBound) }
}

extension Page {
    /// The page of what was found when one more than `limit` was asked for: that one more tells that there is a next page.
    init(_ found: [Element], limit: Int, cursor: (Element) -> String) {
        let items = Array(found.prefix(limit))
        self.init(items: items, nextCursor: found.count > limit ? items.last.map(cursor) : nil)
    }
}

extension Row {
    /// A moment, in milliseconds since 1970.
    mutating func moment() throws(StorageFault) -> Timestamp {
        Timestamp(milliseconds: try integer())
    }

    /// A moment, nil for NULL.
    mutating func optionalMoment() -> Timestamp? {
        optionalInteger().map { Timestamp(milliseconds: $0) }
    }
}
