import Gateway
import HTTPClient
import MerchantStore
import Payments
import Reactor

/// The servers that the gateway calls, and what their clocks say of ours. They are asked for headers only (HEAD): nothing is charged or delivered.
struct PeerExamination: Sendable {
    /// Shorter than a person's patience.
    private static let timeLimit: Duration = .seconds(5)
    /// A Date header is whole seconds and was on its way; a clock that is further off than this makes webhooks look like replays.
    private static let clockTolerance: Duration = .seconds(30)

    let loop: EventLoop
    let now: @Sendable () -> Timestamp

    /// The upstream and the clock first, then the merchant stores in the merchants' order; all are asked at the same time.
    func findings(_ configuration: GatewayConfiguration) async -> [Finding] {
        let upstream = HTTPClient(loop: loop, configuration: .init(caBundle: configuration.upstream.caBundle, plainHTTP: .anywhere))
        let stores = HTTPClient(loop: loop, configuration: .init(plainHTTP: .anywhere))
        let isOne = configuration.merchants.count == 1
        let findings = await withTaskGroup(of: (place: Int, findings: [Finding]).self) { group in
            group.addTask { (-1, await ask("upstream", "\(configuration.upstream.address)", upstream, judgesClock: true)) }
            for (place, merchant) in configuration.merchants.enumerated() {
                group.addTask { (place, await examine(merchant, isOne ? "merchant store" : "merchant store of \(merchant.id)", stores)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        await upstream.shutdown()
        await stores.shutdown()
        return findings.sorted { $0.place < $1.place }.flatMap(\.findings)
    }

    private func examine(_ merchant: MerchantConfiguration, _ subject: String, _ client: HTTPClient) async -> [Finding] {
        guard let store = merchant.store else {
            return [.note(subject, "none is set: a committed callback is an accepted one, and nobody else hears of it")]
        }
        return await ask(subject, store.url, client, judgesClock: false)
    }

    private func ask(_ subject: String, _ url: String, _ client: HTTPClient, judgesClock: Bool) async -> [Finding] {
        let shown = url.prefix { $0 != "?" }
        do throws(HTTPClientError) {
            let response = try await client.send(OutboundRequest(.head, url, timeLimit: Self.timeLimit, mayBeSentTwice: true))
            let answer = Finding.ok(subject, "\(shown) answers (HTTP \(response.status))")
            return judgesClock ? [answer, clock(response.header("Date"), of: shown)] : [answer]
        } catch {
            return [.missing(subject, "no answer from \(shown): \(error.explanation)")]
        }
    }

    private func clock(_ date: String?, of peer: Substring) -> Finding {
        guard let theirs = date.flatMap(Timestamp.init(httpDate:)) else {
            return .note("clock", "\(peer) does not say what time it is: compare this machine's clock with another one")
        }
        let seconds = (now() - theirs).components.seconds
        guard abs(seconds) > Self.clockTolerance.components.seconds else { return .ok("clock", "agrees with \(peer)") }
        let direction = seconds > 0 ? "ahead of" : "behind"
        return .missing(
            "clock", "is \(abs(seconds)) s \(direction) \(peer): synchronise it (systemd-timesyncd, chrony), or webhooks look like replays")
    }
}

extension Timestamp {
    /// A Date header in the one form that servers send, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7); nil for anything else.
    init?(httpDate: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = httpDate.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
        self.init(rfc3339: "\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z")
    }
}
