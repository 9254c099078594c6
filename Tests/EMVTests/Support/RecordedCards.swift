import FoundationEssentials
import JSON
import Testing

/// Conversations of cards that lie beside the repository, one JSON a card: read from `EMV_CARD_DATA`, else `../shared/data/emv-cards`.
struct RecordedCard: CustomTestStringConvertible {
    let file: String
    let exchanges: [Exchange]
    let expected: Expected

    struct Expected {
        let outcome: String
        let number: String?
        /// YYMM.
        let expiry: String?
        let name: String?
        /// Bytes whose alphabet the card does not state: any name or none is right.
        let rawName: String?
        let application: String?
        let dedicatedFileName: String?
        let label: String?
        let sequenceNumber: String?
        let network: String?
        /// Answers are deliberately no TLV.
        let isMalformed: Bool
    }

    var testDescription: String { file }

    static let folder: String = {
        let repository = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).dropFirst().joined(separator: "/")
        return ProcessInfo.processInfo.environment["EMV_CARD_DATA"] ?? "/\(repository)/../shared/data/emv-cards"
    }()

    static let all: [RecordedCard] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".json") }.sorted().compactMap { RecordedCard(file: $0) }
    }()

    /// Nil, and an issue, for a file that cannot be understood.
    private init?(file: String) {
        self.file = file
        guard let data = FileManager.default.contents(atPath: "\(Self.folder)/\(file)"),
            let root = try? JSONDocument(parsing: [UInt8](data)).root, let expected = root["expected"], let outcome = expected["outcome"]?.string
        else {
            Issue.record("\(file) is no recorded card")
            return nil
        }
        exchanges = (root["exchanges"]?.elements ?? []).map { exchange in
            Exchange(
                exchange["command"]?.string ?? "", exchange["response"]?.string.map(hex),
                Exchange.Match(rawValue: exchange["match"]?.string ?? "") ?? .usual)
        }
        self.expected = Expected(
            outcome: outcome, number: expected["pan"]?.string, expiry: expected["expiry"]?.string, name: expected["name"]?.string,
            rawName: expected["nameRaw"]?.string, application: expected["aid"]?.string, dedicatedFileName: expected["dfName"]?.string,
            label: expected["label"]?.string, sequenceNumber: expected["psn"]?.string,
            network: expected["network"]?.string ?? root["network"]?.string,
            isMalformed: root["malformed"]?.bool ?? false)
    }
}
