import Crypto
import Reactor

// A turn goes as far with the handshake as what has come allows; each wait is the loop's, so that no handshake can hold it up.
extension Connection {
    /// How far the handshake is, where there is one.
    enum Handshake {
        /// The client has not said a word.
        case silent
        /// It has begun.
        case begun
        case done
    }

    /// How long the next word of a handshake is waited for when the server ends: no request can be under way before it is done.
    private static let hearingOfHandshake = Duration.milliseconds(500)

    /// Where the turn has to stop for the handshake; nil when it is done. Of a connection that has rested it takes up the handshake where that was.
    func shakeHands(_ session: TLSSession) throws(ConnectionError) -> Stop? {
        while true {
            guard !handle.socket.countOperation() else { return .forTask(.nextTurn) }
            if try transport.advanceHandshake(of: session) == .done {
                facts.clientCertificateVerified = session.peerCertificateVerified
                handshake = .done
                return nil
            }
            guard try transport.flushNow() else { return .forTask(.flush) }
            switch try transport.receiveRecords(of: session, expecting: 1024) {
            case .bytes, .part: handshake = .begun
            case .nothing: return .forBytes(until: deadlineOfHandshake())
            // Who connects and leaves without a word is a probe.
            case .end: throw handshake == .begun ? .failed(.brokenOff) : .ended
            }
        }
    }

    /// Nothing came for a while. A client that says nothing at all may rest.
    func handshakeTimedOut() throws(ConnectionError) -> Stop {
        if .now >= firstDeadline { throw .failed(.handshakeTimedOut) }
        if isLastHearing { throw .leaving }
        if handshake == .silent, !handle.isDraining { throw .silent }
        return .forBytes(until: deadlineOfHandshake())
    }

    private func deadlineOfHandshake() -> MonotonicTime {
        isLastHearing = handle.isDraining
        var limit = firstDeadline
        if isLastHearing { limit = min(limit, .now.advanced(by: Self.hearingOfHandshake)) }
        if handshake == .silent { limit = min(limit, .now.advanced(by: Self.patience)) }
        return limit
    }
}
