import TestSupport
import Testing

/// Each case's answers, its bytes in one piece.
@Suite struct AnswerTests {
    @Test("There are two hundred cases, and no two have one name")
    func isLarge() {
        let cases = Area.all.flatMap(\.cases)
        #expect(cases.count >= 200)
        for area in Area.all { #expect(Set(area.cases.map(\.name)).count == area.cases.count, "\(area.name)") }
    }

    @Test("A case is answered as the RFC has it", arguments: Area.all)
    func answers(_ area: Area) async throws {
        try await InProcess.run { server in
            for one in area.cases { one.expect(try await server.exchange(one.segments())) }
        }
    }
}
