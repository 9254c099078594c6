import Glibc
import Secrets

/// Why a file could not be read, as the end of a sentence that begins with its path.
struct FileFault: Error, CustomStringConvertible {
    let description: String
}

/// Reads files of settings. What they hold may be secret, so it goes from the kernel straight into `SecretBytes`.
enum SmallFile {
    /// The whole file, a pipe's too; more than `limit` bytes are refused.
    static func read(_ path: String, atMost limit: Int) throws(FileFault) -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        return try SecretBytes(capacity: limit + 1) { (buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int in
            var filled = 0
            while filled < buffer.count {
                let count = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
                if count == 0 { return filled }
                if count > 0 {
                    filled += count
                } else if errno != EINTR {
                    throw failure(errno)
                }
            }
            throw FileFault(description: "is larger than \(limit) bytes")
        }
    }

    private static func failure(_ code: Int32) -> FileFault {
        FileFault(description: "cannot be read: \(String(cString: strerror(code)))")
    }
}
