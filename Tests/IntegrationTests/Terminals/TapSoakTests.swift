import FoundationEssentials
import HTTPClient
import PCSCSupport
import Sandbox
import TestSupport
import Testing

@Suite("Many reads of cards that leave", .throughPCSC, .timeLimit(.minutes(1 + Soak.factor / 4)))
struct TapSoakTests {
    /// How a card is taken away.
    private enum Leaving: CaseIterable {
        case beforeAnAnswer
        case inMidAnswer
        /// When the reader has sent a command; the answer may or may not come in time.
        case atACommand
        /// Stays.
        case not
    }

    private static let reads = 50

    @Test("Reads in a row, cards leaving at any moment: no handle and no memory is lost, the gateway answers, a good card is read")
    func leaving() async throws {
        let daemon = try PCSCDaemon(readers: 10)
        let stage = try await TerminalStage(at: daemon.readers, of: daemon, settings: ["GATEWAY_LOG_LEVEL": "info"])
        for index in stage.indices { await stage.wait(until: "READY", at: index) }
        // The first reads make what stays.
        try await readGoodCards(stage)
        let before = try Resources(of: stage, daemon)

        try await stage.deal(Array(1...Self.reads * Soak.factor)) { seed, index in
            var random = SeededRandom(seed: UInt64(seed))
            try await read(at: index, stage, &random, seed: seed)
            #expect(await stage.caller.ask(.get, stage.gateway.url + "/healthz").status == 200)
        }

        try await readGoodCards(stage)
        // What a read held is let go a moment after its answer; the suite's time limit bounds the wait.
        while try Resources(of: stage, daemon).handles > before.handles { try await Task.sleep(for: .milliseconds(20)) }
        #expect(await daemon.settles(atThreads: before.serviceThreads), "a thread of the service's is a context of the gateway's")
        let after = try Resources(of: stage, daemon)
        // A read is remembered for ten minutes, and each of up to 1024 of them takes some KiB.
        let allowed = (4 << 10) + min(Self.reads * Soak.factor, 1024) * 8
        #expect(after.memory - before.memory < allowed, "\(before.memory) KiB before, \(after.memory) KiB after")
        await stage.end()
    }

    private func readGoodCards(_ stage: TerminalStage) async throws {
        try await stage.deal(Array(stage.indices)) { _, index in
            let reply = try await stage.read(CardProfile.visa.card(), at: index)
            #expect(reply["read", "status"] == "SUCCEEDED", "\(reply)")
            await stage.takeAway(at: index)
        }
    }

    private func read(at index: Int, _ stage: TerminalStage, _ random: inout SeededRandom, seed: Int) async throws {
        let leaving = Leaving.allCases.randomElement(using: &random) ?? .not
        let answers = Int.random(in: 0...4, using: &random)
        let good = SlowCard(CardProfile.mastercard.card(), taking: .microseconds(Int.random(in: 0...3000, using: &random)))
        let card =
            switch leaving {
            case .beforeAnAnswer: WatchedCard(FaultyCard(good, .leaves, after: answers))
            case .inMidAnswer: WatchedCard(FaultyCard(CardProfile.mastercard.card(), .leavesInMidAnswer, after: answers))
            case .atACommand, .not: WatchedCard(good)
            }
        async let reply = stage.read(at: index)
        try await stage.hold(card, at: index)
        if leaving == .atACommand {
            await card.commands.until { $0 > answers }
            stage.remove(at: index)
        }
        let (status, code) = await (reply["read", "status"], reply["read", "error", "code"])
        switch leaving {
        case .not: #expect(status == "SUCCEEDED", "seed \(seed): \(code ?? "-")")
        case .atACommand: #expect(status == "SUCCEEDED" || code == "card.removed", "seed \(seed): \(code ?? "-")")
        case .beforeAnAnswer, .inMidAnswer: #expect(code == "card.removed", "seed \(seed): \(status ?? "-")")
        }
        await stage.takeAway(at: index)
    }
}

/// What a gateway and its service hold.
private struct Resources {
    /// Open descriptors of the gateway's: each of its contexts with the service is one.
    let handles: Int
    /// KiB in use.
    let memory: Int
    let serviceThreads: Int

    init(of stage: TerminalStage, _ daemon: PCSCDaemon) throws {
        let process = "/proc/\(stage.gateway.command.processID)"
        handles = try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count
        let status = try String(contentsOfFile: process + "/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        memory = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        serviceThreads = daemon.threads
    }
}
