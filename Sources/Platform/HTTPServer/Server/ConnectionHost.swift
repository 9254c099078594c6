import Crypto
import Reactor
import Secrets

/// Where the connections of one loop begin, rest and end.
///
/// A connection has memory for bytes while there are any. One whose client says nothing has soon nothing that works for it either: there may be ten
/// thousand of them.
///
/// `@unchecked`: belongs to its loop.
final class ConnectionHost: @unchecked Sendable {
    /// How long a connection that is to end without an answer still listens, so that a request which crosses its end is not met by a reset: as long as
    /// a round trip around the world may take.
    private static let farewell = Duration.milliseconds(500)
    /// How much is read at a time to be thrown away.
    private static let scratchCapacity = 16 * 1024
    /// How often in a row.
    private static let readsPerTurn = 16

    let service: Service
    let requestIDs = RequestIDSource()
    let serializer: ResponseSerializer
    let serializerOverTLS: ResponseSerializer
    let stock = BlockStock()
    private let registry: ConnectionRegistry
    /// Called when a connection has closed.
    private let roomChanged: @Sendable () -> Void
    /// What leaving clients still send.
    private let scratch = WipedBuffer(capacity: scratchCapacity)

    init(_ service: Service, _ registry: ConnectionRegistry, roomChanged: @escaping @Sendable () -> Void) {
        self.service = service
        self.roomChanged = roomChanged
        self.registry = registry
        let dates = DateClock()
        serializer = ResponseSerializer(standing: service.standing, dates: dates)
        serializerOverTLS = ResponseSerializer(standing: service.standingOverTLS, dates: dates)
    }

    /// Begins a connection, over TLS if there is a context for it.
    func welcome(_ socket: StreamSocket, tls context: TLSServerContext?) {
        let handle = ConnectionHandle(socket, session: context.map { TLSSession(server: $0) })
        guard registry.add(handle) else { return socket.close() }
        handle.silenceEnds = handle.acceptedAt.advanced(by: service.configuration.timeouts.header)
        serve(handle)
    }

    private func serve(_ handle: ConnectionHandle) {
        Connection(handle, host: self).begin()
    }

    /// A connection has nothing to do for a while, or for ever.
    func ended(_ handle: ConnectionHandle, _ end: Connection.End) {
        switch end {
        case .silent: rest(handle)
        case .leaves: leave(handle)
        case .said: linger(handle, for: service.configuration.timeouts.linger)
        case .over: close(handle)
        }
    }

    private func close(_ handle: ConnectionHandle) {
        handle.socket.close()
        registry.remove(handle)
        roomChanged()
    }
}

// Without a `Connection`.
extension ConnectionHost {
    private func rest(_ handle: ConnectionHandle) {
        handle.phase = .resting
        if handle.isDraining { return grewImpatient(with: handle) }
        guard registry.rests(handle) else { return leave(handle, atOnce: true) }
        rest(handle, until: handle.silenceEnds)
    }

    private func rest(_ handle: ConnectionHandle, until deadline: MonotonicTime?) {
        handle.socket.whenReadable(until: deadline) { [self] wakeup in
            switch wakeup {
            case .readable: wake(handle)
            case .timedOut: grewImpatient(with: handle)
            case .closed: close(handle)
            }
        }
    }

    private func wake(_ handle: ConnectionHandle) {
        registry.wakes(handle)
        serve(handle)
    }

    private func grewImpatient(with handle: ConnectionHandle) {
        if handle.mustMakeRoom { return leave(handle, atOnce: true) }
        let now = MonotonicTime.now
        if let since = handle.drainsSince {
            let end = since.advanced(by: Connection.hearing)
            return now < end ? rest(handle, until: end) : leave(handle)
        }
        // A `Connection` knows what to say to a client that has never said anything.
        guard handle.hasBeenUsed else { return wake(handle) }
        leave(handle)
    }

    /// Ends a connection whose client expects no answer.
    private func leave(_ handle: ConnectionHandle, atOnce: Bool = false) {
        registry.wakes(handle)
        if let session = handle.session {
            session.close()
            // It goes, for nothing else is on its way; and if it should not, there is nobody to tell.
            _ = try? handle.socket.writeWithoutWaiting(session.takeCiphertext())
        }
        handle.socket.shutdownWrites()
        if atOnce {
            // A request that came in this moment must not make it a reset.
            _ = discardNow(handle)
            return close(handle)
        }
        linger(handle, for: min(Self.farewell, service.configuration.timeouts.linger))
    }

    /// Reads on for a while and throws away what comes, and only then closes. Closed at once, with bytes on their way, the connection would be reset,
    /// and a reset can cost the client the answer (RFC 9112 section 9.6).
    private func linger(_ handle: ConnectionHandle, for limit: Duration) {
        handle.phase = .leaving
        discard(handle, until: .now.advanced(by: limit), room: service.configuration.timeouts.lingerBytes)
    }

    private func discard(_ handle: ConnectionHandle, until deadline: MonotonicTime, room: Int) {
        handle.socket.whenReadable(until: deadline) { [self] wakeup in
            guard wakeup == .readable, let read = discardNow(handle), read < room, .now < deadline else { return close(handle) }
            // Not at once, or who sends without end would have the loop to itself.
            handle.socket.loop.execute { [self] in discard(handle, until: deadline, room: room - read) }
        }
    }

    /// How much was thrown away; nil at the end of the stream, however it ended.
    private func discardNow(_ handle: ConnectionHandle) -> Int? {
        var total = 0
        for _ in 0..<Self.readsPerTurn {
            do {
                guard let count = try handle.socket.readAtOnce(into: scratch.room(atLeast: Self.scratchCapacity)) else { break }
                guard count > 0 else { return nil }
                scratch.added(count)
                scratch.consume(count)
                total += count
            } catch {
                return nil
            }
        }
        return total
    }
}
