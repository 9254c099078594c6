import Glibc

/// A file that a command is given, or standard input under the name `-`.
enum InputFile {
    /// Larger ones are no callback and no token.
    private static let maximumBytes = 1 << 20

    /// The whole content.
    static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        let isStandardInput = path == "-"
        let name = isStandardInput ? "standard input" : path
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(name, errno) }
        defer { if !isStandardInput { close(descriptor) } }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while content.count <= maximumBytes {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return content }
            if count > 0 {
                content += chunk.prefix(count)
            } else if errno != EINTR {
                throw failure(name, errno)
            }
        }
        throw CommandFailure("\(name) is larger than \(maximumBytes) bytes")
    }

    private static func failure(_ name: String, _ code: Int32) -> CommandFailure {
        CommandFailure("\(name) cannot be read: \(String(cString: strerror(code)))")
    }
}
