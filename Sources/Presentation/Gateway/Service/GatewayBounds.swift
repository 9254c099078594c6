import HTTPServer
import Payments
import Storage

/// How much a gateway holds at one time, all of it: nothing in it waits in a queue without a bound. What comes beyond one is refused at once, with 503
/// and `Retry-After` where somebody asks.
///
/// What is not here is bounded by what is. A connection has one request at a time, and reads of it no more than the limits of a request
/// (`HTTPLimits`). An event loop's queue holds at most a few steps of each connection, charge and delivery; a charge that waits for a connection to
/// iFortePay is one of the charges, a callback that waits for its turn to be delivered, or for the outcome of an equal one, is one of the callbacks,
/// and a caller who waits for the end of a read is one of the requests. Taps are one a reader.
struct GatewayBounds: Sendable {
    /// Open connections, each with some 10 KiB while it is at work, or fewer where the process may not have as many files open. Beyond it those make
    /// room that have been silent longest; where none is silent, who comes waits in the kernel's queue. More than `requests`, so that there is always
    /// one to refuse a request on, and to answer health checks.
    var connections = DescriptorLimit.connections(atMost: 20_000)
    /// Requests being handled, health checks excepted: the callbacks, the charges, and as much as the charges again for everything else (questions,
    /// waits for reads, streams of events).
    var requests: Int { callbacks + 2 * charges }
    /// Bytes of the bodies of all requests, from when they come until they are answered: a quarter of a small machine's memory, some two hundred of
    /// the largest bodies, and more of the usual ones than there are connections.
    var bodyBytes = 256 << 20

    /// Charges, from the request to the recorded result; with the waits for a card. Each may take the whole of its deadline.
    var charges = 1024
    /// Connections to iFortePay. Charges beyond it wait for one, as part of their time limits: at a second for each, the last of `charges` waits
    /// three.
    var upstreamConnections = 256
    /// Callbacks being handled, equal ones counted once each; with those whose outcome is still to be recorded. What iFortePay sends in a burst after
    /// a failure of its own should fit.
    var callbacks = 4096
    /// Deliveries to merchant stores, in all, and for one merchant where there are several.
    var deliveries = DeliveryLimits(total: 64, perMerchant: 16)

    /// What waits for the ledger. Writes: four commits of the largest batch, a second on a slow disk. Reads: what one thread answers in a fraction of
    /// a second.
    var ledger = LedgerBounds(writes: 4096, reads: 4096)

    /// Reads at terminals that one merchant has kept, with their cards: each a few hundred bytes for a quarter of an hour.
    var reads = 1024
    /// Streams of terminal events that one merchant has open.
    var eventStreams = 64
    /// Events that wait for one stream that falls behind; then the oldest are dropped.
    var events = 256
    /// Events and comments that wait for one client to take what it was sent; then the oldest are dropped.
    static let eventLines = 64

    /// Client addresses that a rate limit remembers, some 4 MiB; then those are forgotten first that have their whole limit again, and after them those
    /// who have not asked for longest.
    var limitedAddresses = 32_768

    /// Bytes of log lines that wait to be written, a few thousand lines; as much again is being written. Beyond it lines are dropped and counted.
    static let logBytes = 4 << 20

    /// The server's part.
    func apply(to server: inout HTTPServerConfiguration) {
        server.maximumConnections = connections
        server.maximumRequests = requests
        server.bodyMemory = bodyBytes
    }
}
