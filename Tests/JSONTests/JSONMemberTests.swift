import JSON
import Testing

@Suite("Members and duplicate names")
struct JSONMemberTests {
    @Test("A name given twice is seen, all its values in order")
    func duplicates() throws {
        let root = try parse("{\"a\":1,\"b\":2,\"a\":3}")
        #expect(root.hasDuplicateNames)
        #expect(root["a"]?.integer == 1)
        #expect(root.values(named: "a").map(\.integer) == [1, 3])
        #expect(root.values(named: "c").isEmpty)
        #expect(root.members.map(\.name.string) == ["a", "b", "a"])
    }

    @Test("Names are compared after unescaping", arguments: ["\\u0064ata", "d\\u0061ta", "\\u0064\\u0061\\u0074\\u0061"])
    func escapedNames(_ name: String) throws {
        let root = try parse("{\"\(name)\":1,\"x\":0,\"data\":2}")
        #expect(root.hasDuplicateNames)
        #expect(root.values(named: "data").map(\.integer) == [1, 2])
        #expect(try parse("{\"\(name)\":1,\"\(name)\":2}").hasDuplicateNames)
        #expect(try !parse("{\"\(name)\":1,\"Data\":2,\"data \":3,\"dat\":4,\"\":5}").hasDuplicateNames)
    }

    @Test("A repeated name in an inner object is that object's own affair")
    func innerDuplicates() throws {
        let root = try parse("{\"a\":{\"x\":1,\"x\":2},\"b\":{\"a\":1}}")
        #expect(!root.hasDuplicateNames)
        #expect(root["a"]?.hasDuplicateNames == true)
        #expect(try !parse("[1,1]").hasDuplicateNames)
        #expect(try !parse("{}").hasDuplicateNames)
    }

    @Test("Few and many members are judged alike", arguments: [2, 7, 8, 9, 10, 50])
    func counts(_ count: Int) throws {
        let names = (0..<count).map { "\"n\($0)\":\($0)" }
        #expect(try !parse("{\(names.joined(separator: ","))}").hasDuplicateNames)
        #expect(try parse("{\((names + ["\"n0\":0"]).joined(separator: ","))}").hasDuplicateNames)
        #expect(try parse("{\((names + ["\"\\u006e\(count - 1)\":0"]).joined(separator: ","))}").hasDuplicateNames)
    }

    @Test("A hundred thousand members are read and compared in linear time", .timeLimit(.minutes(1)))
    func manyMembers() throws {
        let names = (0..<100_000).map { "\"a rather long name, number \($0)\":[{}]" }.joined(separator: ",")
        let root = try parse("{\(names)}")
        #expect(root.members.count == 100_000)
        #expect(!root.hasDuplicateNames)
        #expect(root["a rather long name, number 99999"]?.kind == .array)
        #expect(try parse("{\(names),\"a rather long name, number \\u0030\":1}").hasDuplicateNames)
    }

    @Test("The shortest tokens are all kept, however many there are", arguments: [1, 7, 8, 9, 16, 1000, 100_000])
    func shortTokens(_ count: Int) throws {
        let root = try parse("[" + (0..<count).map { String($0 % 10) }.joined(separator: ",") + "]")
        #expect(root.elements.map(\.integer) == (0..<count).map { Int64($0 % 10) })
    }

    @Test("The first member of a name is the subscript's, escaped or not, and none for a name that is not there")
    func firstMember() throws {
        let root = try parse(#"{"\u0061":1,"a":2,"b":{"a":3},"":4,"aa":5}"#)
        #expect(root["a"]?.integer == 1)
        #expect(root["b"]?["a"]?.integer == 3)
        #expect(root[""]?.integer == 4)
        #expect(root["aa"]?.integer == 5)
        #expect(root["c"] == nil && root["aaa"] == nil && root[#"\u0061"#] == nil)
        #expect(try parse("[1]")["a"] == nil)
    }

    @Test("The same name a hundred thousand times is linear too", .timeLimit(.minutes(1)))
    func oneNameManyTimes() throws {
        let root = try parse("{" + Array(repeating: "\"a\":1", count: 100_000).joined(separator: ",") + "}")
        #expect(root.hasDuplicateNames)
        #expect(root.values(named: "a").count == 100_000)
    }
}
