import CLinux
import Glibc

/// A listening TCP socket that one or many loops accept from.
///
/// Every loop that accepts also watches the one descriptor (`EPOLLEXCLUSIVE`, so that a connection wakes one loop); the loop that wakes takes the
/// connections and deals each to the loop with the fewest open sockets. Compared with a descriptor for each loop (`SO_REUSEPORT`) connections are
/// spread by load and not by chance, and a second process cannot take the same port unnoticed.
///
/// A loop that has accepted once is dealt to until it shuts down: it should keep accepting, for a few connections may wait for it.
/// A listener that nobody refers to any more closes itself.
public final class Listener: Sendable {
    /// Where it listens, with the port it got if it asked for any.
    public let address: SocketAddress
    private let reception: Reception

    /// Listens at `address`. The address is free again as soon as the listener is closed (`SO_REUSEADDR`), and not before. An IPv6 wildcard
    /// takes IPv4 connections too. `backlog`: how many connections the kernel keeps until they are accepted; it caps that at `somaxconn`.
    ///
    /// `capacity`: how many sockets the loops that accept may have open together, these connections and others. Beyond it connections wait in the kernel
    /// until `roomChanged()`. `note` hears of that; it is called on a loop and must not block.
    public static func bind(
        to address: SocketAddress, backlog: Int32 = 1024, capacity: Int = .max, note: @escaping @Sendable (AcceptingChange) -> Void = { _ in }
    ) throws(SystemError) -> Listener {
        try bind(to: address, backlog: backlog, accepting: SystemAccept(), capacity: capacity, note: note)
    }

    /// `accepting`: the system call, so that a test can make it fail.
    static func bind(
        to address: SocketAddress, backlog: Int32 = 1024, accepting: any AcceptCall, capacity: Int = .max,
        note: @escaping @Sendable (AcceptingChange) -> Void = { _ in }
    ) throws(SystemError) -> Listener {
        let descriptor = try SocketDescriptor.open(family: address.family)
        do throws(SystemError) {
            try SocketDescriptor.set(SO_REUSEADDR, at: SOL_SOCKET, to: 1, on: descriptor)
            // Whatever /proc/sys/net/ipv6/bindv6only says.
            if address.family == AF_INET6 { try SocketDescriptor.set(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6), to: 0, on: descriptor) }
            guard address.withSockaddr({ Glibc.bind(descriptor, $0, $1) }) == 0 else { throw SystemError.last("bind") }
            guard listen(descriptor, backlog) == 0 else { throw SystemError.last("listen") }
            let actual = try SocketAddress(localOf: descriptor)
            let reception = Reception(descriptor, accepting: accepting, capacity: capacity, note: note)
            return Listener(address: actual, reception: reception)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    private init(address: SocketAddress, reception: Reception) {
        self.address = address
        self.reception = reception
    }

    deinit {
        close()
    }

    /// How many tasks wait in `accept`.
    var waitingCount: Int { reception.waitingCount }

    /// Waits for a connection, which then belongs to `loop`. It survives what goes wrong with single connections, and a lack of descriptors or
    /// memory: it tries again after a while. Ends with `.cancelled`, with `.closed` when the listener is closed or `loop` shut down, or with
    /// `.system` if the listening itself is broken.
    public func accept(on loop: EventLoop) async throws(SocketError) -> StreamSocket {
        return try await loop.perform { () async throws(SocketError) -> StreamSocket in try await self.reception.accept(on: loop) }
    }

    /// A socket of a loop that accepts was closed: connections that wait because of the capacity may come in. From any thread; costs next to nothing
    /// while none waits.
    public func roomChanged() {
        reception.roomChanged()
    }

    /// Stops listening, at once: the address is free when this returns. Connections that came before go to the loops that have accepted, as far as
    /// there is room: `accept` gives them out and is `.closed` only then. Without such a loop they are broken off. Twice is as once.
    public func close() {
        reception.close()
    }
}
