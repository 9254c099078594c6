// The life of the process.
extension LogEvent {
    static func started(address: String, version: String) -> LogEvent {
        LogEvent(.info, "service.started", ["address": .own(address), "version": .own(version)])
    }

    /// Something in the configuration works but should not be left so.
    static func configurationWarning(_ text: String) -> LogEvent {
        LogEvent(.warning, "configuration.warning", ["message": .own(text)])
    }

    /// Payments that a crash had left SUBMITTING are UNKNOWN now.
    static func abandonedPaymentsSettled(count: Int) -> LogEvent {
        LogEvent(count == 0 ? .debug : .warning, "payments.settled", ["count": .number(Int64(count))])
    }

    static func certificateReloaded() -> LogEvent {
        LogEvent(.info, "tls.reloaded")
    }

    /// The certificate in use stays in use.
    static func certificateNotReloaded(reason: String) -> LogEvent {
        LogEvent(.error, "tls.reload_failed", ["reason": .outside(reason)])
    }

    static func stopping() -> LogEvent {
        LogEvent(.info, "service.stopping")
    }

    static func stopped(after duration: Duration) -> LogEvent {
        LogEvent(.info, "service.stopped", ["durationMs": .milliseconds(duration)])
    }

    /// Lines that nobody read in time.
    static func eventsDropped(count: Int64) -> LogEvent {
        LogEvent(.warning, "log.dropped", ["count": .number(count)])
    }
}
