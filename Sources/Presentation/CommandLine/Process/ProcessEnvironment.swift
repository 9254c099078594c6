import CLinux

/// The environment that this process was started with. Not Foundation's: the service needs nothing else of it, and its pages would stay in memory.
enum ProcessEnvironment {
    /// Names and values; of a name that stands twice the first, as `getenv` has it.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var entry = clinux_environment() else { return variables }
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }
}
