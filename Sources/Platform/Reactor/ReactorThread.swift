import CLinux
import Glibc

/// Starts the threads of this module.
enum ReactorThread {
    /// Runs `body` on a new detached thread called `name`, of which Linux keeps 15 bytes.
    ///
    /// The thread blocks every signal, so that signals go to the thread that the program chose for them (signalfd and sigwait rely on it).
    static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                pthread_setname_np(pthread_self(), String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw SystemError(call: "pthread_create", code: code)
        }
        pthread_detach(thread)
    }

    /// As `start`, for callers that cannot fail: a system that is out of threads gets a second to find one.
    static func startOrTrap(name: String, _ body: @escaping @Sendable () -> Void) {
        for attempt in 1... {
            do {
                return try start(name: name, body)
            } catch {
                precondition(attempt < 100, "no thread can be started: \(error)")
                usleep(10_000)
            }
        }
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
