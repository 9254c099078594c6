extension StreamSocket {
    /// Sends as much of `bytes` as goes without waiting, and answers how much; 0 if nothing goes. On the loop only, and not while a `write` is under way.
    ///
    /// For a small answer to a client that keeps up this is the whole of it, without an asynchronous call: who sent less than all goes on with `write`.
    public func writeWithoutWaiting(_ bytes: [UInt8]) throws(SocketError) -> Int {
        precondition(!channel.writing.isWaiting, "two tasks write to one socket")
        return try channel.send(bytes[...])
    }

    /// Counts as an operation on the socket: waits for the loop's next turn if the socket has had its share of this one.
    ///
    /// Reads and writes do so by themselves. It is for who finds much to do in what a single read brought.
    public func takeTurn() async {
        await loop.perform { await self.channel.takeTurn() }
    }
}
