import Glibc

/// A pipe whose one end a log writes to.
final class LogPipe: Sendable {
    private let reading: Int32
    let writing: Int32

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe")
        (reading, writing) = (ends[0], ends[1])
    }

    /// Writes until nothing fits any more.
    func fill() {
        let flags = fcntl(writing, F_GETFL)
        _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
        let chunk = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while write(writing, chunk, chunk.count) > 0 {}
        _ = fcntl(writing, F_SETFL, flags)
    }

    /// The lines until one holds the word, until the writing end is closed, or until nothing comes any more.
    func readLines(until word: String? = nil) -> [String] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 20_000) > 0 else { break }
            let count = read(reading, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
            guard let word, bytes.last == UInt8(ascii: "\n") else { continue }
            if String(decoding: bytes.suffix(400), as: UTF8.self).contains(word) { break }
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// All that was written and not read yet.
    func closeAndReadLines() -> [String] {
        close(writing)
        defer { close(reading) }
        return readLines()
    }
}
