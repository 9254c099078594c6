import Reactor
import Synchronization

/// What the rest of the server may do with a connection from outside its task.
final class ConnectionHandle: Sendable {
    private struct State {
        var isBusy = false
        var isDraining = false
        var isHungUp = false
        var task: Task<Void, Never>?
    }

    let socket: StreamSocket
    private let state = Mutex(State())

    init(_ socket: StreamSocket) {
        self.socket = socket
    }

    /// The connection's task; nil when it is over.
    var task: Task<Void, Never>? {
        get { state.withLock { $0.task } }
        set { state.withLock { $0.task = newValue } }
    }

    /// Whether a request is being read or answered.
    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Whether the answer that is being made should be the connection's last.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Bytes of a request came. False if the connection is to close instead.
    func beginRequest() -> Bool {
        state.withLock { state in
            state.isBusy = true
            return !state.isDraining
        }
    }

    /// The last answer is out, and nothing more has come. False if the connection is to close now.
    func becomeIdle() -> Bool {
        state.withLock { state in
            state.isBusy = false
            return !state.isDraining
        }
    }

    /// Closes the connection: at once between requests, else after the answer that is being made.
    func drain() {
        let isIdle = state.withLock { state in
            state.isDraining = true
            return !state.isBusy
        }
        if isIdle { socket.close() }
    }

    /// Whether the client left while its request was being answered.
    var isHungUp: Bool { state.withLock { $0.isHungUp } }

    /// The client has left: what is done for it is cancelled.
    func hangUp() {
        let task = state.withLock { state in
            state.isHungUp = true
            return state.task
        }
        task?.cancel()
    }

    /// Gives the connection up, whatever it is doing.
    func cancel() {
        task?.cancel()
        socket.close()
    }
}
