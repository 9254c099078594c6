import Testing

@testable import Sandbox

@Suite("Lists of what happened")
struct BoundedLogTests {
    @Test("Pages go from the newest to the oldest")
    func pages() {
        var log = BoundedLog<String>(capacity: 10)
        for letter in ["a", "b", "c", "d", "e"] { log.append(letter) }
        let first = log.page(before: nil, limit: 2)
        #expect(first.entries.map(\.entry) == ["e", "d"])
        #expect(first.nextCursor == 4)
        let second = log.page(before: first.nextCursor, limit: 2)
        #expect(second.entries.map(\.entry) == ["c", "b"])
        let third = log.page(before: second.nextCursor, limit: 2)
        #expect(third.entries.map(\.entry) == ["a"])
        #expect(third.nextCursor == nil)
    }

    @Test("A full list drops the oldest and keeps its numbers")
    func bounded() {
        var log = BoundedLog<String>(capacity: 3)
        for letter in ["a", "b", "c", "d", "e"] { log.append(letter) }
        log.update(2) { $0 = "gone" }
        log.update(4) { $0 = "D" }
        let page = log.page(before: nil, limit: 10)
        #expect(page.entries.map(\.entry) == ["e", "D", "c"])
        #expect(page.entries.map(\.number) == [5, 4, 3])
        #expect(page.nextCursor == nil)
        #expect(log.page(before: 3, limit: 10).entries.isEmpty)
        #expect(log.page(before: -5, limit: 10).entries.isEmpty)
        #expect(log.page(before: 99, limit: 1).entries.map(\.number) == [5])
    }

    @Test("An empty list has an empty page")
    func empty() {
        let page = BoundedLog<String>(capacity: 3).page(before: nil, limit: 10)
        #expect(page.entries.isEmpty)
        #expect(page.nextCursor == nil)
    }
}
