import Glibc

/// Where a command speaks: results on standard output, complaints on standard error.
///
/// A reader that has gone away (`| head`) is no fault of the command: what cannot be written is dropped.
struct Console: Sendable {
    private let write: @Sendable (Int32, [UInt8]) -> Void

    /// The process's own.
    static let standard = Console { descriptor, bytes in
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written > 0 {
                    rest = rest.dropFirst(written)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    /// Takes what does the writing, by descriptor.
    init(write: @escaping @Sendable (Int32, [UInt8]) -> Void) {
        self.write = write
    }

    /// A line of the result.
    func line(_ text: String) { output(Array("\(text)\n".utf8)) }

    /// A text that ends its own lines.
    func text(_ text: String) { output(Array(text.utf8)) }

    /// Bytes of the result to the letter.
    func output(_ bytes: [UInt8]) { write(STDOUT_FILENO, bytes) }

    /// A line of complaint.
    func complaint(_ text: String) { write(STDERR_FILENO, Array("payment-gateway: \(text)\n".utf8)) }
}
