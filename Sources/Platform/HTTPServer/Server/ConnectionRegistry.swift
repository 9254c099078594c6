import Reactor
import Synchronization

/// The connections that are open.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ConnectionHandle] = [:]
        var isDraining = false
        var waitingForRoom: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var waitingForEnd: [OneShot] = []
        var lastTicket: UInt64 = 0
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = max(maximum, 1)
    }

    var count: Int { state.withLock { $0.connections.count } }

    /// False if the server is shutting down: then the connection is not wanted any more.
    func add(_ handle: ConnectionHandle) -> Bool {
        state.withLock { state in
            guard !state.isDraining else { return false }
            state.connections[ObjectIdentifier(handle)] = handle
            return true
        }
    }

    func remove(_ handle: ConnectionHandle) {
        let (acceptors, ended) = state.withLock { state in
            state.connections[ObjectIdentifier(handle)] = nil
            let acceptors = state.connections.count < maximum ? Array(state.waitingForRoom.values) : []
            if !acceptors.isEmpty { state.waitingForRoom = [:] }
            let ended = state.connections.isEmpty ? state.waitingForEnd : []
            if !ended.isEmpty { state.waitingForEnd = [] }
            return (acceptors, ended)
        }
        for acceptor in acceptors { acceptor.resume() }
        for waiter in ended { waiter.resume(true) }
    }

    /// Returns when there is room for another connection, or the wait is cancelled, or the server drains.
    func waitForRoom() async {
        guard count >= maximum else { return }
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.connections.count >= maximum, !state.isDraining, !Task.isCancelled else { return true }
                    state.waitingForRoom[ticket] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waitingForRoom.removeValue(forKey: ticket) }?.resume()
        }
    }

    /// Takes no more connections, closes the idle ones, and lets the others finish what they are doing.
    func drain() {
        let (connections, acceptors) = state.withLock { state in
            state.isDraining = true
            defer { state.waitingForRoom = [:] }
            return (Array(state.connections.values), Array(state.waitingForRoom.values))
        }
        for acceptor in acceptors { acceptor.resume() }
        for connection in connections { connection.drain() }
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
