import CLinux
import Glibc
import Reactor

/// The TCP connection to vpcd, for one thread. No call blocks longer than its `poll`, which a bell ends.
final class ReaderSocket {
    /// What a wait ended with.
    struct Wake: Hashable {
        var isStopped = false
        var isReadable = false
        var isWritable = false
    }

    private let descriptor: Int32
    private let bell: Bell

    private init(_ descriptor: Int32, bell: Bell) {
        self.descriptor = descriptor
        self.bell = bell
        set(TCP_NODELAY)
    }

    deinit {
        close(descriptor)
    }

    /// Begins to connect; `isWritable` says that it is done, `checkConnected` how.
    static func connecting(to address: SocketAddress, bell: Bell) throws(VirtualReaderError) -> ReaderSocket {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let target = found else {
            throw .system(SystemError(call: "getaddrinfo", code: EINVAL))
        }
        defer { freeaddrinfo(found) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(target.pointee.ai_family, type, 0)
        guard descriptor >= 0 else { throw .system(SystemError(call: "socket", code: errno)) }
        let connection = ReaderSocket(descriptor, bell: bell)
        if connect(descriptor, target.pointee.ai_addr, target.pointee.ai_addrlen) != 0 {
            let code = errno
            guard code == EINPROGRESS || code == EINTR else { throw connectError(code, address) }
        }
        return connection
    }

    /// Throws when the connection did not come about.
    func checkConnected(to address: SocketAddress) throws(VirtualReaderError) {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) != 0 { code = errno }
        guard code == 0 else { throw Self.connectError(code, address) }
    }

    private static func connectError(_ code: Int32, _ address: SocketAddress) -> VirtualReaderError {
        code == ECONNREFUSED ? .noReader(address) : .system(SystemError(call: "connect", code: code))
    }

    /// Waits for the peer, for the bell, or until `due`; for ever when that is nil.
    func wait(reading: Bool, writing: Bool, until due: ContinuousClock.Instant?) -> Wake {
        let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
        var watched = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(events), revents: 0)]
        // Rounded up: a wait that ends a moment too early would turn in circles.
        let milliseconds = due.map { min(max((ContinuousClock.now.duration(to: $0) / .milliseconds(1)).rounded(.up), 0), 60_000) } ?? -1
        // An interrupted wait is a short one.
        guard poll(&watched, nfds_t(watched.count), Int32(milliseconds)) > 0 else { return Wake() }
        let (stop, peer) = (Int32(watched[0].revents), Int32(watched[1].revents))
        let isBroken = peer & (POLLERR | POLLHUP) != 0
        return Wake(
            isStopped: stop != 0, isReadable: reading && (isBroken || peer & POLLIN != 0), isWritable: writing && (isBroken || peer & POLLOUT != 0))
    }

    /// Takes what has come; false when the peer is gone.
    func receive(into frames: inout ReaderFrames) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            // vpcd sends length and body apart, and its second write waits until the first is acknowledged: 40 ms a command, unless the kernel is told
            // after every read to acknowledge at once, for the option does not stick (vsmartcard 322).
            set(TCP_QUICKACK)
            frames.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return true
        }
    }

    /// Sends what goes and removes it; false when the peer is gone.
    func send(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
        bytes.removeFirst(count)
        return true
    }

    private func set(_ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// Wakes a thread that polls, from any other.
final class Bell: Sendable {
    let descriptor: Int32

    init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "eventfd", code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Once is for ever: nobody takes the ring off again.
    func ring() {
        eventfd_write(descriptor, 1)
    }
}
