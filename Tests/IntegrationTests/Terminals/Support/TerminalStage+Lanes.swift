extension TerminalStage {
    /// Deals the items out to all readers, which are served at the same time, each one item after the other: a card needs most of a second to come and
    /// to go.
    func deal<Item: Sendable>(_ items: [Item], _ body: @escaping @Sendable (Item, _ index: Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in indices {
                group.addTask {
                    for item in stride(from: index, to: items.count, by: self.indices.count) { try await body(items[item], index) }
                }
            }
            try await group.waitForAll()
        }
    }
}
