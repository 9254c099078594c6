/// One application as the contactless directory lists it (EMV Book B, table 3-3).
struct DirectoryEntry: Hashable, Sendable {
    /// The rank of an entry that states none: after all that do.
    static let unranked = 16

    let application: ApplicationIdentifier
    let label: String?
    /// 1, to be tried first, to 15; `unranked` when the card says nothing.
    let rank: Int

    /// Every entry with a usable name, in the card's order, each name once.
    static func all(in directory: TLVTree) -> [DirectoryEntry] {
        var seen: Set<ApplicationIdentifier> = []
        return directory.parts(of: .directoryEntry).compactMap { part in
            guard let name = directory.openValue(.applicationIdentifier, in: part), let application = ApplicationIdentifier(name),
                seen.insert(application).inserted
            else { return nil }
            // The high bit asks for the holder's consent, which a tap is.
            let indicator = directory.openValue(.applicationPriority, in: part)?.first ?? 0
            let rank = Int(indicator & 0x0F)
            let label = directory.openValue(.applicationLabel, in: part).flatMap { ApplicationLabel.text($0, codeTable: nil) }
            return DirectoryEntry(application: application, label: label, rank: rank == 0 ? unranked : rank)
        }
    }

    /// The order in which to try them: the card's ranks; among equals what the merchant prefers, then what is known, then the card's order.
    static func ordered(_ entries: [DirectoryEntry], preferring preferred: [ApplicationNetwork]) -> [DirectoryEntry] {
        let keyed = entries.enumerated().map { place, entry in
            let network = ApplicationNetwork(of: entry.application)
            let preference = network.flatMap(preferred.firstIndex) ?? preferred.count
            return (entry: entry, key: (entry.rank, preference, network == nil ? 1 : 0, place))
        }
        return keyed.sorted { $0.key < $1.key }.map(\.entry)
    }
}
