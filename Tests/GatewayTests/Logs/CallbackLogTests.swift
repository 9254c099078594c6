import Payments
import Testing

@testable import Gateway

/// The lines about callbacks, as an operator reads them.
@Suite struct `Log of callbacks` {
    private let merchant = MerchantID("M1")
    private let moment = Timestamp(milliseconds: 0)

    private func line(_ event: CallbackEvent) -> String {
        let line = String(decoding: LogForm.readable.line(LogEvent(event), at: moment, request: nil), as: UTF8.self)
        return String(line.dropFirst("1970-01-01T00:00:00.000Z ".count).dropLast())
    }

    private func callback(_ status: DeliveryStatus, next: Timestamp? = nil) throws -> CallbackHeading {
        CallbackHeading(
            id: CallbackID(ulid: ULID(at: moment, entropyHigh: 0, entropyLow: 1)),
            identity: CallbackIdentity(merchant: try #require(merchant), transactionID: "TXN-1", contentDigest: [1]), event: nil, payment: nil,
            mismatch: false, receivedAt: moment,
            delivery: Delivery(status: status, slotsUsed: 1, nextAttemptAt: next, dueAt: next, attemptsMade: 1, isRunning: false))
    }

    @Test func `What is turned away`() {
        #expect(line(.malformed(merchant: merchant, message: "cut short")) == #"WARNING callback.malformed merchant=M1 reason="cut short""#)
        #expect(line(.refused(merchant: nil, reason: "no key")) == #"WARNING callback.refused reason="no key""#)
        #expect(line(.overloaded(merchant: merchant)) == "WARNING callback.overloaded merchant=M1")
    }

    @Test func `What is taken`() throws {
        let callback = try callback(.pending)
        #expect(line(.received(callback, isRepeat: true)) == "INFO callback.received callback=\(callback.id) merchant=M1 repeat=true")
        #expect(line(.ledgerFailed(.closed, during: .receiving)) == #"ERROR ledger.failed task="receiving a callback" reason="it is closed""#)
    }

    @Test(arguments: [(DeliveryStatus.delivered, "INFO"), (.pending, "WARNING"), (.dead, "ERROR")])
    func `An attempt is as serious as what it leads to`(status: DeliveryStatus, level: String) throws {
        let callback = try callback(status, next: status == .pending ? moment : nil)
        let attempt = DeliveryAttempt(number: 1, at: moment, httpStatus: 500, durationMilliseconds: 7, error: nil)
        let next = status == .pending ? " nextAttemptAt=1970-01-01T00:00:00.000Z" : ""
        #expect(
            line(.attempted(callback, attempt))
                == "\(level) callback.attempted callback=\(callback.id) attempt=1 status=\(status.rawValue) httpStatus=500 durationMs=7\(next)")
        #expect(
            line(.unrecorded(callback.id, attempt, .closed))
                == #"ERROR callback.attempt_unrecorded callback=\#(callback.id) attempt=1 reason="it is closed""#)
    }

    @Test func `What operators and a start bring about`() throws {
        #expect(line(.resumed(count: 2)) == "WARNING callbacks.resumed count=2")
        #expect(line(.redeliveryAsked(try #require(merchant), count: 3)) == "INFO callbacks.redelivery_asked merchant=M1 count=3")
    }

    @Test(arguments: LogLevel.allCases)
    func `The log wants what it writes, and no other event is made a line`(level: LogLevel) async throws {
        let pipe = LogPipe()
        let log = EventLog(level: level, form: .readable, output: LogOutput(descriptor: pipe.writing), clock: SystemClock())
        let observer = CallbackLog(log: log)
        let events: [CallbackEvent] = [
            .received(try callback(.pending), isRepeat: false), .refused(merchant: nil, reason: "no key"), .ledgerFailed(.closed, during: .receiving),
        ]
        for event in events { observer.observe(event) }
        await log.close(within: .seconds(10))
        #expect(events.map { observer.wants($0) } == [LogLevel.info >= level, .warning >= level, .error >= level])
        #expect(pipe.closeAndReadLines().count == events.count { observer.wants($0) })
    }
}
