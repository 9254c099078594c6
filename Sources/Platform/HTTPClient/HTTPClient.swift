public import Reactor

/// Sends HTTP requests to other servers over libcurl's multi-socket interface: no thread waits, all of libcurl runs on one event loop.
///
/// It follows no redirect, takes no proxy from the environment, keeps no cookies, speaks http and https only (HTTP/1.1), and verifies TLS 1.2 or
/// newer. Names are resolved on libcurl's own threads. Connections are kept for requests that may be sent twice (`OutboundRequest.mayBeSentTwice`).
public final class HTTPClient: Sendable {
    /// To which hosts a request may go without TLS.
    public enum PlainHTTP: Sendable {
        /// `localhost`, 127.0.0.0/8 and ::1.
        case toLoopback
        /// Any, for networks that are trusted by other means.
        case anywhere
    }

    /// What a client may be told once and for all.
    public struct Configuration: Sendable {
        /// A PEM file with the authorities to trust instead of the system's.
        public var caBundle: String?
        /// Where plain http may go.
        public var plainHTTP: PlainHTTP
        /// More requests to one host wait for a connection, in the order in which they came and within their own limits.
        public var maximumConnectionsPerHost: Int
        /// Kept connections beyond this many are closed, the oldest first.
        public var maximumIdleConnections: Int
        /// Further requests are refused unsent.
        public var maximumRequests: Int
        /// The `User-Agent` header.
        public var userAgent: String
        /// Whether a server must show a certificate of its name. Without it nobody knows who answers: only for requests that hold no secret and whose
        /// answer is not believed in more than that something answers, such as a health check of one's own listener.
        public var verifiesCertificates: Bool

        /// Makes a configuration.
        public init(
            caBundle: String? = nil, plainHTTP: PlainHTTP = .toLoopback, maximumConnectionsPerHost: Int = 64, maximumIdleConnections: Int = 16,
            maximumRequests: Int = 1024, userAgent: String = "payment-gateway", verifiesCertificates: Bool = true
        ) {
            self.caBundle = caBundle
            self.plainHTTP = plainHTTP
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.maximumIdleConnections = maximumIdleConnections
            self.maximumRequests = maximumRequests
            self.userAgent = userAgent
            self.verifiesCertificates = verifiesCertificates
        }
    }

    private let engine: TransferEngine

    /// A client whose libcurl runs on `loop`. Shut the client down before the loop.
    public init(loop: EventLoop, configuration: Configuration) {
        engine = TransferEngine(loop: loop, configuration: configuration)
    }

    /// Sends a request and waits for its answer. Cancelling the task aborts the transfer.
    public func send(_ request: OutboundRequest) async throws(HTTPClientError) -> OutboundResponse {
        try await engine.send(request).get()
    }

    /// How many have been sent, or wait to be, and are not answered.
    var requestsUnderWay: Int {
        get async { await engine.requestsUnderWay }
    }

    /// Fails what is pending, refuses what comes later, and closes all connections.
    public func shutdown() async {
        await engine.shutdown()
    }
}
