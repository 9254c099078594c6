import Reactor
import Secrets

extension Connection {
    /// What has to be waited for before a connection can go on.
    ///
    /// `@unchecked`: goes from a turn to a task on the same loop.
    indirect enum Wait: @unchecked Sendable {
        /// The connection has had its share of this turn of the loop.
        case nextTurn
        /// What is to go out did not go at once.
        case flush
        case admission(Inquiry, @Sendable () async throws -> Route.Step)
        case body(Inquiry, BodyDecoder, Route.Decide)
        case answer(Inquiry, @Sendable () async throws -> Response)
        /// The content of an answer whose head is written.
        case content([UInt8], keepsAlive: Bool)
        case stream(AnswerStream)
        /// The connection ends with what is to go out.
        case finish
        /// As `finish`, of a connection that has failed.
        case alert
    }

    /// Waits for what has to be waited for, and goes on as far as that goes. In a task.
    func turn(after wait: Wait) async -> Stop {
        do throws(ConnectionError) {
            switch wait {
            case .finish:
                try await transport.finish()
                return .end(.said)
            case .alert: return .end((try? await transport.finish()) == nil ? .over : .said)
            default:
                if let next = try await done(wait) { return .forTask(next) }
                return try serve()
            }
        } catch {
            return stop(after: error)
        }
    }

    /// Waits; answers what has to be waited for next, nil if nothing of the kind.
    private func done(_ wait: Wait) async throws(ConnectionError) -> Wait? {
        switch wait {
        case .nextTurn: await handle.socket.loop.nextTurn()
        case .flush: try await transport.flush()
        case .admission(let inquiry, let ask): return try follow(try await waiting(ask), of: inquiry)
        case .body(let inquiry, var decoder, let decide):
            let body: SecretBytes
            do throws(ConnectionError) {
                body = try await readBody(with: &decoder)
            } catch .refused(let reason) {
                return try conclude(refused(reason, inquiry.head), inquiry.head, since: inquiry.since)
            }
            return try handle(inquiry, body, by: decide)
        case .answer(let inquiry, let work):
            let cancelsOnHangup = inquiry.match.route.options.cancelsOnHangup
            return try answered(inquiry, try await waiting { try await self.noticingHangup(cancelsOnHangup, work) })
        case .content(let bytes, let keepsAlive):
            try await transport.flush(then: bytes)
            return keepsAlive ? nil : .finish
        case .stream(let stream): return try await sendStream(stream)
        case .finish, .alert: return wait
        }
        return nil
    }

    /// Lets earlier answers leave while the program's own code waits for something. `ConnectionError` if they could not.
    private func waiting<Value>(_ work: () async throws -> Value) async throws(ConnectionError) -> Result<Value, any Error> {
        try transport.deferFlush()
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        try await transport.settle()
        return result
    }
}
