import CardTraces
import FoundationEssentials
import Testing

@testable import EMV

/// The seeds of the fuzzing of card reading are made here from the made-up cards; `FUZZING_SEEDS=write swift test --filter FuzzingSeedTests` writes
/// them anew.
@Suite("Seeds of fuzzing")
struct FuzzingSeedTests {
    @Test func `The answers of the made-up cards are the seeds of fuzz-tlv`() throws {
        var seeds: [String: [UInt8]] = [:]
        for card in MadeUpCard.all {
            for (index, exchange) in card.exchanges.enumerated() {
                guard let data = exchange.response?.dropLast(2), !data.isEmpty else { continue }
                seeds["\(fileName(card.title))-\(index)"] = Array(data)
            }
        }
        for broken in [
            "7091 5713 4111", "70820012 5A8108 5555555555554444 5F248103 281231", "7006 9F360100 8700", "FF01014C", "7080 5A08 0000",
            "70 83 000001 00", "DF818101 01 00", "9C7C9C7C9C7C", "9F66049F",
            "9F66049F02069F03069F1A0295055F2A029A039C019F37049A03", "80", "A000000025010402",
        ] {
            seeds["bytes-\(hexText(hex(broken)).lowercased())"] = hex(broken)
        }
        seeds["nested"] = (0..<9).reduce([]) { inner, _ in tlv("70", inner) }
        seeds["many"] = [[UInt8]](repeating: hex("8700"), count: 257).flatMap { $0 }
        try compare(seeds, "TLV")
    }

    @Test func `The conversations of the made-up cards are the seeds of fuzz-read`() throws {
        var seeds: [String: [UInt8]] = [:]
        for card in MadeUpCard.all {
            let replay = Replay(card.exchanges)
            _ = CardReader(terminal: .test()).read(replay)
            let answers = replay.answers.flatMap(FuzzedAnswer.lengthAndBytes)
            seeds[fileName(card.title)] = [0x00] + answers
            // The same, but something happens before the last answer.
            let start = [0x00] + replay.answers.dropLast().flatMap(FuzzedAnswer.lengthAndBytes)
            let half = replay.answers.last.map { $0.prefix($0.count / 2) } ?? []
            seeds["\(fileName(card.title))-cut"] = start + FuzzedAnswer.lengthAndBytes(Array(half)) + [FuzzedAnswer.cardRemoved]
        }
        let start = [0x0F] + FuzzedAnswer.lengthAndBytes(directory(entry(MadeUpCard.visa), entry("A0000006021010")).response ?? [])
        seeds["removed"] = start + [FuzzedAnswer.cardRemoved]
        seeds["one-byte"] = start + [0x01, 0x90]
        seeds["no-bytes"] = start + [0x00]
        seeds["reader-lost"] = start + [FuzzedAnswer.readerLost]
        seeds["cancelled"] = start + [FuzzedAnswer.cancelled]
        seeds["timed-out"] = start + [FuzzedAnswer.timedOut]
        seeds["no-directory-nothing-there"] = [0x00] + (0..<26).flatMap { _ in FuzzedAnswer.lengthAndBytes(hex("6A82")) }
        try compare(seeds, "Read")
    }

    private func fileName(_ title: String) -> String {
        title.lowercased().split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    }

    private func compare(_ seeds: [String: [UInt8]], _ target: String) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folder = tests.appending(path: "Fuzzing/\(target)/Corpus")
        if ProcessInfo.processInfo.environment["FUZZING_SEEDS"] == "write" {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, bytes) in seeds { try Data(bytes).write(to: folder.appending(path: name)) }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(seeds.keys))
        for (name, bytes) in seeds { #expect(try [UInt8](Data(contentsOf: folder.appending(path: name))) == bytes, "\(name)") }
    }
}

/// How the input of fuzz-read tells what a card does.
private enum FuzzedAnswer {
    static let timedOut: UInt8 = 0xFB
    static let cancelled: UInt8 = 0xFC
    static let readerLost: UInt8 = 0xFD
    static let cardRemoved: UInt8 = 0xFE

    static func lengthAndBytes(_ answer: [UInt8]) -> [UInt8] {
        let (high, low) = (UInt8(answer.count >> 8), UInt8(answer.count & 0xFF))
        return (answer.count < 0xFB ? [low] : [0xFF, high, low]) + answer
    }
}
