import Payments

/// Puts what happens to callbacks into the log.
struct CallbackLog: CallbackObserver {
    let log: EventLog

    func observe(_ event: CallbackEvent) {
        log.record(LogEvent(event), at: LogEvent.level(of: event))
    }

    func wants(_ event: CallbackEvent) -> Bool {
        log.wants(LogEvent.level(of: event))
    }
}

extension LogEvent {
    /// How serious an event is. A callback that is not delivered is to be tried again; one that is dead will not be.
    static func level(of event: CallbackEvent) -> LogLevel {
        switch event {
        case .received, .matched, .redeliveryAsked: .info
        case .malformed, .refused, .mismatched, .overloaded, .resumed: .warning
        case .unrecorded, .ledgerFailed: .error
        case .attempted(let callback, _):
            switch callback.delivery.status {
            case .delivered: .info
            case .dead: .error
            case .pending: .warning
            }
        }
    }

    init(_ event: CallbackEvent) {
        let level = Self.level(of: event)
        switch event {
        case .malformed(let merchant, let message):
            self.init(level, "callback.malformed", ["merchant": .id(merchant), "reason": .outside(message)])
        case .refused(let merchant, let reason):
            self.init(level, "callback.refused", ["merchant": .id(merchant), "reason": .outside(reason)])
        case .received(let callback, let isRepeat):
            self.init(
                level, "callback.received",
                [
                    "callback": .id(callback.id), "merchant": .id(callback.identity.merchant), "payment": .id(callback.payment),
                    "repeat": .flag(isRepeat),
                ])
        case .mismatched(let id, let mismatch):
            let disagreements = mismatch.disagreements.map(\.rawValue).joined(separator: ", ")
            self.init(
                level, "callback.mismatched",
                [
                    "callback": .id(id), "payment": .id(mismatch.payment.id), "namedBy": .own(mismatch.namedBy.rawValue),
                    "disagreesIn": .own(disagreements),
                ])
        case .matched(let id, let payment):
            self.init(level, "callback.matched", ["callback": .id(id), "payment": .id(payment)])
        case .attempted(let callback, let attempt):
            self = .attempted(callback, attempt, level)
        case .unrecorded(let id, let attempt, let error):
            self.init(
                level, "callback.attempt_unrecorded",
                ["callback": .id(id), "attempt": .number(Int64(attempt.number)), "reason": .outside(error.reason)])
        case .ledgerFailed(let error, let activity): self = .ledgerFailed(error, during: activity.rawValue)
        case .overloaded(let merchant): self.init(level, "callback.overloaded", ["merchant": .id(merchant)])
        case .resumed(let count): self.init(level, "callbacks.resumed", ["count": .number(Int64(count))])
        case .redeliveryAsked(let merchant, let count):
            self.init(level, "callbacks.redelivery_asked", ["merchant": .id(merchant), "count": .number(Int64(count))])
        }
    }

    private static func attempted(_ callback: CallbackHeading, _ attempt: DeliveryAttempt, _ level: LogLevel) -> LogEvent {
        LogEvent(
            level, "callback.attempted",
            [
                "callback": .id(callback.id), "attempt": .number(Int64(attempt.number)), "status": .own(callback.delivery.status.rawValue),
                "httpStatus": attempt.httpStatus.map { .number(Int64($0)) }, "reason": attempt.error.map { .outside($0) },
                "durationMs": .number(attempt.durationMilliseconds), "nextAttemptAt": callback.delivery.nextAttemptAt.map { .own($0.rfc3339) },
            ])
    }
}

extension LogValue {
    /// An id of the gateway's own making or configuration.
    static func id(_ id: some CustomStringConvertible) -> LogValue {
        .own(id.description)
    }

    /// Nothing without an id.
    static func id(_ id: (some CustomStringConvertible)?) -> LogValue? {
        id.map { .own($0.description) }
    }
}
