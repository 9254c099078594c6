import CLinux
import Crypto
import Glibc

@testable import Reactor

/// A client that sends bytes as they are, and shows what came back. On its loop.
final class RawClient {
    /// Longer than any test should need: a wait that comes to its end is a failure.
    static let patience = Duration.seconds(20)

    let socket: StreamSocket
    private let session: TLSSession?
    private var received: [UInt8] = []

    init(_ socket: StreamSocket, session: TLSSession? = nil) {
        self.socket = socket
        self.session = session
    }

    /// The client's side of a TLS handshake.
    func shakeHands() async throws {
        guard let session else { return }
        while true {
            let state = Result { try session.handshake() }
            try await socket.write(session.takeCiphertext(), within: Self.patience)
            if case .done = try state.get() { return }
            guard try await receiveMore() else { throw Failure.endedInHandshake }
        }
    }

    /// Sends a segment: one write, over TLS a record of its own. A server that has closed need not hear it.
    func send(_ bytes: some Collection<UInt8>) async throws {
        guard !bytes.isEmpty else { return }
        var segment = Array(bytes)
        if let session {
            try segment.withUnsafeBytes { try session.write($0) }
            segment = session.takeCiphertext()
        }
        do { try await socket.write(segment, within: Self.patience) } catch SocketError.reset {}
    }

    /// Waits until the server has taken what was sent, so that what follows cannot join it. For the sockets of one machine, which tell (`SIOCOUTQ`
    /// counts what the peer has not read; over TCP it would count what is not acknowledged).
    func waitUntilTaken() async throws {
        let deadline = MonotonicTime.now.advanced(by: Self.patience)
        while unreadBytes > 0 {
            guard MonotonicTime.now < deadline else { throw Failure.notTaken }
            await socket.loop.nextTurn()
        }
    }

    /// Gives a server on the same loop the time to read what came.
    func letTheServerRead() async {
        for _ in 1...3 { await socket.loop.nextTurn() }
    }

    private var unreadBytes: Int32 {
        var count: Int32 = 0
        let answer = ioctl(socket.channel.descriptor, UInt(TIOCOUTQ), &count)
        return answer == 0 ? count : 0
    }

    /// Ends this side's stream and answers all that came and comes.
    func finish() async throws -> [UInt8] {
        socket.shutdownWrites()
        while try await receiveMore() {}
        return try takeReceived()
    }

    /// All that comes while this side stays open, until the server ends its stream.
    func receiveAll() async throws -> String {
        while try await receiveMore() {}
        return Wire.text(try takeReceived())
    }

    /// What came, as soon as it ends with `text`.
    func receive(until text: String) async throws -> String {
        var plain = ""
        while !plain.hasSuffix(text) {
            guard try await receiveMore() else { throw Failure.ended(plain) }
            plain += Wire.text(try takeReceived())
        }
        return plain
    }

    /// Reads until `text` came, or the stream ended, or nothing has come for a while.
    @discardableResult
    func receive(until text: String, orSilenceFor limit: Duration) async throws -> String {
        var plain = ""
        while !plain.contains(text) {
            do {
                guard try await receiveMore(within: limit) else { break }
            } catch SocketError.timedOut {
                break
            }
            plain += Wire.text(try takeReceived())
        }
        return plain
    }

    private func takeReceived() throws -> [UInt8] {
        defer { received = [] }
        guard let session else { return received }
        received.withUnsafeBytes { session.feed(ciphertext: $0) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        var plain: [UInt8] = []
        while case .bytes(let count) = try session.read(into: buffer) { plain += UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
        return plain
    }

    /// False at the end of the stream. Of a TLS client that shakes hands the bytes go to the session at once.
    private func receiveMore(within limit: Duration = patience) async throws -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        let count: Int
        do { count = try await socket.read(into: buffer, within: limit) } catch SocketError.reset { return false }
        let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if let session, try isShakingHands(session) { session.feed(ciphertext: part) } else { received.append(contentsOf: part) }
        return count > 0
    }

    private func isShakingHands(_ session: TLSSession) throws -> Bool {
        if case .done = try session.handshake() { false } else { true }
    }

    enum Failure: Error {
        case endedInHandshake
        case notTaken
        case ended(String)
    }
}
