import CLinux
import Glibc

extension StreamSocket {
    /// Connects to `address`, within `limit`.
    public static func connect(to address: SocketAddress, on loop: EventLoop, within limit: Duration) async throws(SocketError) -> StreamSocket {
        return try await loop.perform { () async throws(SocketError) -> StreamSocket in try await connectHere(to: address, on: loop, within: limit) }
    }

    private static func connectHere(
        to address: SocketAddress, on loop: EventLoop, within limit: Duration
    ) async throws(SocketError) -> StreamSocket {
        let channel = try openChannel(family: address.family, on: loop)
        do {
            try await channel.connect(to: address, until: .now.advanced(by: limit))
        } catch {
            channel.close()
            throw error
        }
        return StreamSocket(channel, peer: address)
    }

    private static func openChannel(family: Int32, on loop: EventLoop) throws(SocketError) -> Channel {
        do {
            let descriptor = try SocketDescriptor.open(family: family)
            return Channel(descriptor, on: loop)
        } catch {
            throw .system(error)
        }
    }
}

extension Channel {
    fileprivate func connect(to address: SocketAddress, until deadline: MonotonicTime) async throws(SocketError) {
        guard isOpen else { throw .closed }
        let code = address.withSockaddr { Glibc.connect(descriptor, $0, $1) }
        guard code != 0 else { return }
        // A connect that a signal interrupted goes on by itself (POSIX).
        guard errno == EINPROGRESS || errno == EINTR else { throw SocketError.last("connect") }
        writing.isReady = false
        reading.isReady = false
        try await waitOrThrow(for: writing, until: deadline)
        let error = SocketDescriptor.pendingError(of: descriptor)
        guard error == 0 else { throw SocketError(call: "connect", code: error) }
    }
}
