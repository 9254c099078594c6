import Crypto
import Reactor

/// What there is of a connection from accept to close: what works for it comes and goes with the client's requests.
///
/// `@unchecked`: belongs to the loop of its socket; other threads merely carry the reference there. What the registry keeps in it is under the
/// registry's lock.
final class ConnectionHandle: @unchecked Sendable {
    /// What the connection is doing.
    enum Phase {
        /// A request is read or answered.
        case working
        /// The client's next word is waited for.
        case listening
        /// Nothing works for it: the client has been silent for a while.
        case resting
        /// Its side of the stream is at its end: what still comes is thrown away.
        case leaving
    }

    let socket: StreamSocket
    /// Nil if it is not encrypted.
    let session: TLSSession?
    var phase = Phase.listening
    /// Whether a whole request has come.
    var hasBeenUsed = false
    /// Whether the client left while its request was being answered.
    private(set) var isHungUp = false
    /// It is to end at once, if it still rests, to make room for another.
    private(set) var mustMakeRoom = false
    /// Since when it is to end as soon as no request is under way.
    private(set) var drainsSince: MonotonicTime?
    /// Of a client that has said nothing for a while: when that has been too long.
    var silenceEnds: MonotonicTime?
    let acceptedAt = MonotonicTime.now
    /// What runs it; nil while it rests or leaves.
    var task: Task<Void, Never>?

    /// The registry's: who began to rest just before and just after.
    var neighbours: (before: ConnectionHandle?, after: ConnectionHandle?)
    /// The registry's.
    var isListedAsResting = false

    init(_ socket: StreamSocket, session: TLSSession?) {
        self.socket = socket
        self.session = session
    }

    /// Whether it is to end as soon as no request is under way.
    var isDraining: Bool { drainsSince != nil }

    /// From now on the connection ends as soon as no request is under way. A silent client is heard for a moment more, for its request may be on its way.
    /// From any thread; it takes effect on the loop.
    func drain() {
        socket.loop.execute { [self] in
            drainsSince = drainsSince ?? .now
            // Whoever waits asks for the time that is left.
            if phase == .listening || phase == .resting { socket.endWait() }
        }
    }

    /// Ends the connection if it still rests; else calls `otherwise`. From any thread.
    func makeRoom(otherwise: @escaping @Sendable () -> Void) {
        socket.loop.execute { [self] in
            guard phase == .resting else { return otherwise() }
            mustMakeRoom = true
            socket.endWait()
        }
    }

    /// The client has left: what is done for it is cancelled.
    func hangUp() {
        isHungUp = true
        task?.cancel()
    }

    /// Gives the connection up, whatever it is doing. From any thread.
    func cancel() {
        socket.loop.execute { [self] in
            task?.cancel()
            socket.close()
        }
    }
}
