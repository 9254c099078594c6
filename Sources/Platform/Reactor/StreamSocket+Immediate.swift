// For a task that prefers the socket's loop, and so need not be brought there. On the loop only.
extension StreamSocket {
    /// Reads what is there, at least a byte; nil if nothing is, 0 at the end of the stream. Not while a `read` is under way.
    public func readWithoutWaiting(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        precondition(!buffer.isEmpty, "a read needs room, for 0 means the end of the stream")
        return try channel.receive(into: buffer)
    }

    /// Waits until there may be something to read, and holds no memory for it meanwhile; `.timedOut` at `deadline`.
    ///
    /// Once it has begun, the task's cancellation does not end it, for that would double its price: who cancels the task closes the socket too.
    public func waitUntilReadable(until deadline: MonotonicTime?) async throws(SocketError) {
        try (await channel.waitUncancelled(for: channel.reading, until: deadline)).orThrow()
    }

    /// Sends as much of `bytes` as goes without waiting, and answers how much; 0 if nothing goes. On the loop only, and not while a `write` is under way.
    ///
    /// For a small answer to a client that keeps up this is the whole of it, without an asynchronous call: who sent less than all goes on with `write`.
    public func writeWithoutWaiting(_ bytes: UnsafeRawBufferPointer) throws(SocketError) -> Int {
        precondition(!channel.writing.isWaiting, "two tasks write to one socket")
        return try channel.send(bytes)
    }

    /// The same, of bytes in an array.
    public func writeWithoutWaiting(_ bytes: [UInt8]) throws(SocketError) -> Int {
        precondition(!channel.writing.isWaiting, "two tasks write to one socket")
        return try channel.send(bytes[...])
    }

    /// Counts as an operation on the socket; answers whether the socket has had its share of the loop's turn and should wait for the next one, with
    /// `EventLoop.nextTurn()`. On the loop only.
    ///
    /// Reads and writes do so by themselves. It is for who finds much to do in what a single read brought.
    public func countOperation() -> Bool {
        channel.countOperation()
    }
}

// For who has no task: a connection on which nothing happens for long is cheaper as a closure.
extension StreamSocket {
    /// Why a `whenReadable` ran its closure.
    public enum Wakeup: Sendable {
        /// A read would not wait: there are bytes, or the end of the stream, or an error.
        case readable
        /// The time is over.
        case timedOut
        /// This side closed the socket, or shut its loop down, or it cannot be watched.
        case closed
    }

    /// Runs `work` on the loop, once: as soon as a read would not wait, or `deadline` is over, or the socket is closed; before this returns where
    /// that is so already. On the loop only. It counts as a `read` that waits: there may be no other.
    ///
    /// `work` has to hold the socket, as anybody must who wants it to stay open.
    public func whenReadable(until deadline: MonotonicTime?, _ work: @escaping (Wakeup) -> Void) {
        channel.whenReadable(until: deadline, work)
    }

    /// Ends a `read` or `whenReadable` that waits as if its time were over. On the loop only; where nothing waits it does nothing.
    public func endWait() {
        channel.reading.resume(.timedOut)
    }

    /// Reads what has come, be it that the loop has not heard of it yet: nil if that is nothing, 0 at the end of the stream. Never waits. On the loop
    /// only, and not while a `read` waits.
    public func readAtOnce(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        precondition(!channel.reading.isWaiting, "two read from one socket")
        precondition(!buffer.isEmpty, "a read needs room, for 0 means the end of the stream")
        return try channel.receiveNow(into: buffer)
    }
}

extension StreamSocket.Wakeup {
    init(_ wakeup: ChannelSide.Wakeup) {
        switch wakeup {
        case .ready: self = .readable
        case .timedOut: self = .timedOut
        case .cancelled, .closed, .failed: self = .closed
        }
    }
}
