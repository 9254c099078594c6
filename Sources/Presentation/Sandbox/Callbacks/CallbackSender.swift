import Crypto
import HTTPClient
import IFortePay
import Payments
import Reactor
import Secrets

/// Tells the merchant what became of a transaction, as its scenario says, and says it again on the schedule until it is answered with 200.
struct CallbackSender: Sendable {
    let client: HTTPClient
    let loop: EventLoop
    let memory: SandboxMemory
    let hashKey: SecretBytes
    let schedule: RetrySchedule
    let answerLimit: Duration
    let turnstile: Turnstile

    /// Sends the transaction's callbacks in their order; returns when all are delivered or given up, or the task is cancelled.
    func send(_ transaction: Transaction) async {
        await withDiscardingTaskGroup { repeats in
            for planned in transaction.callbacks {
                let callback = Outgoing(planned, of: transaction, hashKey: hashKey)
                for undelivered in await firstAttempts(callback, copies: planned.copies) {
                    repeats.addTask { await sendAgain(callback, undelivered) }
                }
            }
        }
    }

    /// Sends equal copies at the same moment; answers the numbers of those that were not taken.
    private func firstAttempts(_ callback: Outgoing, copies: Int) async -> [Int] {
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<copies {
                let number = memory.note(callback.record)
                group.addTask { await attempt(callback, number) ? nil : number }
            }
            return await group.reduce(into: []) { numbers, number in
                if let number { numbers.append(number) }
            }
        }
    }

    private func sendAgain(_ callback: Outgoing, _ number: Int) async {
        for wait in schedule.waits {
            memory.updateCallback(number) { $0.nextAttemptAt = .now + wait }
            do throws(CancellationError) {
                try await loop.sleep(for: wait)
            } catch {
                return
            }
            if await attempt(callback, number) { return }
        }
        memory.updateCallback(number) {
            $0.progress = .givenUp
            $0.nextAttemptAt = nil
        }
    }

    /// One attempt, on record when it has ended; answers whether the merchant took the callback.
    private func attempt(_ callback: Outgoing, _ number: Int) async -> Bool {
        await turnstile.pass { await send(callback, number) }
    }

    private func send(_ callback: Outgoing, _ number: Int) async -> Bool {
        let begun = Timestamp.now
        let clock = ContinuousClock()
        let start = clock.now
        let request = OutboundRequest(
            .post, callback.record.url, headers: [OutboundHeader("Content-Type", "application/json")], body: SecretBytes(callback.body),
            timeLimit: answerLimit, mayBeSentTwice: false)
        let (status, error) = await outcome(of: request)
        memory.updateCallback(number) { record in
            record.attempts.append(
                .init(at: begun, httpStatus: status, durationMilliseconds: (clock.now - start).wholeMilliseconds, error: error))
            record.nextAttemptAt = nil
            if status == 200 { record.progress = .delivered }
        }
        return status == 200
    }

    private func outcome(of request: OutboundRequest) async -> (status: Int?, error: String?) {
        do {
            return (try await client.send(request).status, nil)
        } catch {
            switch error {
            case .notSent(let reason), .unanswered(let reason): return (nil, reason)
            case .cancelled: return (nil, "the sandbox is stopping")
            }
        }
    }
}

/// A callback's bytes and what is shown of it.
private struct Outgoing: Sendable {
    let body: [UInt8]
    let record: SentCallback

    init(_ planned: PlannedCallback, of transaction: Transaction, hashKey: SecretBytes) {
        let data = CallbackPayload.data(of: transaction, kind: planned.kind)
        // A wrong signature is one that another key made, so that nothing but the key tells it from a right one.
        let key = planned.signature == .right ? hashKey : SecretBytes(SecureRandom.bytes(32))
        let signature = CallbackSigner.signature(of: data, key: key)
        body = CallbackPayload.body(kind: planned.kind, data: data, signature: signature)
        record = SentCallback(
            transactionID: transaction.identifiers.transactionID, externalID: transaction.submission.externalID, kind: planned.kind,
            signature: planned.signature, url: transaction.submission.callbackURL)
    }
}
