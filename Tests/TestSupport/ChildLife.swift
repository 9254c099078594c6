import Glibc
import Synchronization

/// A child from its start to its end, for which a thread waits: nothing of a pool stands still for it.
final class ChildLife: Sendable {
    private struct State {
        var ending: ChildProcess.Ending?
        var waiters: [@Sendable (ChildProcess.Ending) -> Void] = []
    }

    let processID: pid_t
    private let state = Mutex(State())

    init(_ processID: pid_t) {
        self.processID = processID
    }

    /// Nil while it runs.
    var ending: ChildProcess.Ending? { state.withLock { $0.ending } }

    /// Calls it with the ending, at once if there is one.
    func whenEnded(_ body: @escaping @Sendable (ChildProcess.Ending) -> Void) {
        let ending = state.withLock { state in
            if state.ending == nil { state.waiters.append(body) }
            return state.ending
        }
        if let ending { body(ending) }
    }

    /// Under the lock, under which alone the child's number is given back.
    func send(_ signal: Int32) {
        state.withLock { if $0.ending == nil { kill(processID, signal) } }
    }

    /// Waits until it has ended. Once for each child.
    func follow() {
        var information = siginfo_t()
        // Without taking the status, with which the number would become free, maybe while somebody sends it a signal.
        while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let (ending, waiters) = state.withLock { state in
            let ending = takeStatus()
            defer { state.waiters = [] }
            state.ending = ending
            return (ending, state.waiters)
        }
        for waiter in waiters { waiter(ending) }
    }

    private func takeStatus() -> ChildProcess.Ending {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 {
            guard errno == EINTR else { preconditionFailure("somebody else took the status of a child: \(String(cString: strerror(errno)))") }
        }
        // WTERMSIG and WEXITSTATUS, which are macros.
        let signal = status & 0x7F
        return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    }
}

/// Runs what blocks in a thread that ends with it.
func inThread(_ body: @escaping @Sendable () -> Void) {
    final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }, Unmanaged.passRetained(Start(body)).toOpaque())
    precondition(code == 0, "no thread can be started: \(String(cString: strerror(code)))")
    pthread_detach(thread)
}

/// Writes to a pipe with `EPIPE`, and not a signal that ends the process, when nobody reads.
func withoutBrokenPipeSignal<Result>(_ body: () -> Result) -> Result {
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    defer {
        // One that came is this thread's, and would come as soon as it may.
        var now = timespec()
        while sigtimedwait(&brokenPipe, nil, &now) < 0, errno == EINTR {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return body()
}
