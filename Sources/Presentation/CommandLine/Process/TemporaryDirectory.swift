import FoundationEssentials
import Glibc
import Reactor

/// A directory of this process alone, readable by its user only.
struct TemporaryDirectory: Sendable {
    let path: String

    /// Makes one under `TMPDIR` or `/tmp`.
    init(name: String, environment: [String: String]) throws(SystemError) {
        var template = Array("\(environment["TMPDIR"] ?? "/tmp")/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file into it; answers its path, nil when that did not work.
    func write(_ content: [UInt8], to name: String) -> String? {
        let path = file(name)
        return FileManager.default.createFile(atPath: path, contents: Data(content), attributes: [.posixPermissions: 0o600]) ? path : nil
    }

    /// Removes it with everything in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
