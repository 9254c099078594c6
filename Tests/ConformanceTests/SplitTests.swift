import TestSupport
import Testing

/// How a client's bytes are cut on their way must not change what they mean. Named for `make soak`'s filter.
@Suite struct ConformanceSplitTests {
    @Test("A case cut in two at any of its bytes is answered as in one piece", arguments: Area.all)
    func anyCut(_ area: Area) async throws {
        try await InProcess.run { server in
            for (number, one) in area.cases.enumerated() {
                let before = number > 0 ? area.cases[number - 1].bytes : []
                let whole = Transcript.comparable(try await server.exchange(one.segments()))
                for cut in Self.cuts(of: one.bytes, behind: before, number) {
                    let parts = Transcript.comparable(try await server.exchange(one.segments(cutAt: [cut])))
                    if parts != whole { Issue.record("\(one.shown) cut at \(cut): \(Wire.text(parts)) and not \(Wire.text(whole))") }
                }
            }
        }
    }

    /// Where to cut: everywhere; in the short form not in the midst of a run of one character, and where the case before begins with the same bytes
    /// only at every fourth of them, at others from case to case.
    private static func cuts(of bytes: [UInt8], behind before: [UInt8], _ number: Int) -> [Int] {
        let all = 1..<bytes.count
        guard Soak.factor == 1 else { return Array(all) }
        let shared = zip(bytes, before).prefix { $0 == $1 }.count
        return all.filter { cut in
            let isInRun = cut > 1 && cut + 1 < bytes.count && (cut - 2...cut + 1).allSatisfy { bytes[$0] == bytes[cut] }
            return !isInRun && (cut >= shared || cut % 4 == number % 4)
        }
    }

    @Test("Over TLS too: the cut is one between records", arguments: Area.all)
    func anyCutOverTLS(_ area: Area) async throws {
        let pair = try TLSPair.shared.get()
        try await InProcess.run(tls: pair) { server in
            var dice = SeededRandom(seed: 1)
            for one in area.cases {
                // A handshake for each cut: all of them only in the long form.
                let all = Array(1..<one.bytes.count)
                let cuts = Soak.factor > 1 ? all : all.randomElement(using: &dice).map { [$0] } ?? []
                for cut in cuts { one.expect(try await server.exchange(one.segments(cutAt: [cut]))) }
            }
        }
    }

    @Test("A case between two good requests, all in one segment, is answered as alone", arguments: Area.all)
    func inOneSegment(_ area: Area) async throws {
        try await InProcess.run { server in
            let leader = Transcript.comparable(try await server.exchange([Wire.leader[...]]))
            for one in area.cases {
                let alone = Transcript.comparable(try await server.exchange(one.segments()))
                let together = Transcript.comparable(try await server.exchange(one.segments(isPipelined: true)))
                #expect(together == leader + alone, one.shown)
            }
        }
    }
}

/// Any stream, any cuts: the cases broken at random, the same way in every run.
@Suite struct ConformanceMutationTests {
    @Test("A broken case is answered the same in one piece and in any parts", arguments: Soak.seeds(4))
    func answersTheSame(_ seed: UInt64) async throws {
        try await InProcess.run { server in
            var dice = SeededRandom(seed: seed)
            for one in Area.all.flatMap(\.cases) {
                let bytes = Mutation.broken(one.bytes, &dice) + Wire.marker
                let cuts = Set((0..<Int.random(in: 1...5, using: &dice)).map { _ in Int.random(in: 1..<bytes.count, using: &dice) }).sorted()
                let whole = Transcript.comparable(try await server.exchange([bytes[...]]))
                let segments = zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
                let parts = Transcript.comparable(try await server.exchange(segments))
                #expect(parts == whole, "\(String(reflecting: Wire.text(bytes))) cut at \(cuts)")
            }
        }
    }
}
