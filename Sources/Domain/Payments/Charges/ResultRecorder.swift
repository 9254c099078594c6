/// Records what charges came to, also when the ledger does not take it at once.
///
/// The provider has spoken by then, so the caller gets the answer that is known, never "nothing was sent". The intent is on record; until the
/// result is, a repeat of the request is answered that the first is still running.
struct ResultRecorder: Sendable {
    /// Waits between tries: some ten minutes in all, then the result is given up. A callback can still settle the payment.
    static let pauses: [Duration] =
        [.milliseconds(500), .seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(30)]
        + Array(repeating: .seconds(60), count: 9)

    let ports: PaymentPorts
    let gate: ChargeGate

    /// The payment after the charge: as written, or as it would be.
    func record(_ end: ChargeEnd, of payment: Payment) async -> Payment {
        do throws(LedgerError) {
            let written = try await write(end, of: payment)
            gate.release(payment.id)
            return written
        } catch {
            ports.observe(.resultNotRecorded(payment.id, end.result.answer.state, error))
            gate.stay()
            Task {
                await keepTrying(end, of: payment)
                gate.release(payment.id)
                gate.leave()
            }
            return result(of: end, for: payment)
        }
    }

    private func write(_ end: ChargeEnd, of payment: Payment) async throws(LedgerError) -> Payment {
        let now = ports.clock.now()
        let written = try await ports.ledger.updatePayment(payment.id) { $0.record(end, at: now) } ?? result(of: end, for: payment)
        ports.observe(.ended(payment.id, end.result.answer.state, written.status))
        return written
    }

    private func keepTrying(_ end: ChargeEnd, of payment: Payment) async {
        for pause in Self.pauses {
            do {
                try await ports.clock.sleep(for: pause)
                try await writeAtLeast(end, of: payment)
                return
            } catch LedgerError.closed {
                break
            } catch {
                continue
            }
        }
        ports.observe(.resultLost(payment.id, end.result.answer.state))
    }

    /// Writes the result, if need be without its transaction. The ledger binds a transaction to one payment of a merchant; a provider that gives one
    /// id to two payments must not cost the second its result.
    private func writeAtLeast(_ end: ChargeEnd, of payment: Payment) async throws(LedgerError) {
        do throws(LedgerError) {
            _ = try await write(end, of: payment)
        } catch {
            guard let unbound = end.withoutTransaction else { throw error }
            _ = try await write(unbound, of: payment)
            ports.observe(.transactionNotBound(payment.id))
        }
    }

    private func result(of end: ChargeEnd, for payment: Payment) -> Payment {
        var payment = payment
        payment.record(end, at: ports.clock.now())
        return payment
    }
}
