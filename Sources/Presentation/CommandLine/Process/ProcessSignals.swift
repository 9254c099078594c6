import CLinux
import Glibc
import Reactor

/// The signals that a running command hears, as values.
enum ProcessSignal: Sendable {
    /// SIGHUP
    case hangUp
    /// SIGINT or SIGTERM
    case end
}

/// Turns SIGHUP, SIGINT and SIGTERM into values that a task awaits.
enum ProcessSignals {
    /// Keeps the signals for `stream`. To be called before any other thread starts, because threads inherit what is blocked.
    static func block() {
        var signals = heard
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Gives the signals their usual effect back: from now on the next one ends the process at once.
    static func unblock() {
        var signals = heard
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// The signals as they come. Once a process; the descriptor behind it lives as long as the loop.
    static func stream(on loop: EventLoop) throws(SystemError) -> AsyncStream<ProcessSignal> {
        var signals = heard
        let descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError(call: "signalfd", code: errno) }
        let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self, bufferingPolicy: .bufferingNewest(16))
        loop.execute {
            do {
                _ = try loop.watch(descriptor, for: .read) { _ in
                    while let signal = next(from: descriptor) { continuation.yield(signal) }
                }
            } catch {
                close(descriptor)
                continuation.finish()
            }
        }
        return stream
    }

    private static var heard: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
        return signals
    }

    private static func next(from descriptor: Int32) -> ProcessSignal? {
        var info = signalfd_siginfo()
        guard read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size else { return nil }
        return info.ssi_signo == UInt32(SIGHUP) ? .hangUp : .end
    }
}

extension AsyncStream<ProcessSignal> {
    /// Waits for SIGINT or SIGTERM and then gives both their usual effect back: whoever asks a second time does not wait for a graceful end.
    func untilEnd(onHangUp: () async -> Void = {}) async {
        for await signal in self {
            switch signal {
            case .hangUp: await onHangUp()
            case .end: return ProcessSignals.unblock()
            }
        }
    }
}
