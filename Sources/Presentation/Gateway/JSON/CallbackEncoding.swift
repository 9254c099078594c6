import JSON
import Payments

// Callbacks as operators see them (contract, section 4). This is the only place where a callback's members are named.
extension JSONWriter {
    /// A page of callbacks.
    static func callbacks(_ page: Page<CallbackHeading>) -> [UInt8] {
        object { object in
            object.array("callbacks") { array in
                for callback in page.items { array.object { $0.write(callback) } }
            }
            object.member("nextCursor", page.nextCursor)
        }
    }

    /// One callback with its attempts.
    static func callback(_ record: CallbackRecord) -> [UInt8] {
        object { object in
            object.object("callback") { object in
                object.write(record.callback)
                object.array("attempts") { array in
                    for attempt in record.attempts { array.object { $0.write(attempt) } }
                }
            }
        }
    }
}

extension JSONObjectWriter {
    fileprivate mutating func write(_ callback: CallbackHeading) {
        member("id", callback.id.rawValue)
        member("event", callback.event)
        member("transactionId", callback.identity.transactionID)
        member("paymentId", callback.payment?.rawValue)
        member("status", callback.delivery.status.rawValue)
        member("mismatch", callback.mismatch)
        member("receivedAt", callback.receivedAt.rfc3339)
        member("nextAttemptAt", callback.delivery.nextAttemptAt?.rfc3339)
    }

    fileprivate mutating func write(_ attempt: DeliveryAttempt) {
        member("number", attempt.number)
        member("at", attempt.at.rfc3339)
        member("httpStatus", attempt.httpStatus)
        member("durationMs", attempt.durationMilliseconds)
        member("error", attempt.error)
    }
}
