import Payments

/// Puts what happens to callbacks into the log.
struct CallbackLog: CallbackObserver {
    let log: EventLog

    func observe(_ event: CallbackEvent) {
        log.record(LogEvent(event))
    }
}

extension LogEvent {
    init(_ event: CallbackEvent) {
        switch event {
        case .malformed(let merchant, let message):
            self.init(.warning, "callback.malformed", ["merchant": .id(merchant), "reason": .outside(message)])
        case .refused(let merchant, let reason):
            self.init(.warning, "callback.refused", ["merchant": .id(merchant), "reason": .outside(reason)])
        case .received(let callback, let isRepeat):
            self.init(
                .info, "callback.received",
                [
                    "callback": .id(callback.id), "merchant": .id(callback.identity.merchant), "payment": .id(callback.payment),
                    "repeat": .flag(isRepeat),
                ])
        case .mismatched(let id, let mismatch):
            let disagreements = mismatch.disagreements.map(\.rawValue).joined(separator: ", ")
            self.init(
                .warning, "callback.mismatched",
                [
                    "callback": .id(id), "payment": .id(mismatch.payment.id), "namedBy": .own(mismatch.namedBy.rawValue),
                    "disagreesIn": .own(disagreements),
                ])
        case .matched(let id, let payment):
            self.init(.info, "callback.matched", ["callback": .id(id), "payment": .id(payment)])
        case .attempted(let callback, let attempt):
            self = .attempted(callback, attempt)
        case .unrecorded(let id, let attempt, let error):
            self.init(
                .error, "callback.attempt_unrecorded",
                ["callback": .id(id), "attempt": .number(Int64(attempt.number)), "reason": .outside(error.reason)])
        case .ledgerFailed(let error, let activity): self = .ledgerFailed(error, during: activity.rawValue)
        case .overloaded(let merchant): self.init(.warning, "callback.overloaded", ["merchant": .id(merchant)])
        case .resumed(let count): self.init(.warning, "callbacks.resumed", ["count": .number(Int64(count))])
        case .redeliveryAsked(let merchant, let count):
            self.init(.info, "callbacks.redelivery_asked", ["merchant": .id(merchant), "count": .number(Int64(count))])
        }
    }

    private static func attempted(_ callback: CallbackHeading, _ attempt: DeliveryAttempt) -> LogEvent {
        let status = callback.delivery.status
        return LogEvent(
            status == .delivered ? .info : status == .dead ? .error : .warning, "callback.attempted",
            [
                "callback": .id(callback.id), "attempt": .number(Int64(attempt.number)), "status": .own(status.rawValue),
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
