import CLinux
import Glibc

/// A TCP connection, bound to one loop. A socket that nobody refers to any more closes itself.
///
/// Its operations may be called from any task; a task that prefers the loop (`Task(executorPreference: socket.loop)`) makes them without changing
/// threads. They try the system call first and wait only when it would block; an operation that need not wait is not stopped by the task's
/// cancellation, a wait is, at once. One task may read while another writes; two readers, or two writers, at a time are a mistake and trap.
public final class StreamSocket: Sendable {
    /// The loop that polls the socket.
    public let loop: EventLoop
    /// The other side.
    public let peer: SocketAddress

    let channel: Channel

    init(_ channel: Channel, peer: SocketAddress) {
        self.channel = channel
        self.loop = channel.loop
        self.peer = peer
    }

    deinit {
        close()
    }

    /// Ends the connection. What this socket waits for ends with `.closed`, as does all that is asked of it later. Twice is as once.
    ///
    /// On the loop the descriptor is closed when this returns, else soon after. Bytes the peer sent and nobody read make the kernel reset the
    /// connection, which may cost the peer the end of what it was sent: whoever answers before reading everything should first
    /// `shutdownWrites()` and read on for a while (RFC 9112 section 9.6).
    public func close() {
        if loop.isCurrent { channel.close() } else { loop.execute { [channel] in channel.close() } }
    }

    /// Ends this side's stream; the peer reads to its end and may go on sending. Later writes fail with `.closed`.
    public func shutdownWrites() {
        if loop.isCurrent { channel.shutdownWrites() } else { loop.execute { [channel] in channel.shutdownWrites() } }
    }

    /// Reads what is there, at least a byte; waits for it at most `within`. 0 is the end of the stream.
    ///
    /// `buffer` must have room, and stay valid until this returns.
    public func read(into buffer: UnsafeMutableRawBufferPointer, within limit: Duration?) async throws(SocketError) -> Int {
        try await loop.perform { () async throws(SocketError) -> Int in try await self.channel.read(into: buffer, within: limit) }
    }

    /// Writes all of `bytes`, within `limit` in all; waits while the peer is slower. After an error nobody knows how much was sent.
    ///
    /// `bytes` must stay valid until this returns.
    public func write(_ bytes: UnsafeRawBufferPointer, within limit: Duration?) async throws(SocketError) {
        try await loop.perform { () async throws(SocketError) in try await self.channel.write(bytes, within: limit) }
    }

    /// Writes all of `bytes`, within `limit` in all; waits while the peer is slower. After an error nobody knows how much was sent.
    public func write(_ bytes: ArraySlice<UInt8>, within limit: Duration?) async throws(SocketError) {
        try await loop.perform { () async throws(SocketError) in try await self.channel.write(bytes, within: limit) }
    }

    /// Writes all of `bytes`, within `limit` in all; waits while the peer is slower. After an error nobody knows how much was sent.
    public func write(_ bytes: [UInt8], within limit: Duration?) async throws(SocketError) {
        try await write(bytes[...], within: limit)
    }
}
