import Reactor
import Synchronization

/// The connections that are open.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ConnectionHandle] = [:]
        var isDraining = false
        var resting = RestingList()
        var surge = Surge()
        /// New connections wait for room.
        var wantsRoom = false
        /// And none rested that could make it: the next one that is about to rest has to.
        var isShort = false
        var waitingForEnd: [OneShot] = []

        /// How many connections do not rest.
        var workingCount: Int { connections.count - resting.count }
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.connections.count } }

    /// How many of them rest.
    var restingCount: Int { state.withLock { $0.resting.count } }

    /// Whether every connection was told to end.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// False if the server is shutting down: then the connection is not wanted any more.
    func add(_ handle: ConnectionHandle) -> Bool {
        state.withLock { state in
            guard !state.isDraining else { return false }
            state.connections[ObjectIdentifier(handle)] = handle
            state.surge.grew(to: state.workingCount)
            return true
        }
    }

    func remove(_ handle: ConnectionHandle) {
        let (ended, isSurgeOver) = state.withLock { state in
            state.connections[ObjectIdentifier(handle)] = nil
            state.resting.remove(handle)
            let isSurgeOver = state.surge.fell(to: state.workingCount)
            let ended = state.connections.isEmpty ? state.waitingForEnd : []
            if !ended.isEmpty { state.waitingForEnd = [] }
            return (ended, isSurgeOver)
        }
        if isSurgeOver { Surge.giveBackMemory() }
        for waiter in ended { waiter.resume(true) }
    }

    /// The connection rests from now on. False if its place is wanted: then it is to end instead.
    func rests(_ handle: ConnectionHandle) -> Bool {
        let (rests, isSurgeOver) = state.withLock { state in
            guard !state.isShort else {
                state.isShort = false
                return (false, false)
            }
            state.resting.append(handle)
            return (true, state.surge.fell(to: state.workingCount))
        }
        if isSurgeOver { Surge.giveBackMemory() }
        return rests
    }

    func wakes(_ handle: ConnectionHandle) {
        state.withLock { state in
            state.resting.remove(handle)
            state.surge.grew(to: state.workingCount)
        }
    }

    /// Ends the connection that has rested longest; calls `none` if none rests: then the next one that is about to has to end. `none` must not block, and
    /// comes before what follows `needsNoRoom()`.
    func makeRoom(orElse none: @escaping @Sendable () -> Void) {
        state.withLock { $0.wantsRoom = true }
        seekRoom(orElse: none)
    }

    private func seekRoom(orElse none: @escaping @Sendable () -> Void) {
        let handle = state.withLock { state -> ConnectionHandle? in
            guard state.wantsRoom else { return nil }
            if let handle = state.resting.longest {
                state.resting.remove(handle)
                return handle
            }
            state.isShort = true
            none()
            return nil
        }
        // One that woke meanwhile makes none.
        handle?.makeRoom { [self] in seekRoom(orElse: none) }
    }

    /// Nobody waits for room any more.
    func needsNoRoom() {
        state.withLock { state in
            state.wantsRoom = false
            state.isShort = false
        }
    }

    /// Takes no more connections, and lets those that are open finish what they are doing.
    func drain() {
        state.withLock { state in
            state.isDraining = true
            for connection in state.connections.values { connection.drain() }
        }
    }

    func cancelAll() {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { connection.cancel() }
    }

    /// Waits until no connection is left. False if `limit` was over first.
    func waitForEnd(within limit: Duration, on loop: EventLoop) async -> Bool {
        await withCheckedContinuation { continuation in
            let waiter = OneShot(continuation)
            let isEmpty = state.withLock { state in
                if !state.connections.isEmpty { state.waitingForEnd.append(waiter) }
                return state.connections.isEmpty
            }
            guard !isEmpty else { return waiter.resume(true) }
            loop.execute { loop.schedule(after: limit) { waiter.resume(false) } }
        }
    }
}

/// A continuation that two sides may want to resume; the first does.
private final class OneShot: Sendable {
    private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

    init(_ continuation: CheckedContinuation<Bool, Never>) {
        self.continuation = Mutex(continuation)
    }

    func resume(_ value: Bool) {
        let continuation = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        continuation?.resume(returning: value)
    }
}
