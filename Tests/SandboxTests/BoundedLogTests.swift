import Testing

@testable import Sandbox

@Suite("Lists of what happened")
struct BoundedLogTests {
    @Test("Pages go from the newest to the oldest")
    func pages() {
        var log = BoundedLog<String>(capacity: 10)
        for letter in ["a", "b", "c", "d", "e"] { log.append(letter) }
        let first = log.page(before: nil, limit: 2)
        #expect(first.items.map(\.entry) == ["e", "d"])
        #expect(first.nextCursor == 4)
        let second = log.page(before: first.nextCursor, limit: 2)
        #expect(second.items.map(\.entry) == ["c", "b"])
        let third = log.page(before: second.nextCursor, limit: 2)
        #expect(third.items.map(\.entry) == ["a"])
        #expect(third.nextCursor == nil)
    }

    @Test("A full list drops the oldest and keeps its numbers")
    func bounded() {
        var log = BoundedLog<String>(capacity: 3)
        for letter in ["a", "b", "c", "d", "e"] { log.append(letter) }
        log.update(2) { $0 = "gone" }
        log.update(4) { $0 = "D" }
        let page = log.page(before: nil, limit: 10)
        #expect(page.items.map(\.entry) == ["e", "D", "c"])
        #expect(page.items.map(\.number) == [5, 4, 3])
        #expect(page.nextCursor == nil)
        #expect(log.page(before: 3, limit: 10).items.isEmpty)
        #expect(log.page(before: -5, limit: 10).items.isEmpty)
        #expect(log.page(before: 99, limit: 1).items.map(\.number) == [5])
    }

    @Test("An empty list has an empty page")
    func empty() {
        let page = BoundedLog<String>(capacity: 3).page(before: nil, limit: 10)
        #expect(page.items.isEmpty)
        #expect(page.nextCursor == nil)
    }
}
