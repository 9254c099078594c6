// The life of the process.
extension LogEvent {
    static func started(url: String) -> LogEvent {
        LogEvent(.info, "service.started", ["url": .own(url)])
    }

    /// Something in the configuration works but should not be left so.
    static func configurationWarning(_ text: String) -> LogEvent {
        LogEvent(.warning, "configuration.warning", ["message": .own(text)])
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

    /// Charges that had not ended: what became of them a callback will say.
    static func stopped(unfinishedCharges: Int) -> LogEvent {
        LogEvent(unfinishedCharges == 0 ? .info : .warning, "service.stopped", ["unfinishedCharges": .number(Int64(unfinishedCharges))])
    }

    /// Lines that nobody read in time.
    static func eventsDropped(count: Int64) -> LogEvent {
        LogEvent(.warning, "log.dropped", ["count": .number(count)])
    }
}
