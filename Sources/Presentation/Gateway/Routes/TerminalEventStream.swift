import HTTPServer
import JSON
import Payments

/// `GET /v1/terminals/events`: what happens at a merchant's terminals, as it happens (contract, section 3).
struct TerminalEventStream: Sendable {
    let service: TerminalService
    let clock: any GatewayClock

    /// How often something is sent where nothing happens, so that no proxy takes the stream for dead and a client that left is noticed.
    static let commentInterval: Duration = .seconds(15)

    /// What is sent next.
    private enum Line: Sendable {
        case event(TerminalEvent)
        case comment
    }

    /// The stream; it ends when the client leaves or the service stops. Refused: 503 while too many listen, or shutting down.
    func response(for merchant: MerchantID, _ requestID: String) -> Response {
        guard let events = service.events(of: merchant) else {
            return .unavailable("too many listen to events, or the gateway is stopping", requestID: requestID)
        }
        let clock = clock
        return .events { writer in
            let (lines, waiting) = AsyncStream.makeStream(of: Line.self, bufferingPolicy: .bufferingNewest(GatewayBounds.eventLines))
            // Both end when the last line is written, and the last line comes when the events end.
            let comments = Task {
                while (try? await clock.sleep(for: Self.commentInterval)) != nil { waiting.yield(.comment) }
            }
            let forwarding = Task {
                for await event in events { waiting.yield(.event(event)) }
                waiting.finish()
            }
            defer {
                comments.cancel()
                forwarding.cancel()
            }
            // Ends, without an error, also when the client leaves: that cancels this task.
            for await line in lines {
                switch line {
                case .event(let event): try await writer.send(ServerSentEvent(event))
                case .comment: try await writer.sendComment()
                }
            }
        }
    }
}

extension ServerSentEvent {
    fileprivate init(_ event: TerminalEvent) {
        self.init(name: event.kind.rawValue, data: String(decoding: JSONWriter.event(event), as: UTF8.self))
    }
}
