import Crypto
import Reactor

/// One client's connection at work: reads requests one after the other and answers each before it reads on, so that a client which sends faster than it
/// is answered fills its own buffers and not ours.
///
/// It goes in turns. A turn is a plain call from the loop that does all that needs no waiting, which for a request that is refused or always has the
/// same answer is everything. What has to be waited for is done in a task, which calls the same functions and only waits in between; it ends where the
/// next turn can begin.
///
/// `@unchecked`: belongs to its loop, where it is in one turn or one task at a time.
final class Connection: @unchecked Sendable {
    /// How long a silent client keeps what works for it. Who is busy is not silent as long as that, so it costs a request nothing.
    static let patience = Duration.milliseconds(500)
    /// How long a silent client is still heard when the server ends: a request may be on its way.
    static let hearing = Duration.milliseconds(100)

    /// Where a turn stops.
    enum Stop {
        /// The client's next bytes are waited for.
        case forBytes(until: MonotonicTime)
        case forTask(Wait)
        case end(End)
    }

    /// How the work of a connection ends.
    enum End {
        /// The client says nothing, and is not expected to soon.
        case silent
        /// No request is under way: the connection can end without an answer.
        case leaves
        /// All is said, the end of the stream too. The client may not have heard it yet.
        case said
        /// There is nobody there.
        case over
    }

    let service: Service
    let handle: ConnectionHandle
    let transport: Transport
    let serializer: ResponseSerializer
    let input: WipedBuffer
    var facts: RequestHead.ConnectionFacts
    var handshake: Handshake
    var begunHead: BegunHead?
    /// The client is heard for the last time.
    var isLastHearing = false
    /// For the body of the request that is being read or answered, unless that is over within the turn in which the body came whole.
    var bodyReservation: BodyReservation?
    /// Of the request that is being handled, unless it is answered within its turn.
    var place: RequestPlace?
    let host: ConnectionHost

    init(_ handle: ConnectionHandle, host: ConnectionHost) {
        self.handle = handle
        self.host = host
        service = host.service
        let isTLS = handle.session != nil
        serializer = isTLS ? host.serializerOverTLS : host.serializer
        transport = Transport(handle.socket, session: handle.session, writeLimit: service.configuration.timeouts.write, stock: host.stock)
        input = WipedBuffer(of: host.stock)
        handshake = isTLS ? .silent : .done
        facts = RequestHead.ConnectionFacts(peer: handle.socket.peer, isTLS: isTLS)
    }

    /// Takes up a connection that is new or has rested; from here on it goes by itself, until its host hears of the end.
    func begin() {
        handle.phase = .listening
        goOn(from: turn())
    }

    /// Before every wait: what is waited for can take long, and many wait at a time.
    private func rest() {
        input.rest()
        transport.rest()
    }

    private func goOn(from stop: Stop) {
        rest()
        switch stop {
        case .forBytes(let limit):
            handle.socket.whenReadable(until: limit) { [self] wakeup in goOn(from: turn(after: wakeup)) }
        case .forTask(let wait):
            handle.task = Task(executorPreference: handle.socket.loop) { [self] in
                var stop = await turn(after: wait)
                while case .forTask(let wait) = stop {
                    rest()
                    stop = await turn(after: wait)
                }
                handle.task = nil
                goOn(from: stop)
            }
        case .end(let end):
            release()
            host.ended(handle, end)
        }
    }
}
