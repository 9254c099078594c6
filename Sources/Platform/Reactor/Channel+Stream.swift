import CLinux
import Glibc

/// Reading and writing a connected stream. On the loop.
extension Channel {
    func read(into buffer: UnsafeMutableRawBufferPointer, within limit: Duration?) async throws(SocketError) -> Int {
        precondition(!buffer.isEmpty, "a read needs room, for 0 means the end of the stream")
        if countOperation() { await loop.nextTurn() }
        if let count = try receive(into: buffer) { return count }
        let deadline = limit.map { MonotonicTime.now.advanced(by: $0) }
        while true {
            try await waitOrThrow(for: reading, until: deadline)
            if let count = try receive(into: buffer) { return count }
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, within limit: Duration?) async throws(SocketError) {
        if countOperation() { await loop.nextTurn() }
        var sent = try send(bytes)
        guard sent < bytes.count else { return }
        let deadline = limit.map { MonotonicTime.now.advanced(by: $0) }
        while sent < bytes.count {
            try await waitOrThrow(for: writing, until: deadline)
            sent += try send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
    }

    /// The array is lent to each system call anew: its bytes may not be pointed to across a suspension.
    func write(_ bytes: ArraySlice<UInt8>, within limit: Duration?) async throws(SocketError) {
        if countOperation() { await loop.nextTurn() }
        var rest = bytes.dropFirst(try send(bytes))
        guard !rest.isEmpty else { return }
        let deadline = limit.map { MonotonicTime.now.advanced(by: $0) }
        while !rest.isEmpty {
            try await waitOrThrow(for: writing, until: deadline)
            rest = rest.dropFirst(try send(rest))
        }
    }

    /// Asks the system even where no edge has told of anything yet.
    func receiveNow(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        reading.isReady = true
        return try receive(into: buffer)
    }

    /// nil if nothing is there.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        guard isOpen else { throw .closed }
        guard reading.isReady else { return nil }
        while true {
            let count = clinux_recv(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 {
                // Less than asked for is all there was, and what comes later is a new edge (epoll(7)). This saves a call a request.
                if count > 0, count < buffer.count, !peerHasEnded { reading.isReady = false }
                return count
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                reading.isReady = false
                return nil
            default: throw SocketError.last("recv")
            }
        }
    }

    func send(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
        try bytes.withUnsafeBytes { bytes in Result { () throws(SocketError) in try send(bytes) } }.get()
    }

    /// Sends as much as goes, 0 if nothing does.
    func send(_ bytes: UnsafeRawBufferPointer) throws(SocketError) -> Int {
        guard isOpen, !writesAreShut else { throw .closed }
        guard writing.isReady else { return 0 }
        var sent = 0
        while sent < bytes.count {
            let count = clinux_send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
            if count >= 0 {
                sent += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                writing.isReady = false
                return sent
            default: throw SocketError.last("send")
            }
        }
        return sent
    }

    func waitOrThrow(for side: ChannelSide, until deadline: MonotonicTime?) async throws(SocketError) {
        try (await wait(for: side, until: deadline)).orThrow()
    }
}

extension ChannelSide.Wakeup {
    func orThrow() throws(SocketError) {
        switch self {
        case .ready: return
        case .timedOut: throw .timedOut
        case .cancelled: throw .cancelled
        case .closed: throw .closed
        case .failed(let error): throw .system(error)
        }
    }
}
