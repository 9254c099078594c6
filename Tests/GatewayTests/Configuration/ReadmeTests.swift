import FoundationEssentials
import Testing

@testable import Gateway

/// That the README's table of settings is the program's own.
@Suite struct `README` {
    /// Three folders above this file.
    private static let path = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/README.md"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: path)))
    func `Its table names every setting with its default, and no other`() throws {
        let rows = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `GATEWAY_") }
        let named = rows.flatMap { row in row.split(separator: "|")[0].split(separator: "`").filter { $0.hasPrefix("GATEWAY_") }.map(String.init) }
        #expect(named.sorted() == Settings.all.map(\.name).sorted())
        for setting in Settings.all {
            guard case .text(let standard) = setting.standard, let row = rows.first(where: { $0.contains("`\(setting.name)`") }) else { continue }
            #expect(row.contains("`\(standard)`"), "\(setting.name) is \(standard) by default")
        }
    }
}
