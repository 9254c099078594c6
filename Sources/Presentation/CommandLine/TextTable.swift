/// Columns for a person to read.
enum TextTable {
    /// The rows with their columns under each other, the last one unpadded.
    static func format(header: [String]? = nil, rows: [[String]]) -> String {
        let lines = (header.map { [$0] } ?? []) + rows
        let columns = lines.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return lines.map { line in
            let cells = line.enumerated().map { index, cell in
                index + 1 < line.count ? cell + String(repeating: " ", count: widths[index] - cell.count) : cell
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
