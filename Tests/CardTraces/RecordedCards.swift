import FoundationEssentials
import JSON

/// Conversations of cards that lie beside the repository, one JSON a card: read from `EMV_CARD_DATA`, else `../shared/data/emv-cards`.
public struct RecordedCard: CustomStringConvertible, Sendable {
    /// The file's name.
    public let file: String
    /// The whole conversation.
    public let exchanges: [Exchange]
    /// What is to be read.
    public let expected: Expected

    /// What is known of a card.
    public struct Expected: Sendable {
        /// The word for how the read ends; `ok` for a card.
        public let outcome: String
        /// Digits.
        public let number: String?
        /// YYMM.
        public let expiry: String?
        /// In UTF-8; nil when blank.
        public let name: String?
        /// Bytes whose alphabet the card does not state: any name or none is right.
        public let rawName: String?
        /// The name by which it is found.
        public let application: String?
        /// The name it gives itself.
        public let dedicatedFileName: String?
        /// Tag 50.
        public let label: String?
        /// Two digits.
        public let sequenceNumber: String?
        /// In lower case.
        public let network: String?
        /// Answers are deliberately no TLV.
        public let isMalformed: Bool
    }

    /// The file's name.
    public var description: String { file }

    /// Where they lie.
    public static let folder: String = {
        let repository = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).dropFirst().joined(separator: "/")
        return ProcessInfo.processInfo.environment["EMV_CARD_DATA"] ?? "/\(repository)/../shared/data/emv-cards"
    }()

    /// The names of the files; none when there is no such folder.
    public static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".json") }.sorted()

    /// Those that can be understood; that there are no others is for a test to say.
    public static let all = files.compactMap { RecordedCard(file: $0) }

    private init?(file: String) {
        self.file = file
        guard let data = FileManager.default.contents(atPath: "\(Self.folder)/\(file)"),
            let root = try? JSONDocument(parsing: [UInt8](data)).root, let expected = root["expected"], let outcome = expected["outcome"]?.string
        else { return nil }
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
