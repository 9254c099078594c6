import Reactor

extension Connection {
    /// Answers what has come, and reads on until nothing more is there or something has to be waited for.
    func turn(after wakeup: StreamSocket.Wakeup = .readable) -> Stop {
        do throws(ConnectionError) {
            switch wakeup {
            case .readable: return try serve()
            case .timedOut: return try timedOut()
            case .closed: throw .failed(.shutDown)
            }
        } catch {
            return stop(after: error)
        }
    }

    func serve() throws(ConnectionError) -> Stop {
        var mayFlush = true
        if handshake != .done, let session = transport.session {
            if let stop = try shakeHands(session) { return stop }
            // What the handshake leaves to say, tickets, can leave with the answer to a request that came with the client's last word.
            mayFlush = false
        }
        while true {
            // Requests sent ahead come by the hundred in one read. Answered in one go they would keep the loop from its other connections, and all the
            // answers in memory.
            guard !handle.socket.countOperation() else { return .forTask(.nextTurn) }
            if !input.isEmpty, let head = try nextHead() {
                if let wait = try answer(head) { return try stop(for: wait) }
                continue
            }
            if mayFlush, try !transport.flushNow() { return .forTask(.flush) }
            switch try transport.readNow(into: input, expecting: 1024) {
            case .bytes:
                heard()
                mayFlush = true
            case .part: continue
            case .nothing:
                // Over TLS there can be something to say to what was read.
                if transport.session != nil, try !transport.flushNow() { return .forTask(.flush) }
                return .forBytes(until: input.isEmpty ? listen() : deadlineOfHead())
            case .end:
                // The client may have come for the tickets alone.
                if !mayFlush { _ = try? transport.flushNow() }
                throw input.isEmpty ? .ended : .failed(.brokenOff)
            }
        }
    }

    /// Where a turn stops for the sake of `wait`: the end of a connection whose client keeps up need not be waited for.
    private func stop(for wait: Wait) throws(ConnectionError) -> Stop {
        if case .finish = wait, try transport.finishNow() { return .end(.said) }
        return .forTask(wait)
    }

    func stop(after error: ConnectionError) -> Stop {
        switch error {
        case .refused(let reason): return refuse(reason)
        case .silent: return .end(.silent)
        case .leaving: return .end(.leaves)
        case .ended, .timedOut: return .end(.over)
        case .failed(let reason):
            // Between requests the end of the server is as good as any other.
            if reason == .shutDown, handle.phase == .listening { return .end(.over) }
            service.observer(.connectionFailed(peer: facts.peer, reason: reason))
            // The alert that says why must not be lost to a reset either.
            if case .tls = reason { return .forTask(.alert) }
            return .end(.over)
        }
    }

    /// Until when a new client may take for its first request.
    var firstDeadline: MonotonicTime { handle.acceptedAt.advanced(by: service.configuration.timeouts.header) }

    private func heard() {
        handle.phase = .working
        handle.silenceEnds = nil
    }

    /// Answers that a head could not be read: nothing that follows it can be trusted.
    private func refuse(_ reason: Refusal.Reason) -> Stop {
        let parser = begunHead?.parser ?? HeadParser(limits: service.configuration.limits)
        let requestID = parser.requestID(in: input.bytes) ?? host.requestIDs.next()
        let recipient = Recipient.unreadable(requestID, wantsContent: !parser.isHead(in: input.bytes))
        let refusal = Refusal(reason, requestID: requestID.text)
        let outcome = Outcome(service.response(to: refusal, head: nil), refusal: reason, bodyWasRead: false)
        do throws(ConnectionError) {
            return try stop(for: try send(outcome, to: recipient, since: .now) ?? .finish)
        } catch {
            return stop(after: error)
        }
    }
}

// Waiting for the client's next bytes.
extension Connection {
    /// Until when the first bytes of a request are waited for.
    private func listen() -> MonotonicTime {
        handle.phase = .listening
        isLastHearing = handle.isDraining
        let limit = isLastHearing ? MonotonicTime.now.advanced(by: Self.hearing) : handle.socket.loop.timeOfWakeup.advanced(by: service.patience)
        return handle.silenceEnds.map { min(limit, $0) } ?? limit
    }

    /// Until when the rest of a head is waited for: of the first one from accept, of a later one from its first bytes.
    private func deadlineOfHead() -> MonotonicTime {
        let deadline = begunHead?.deadline ?? (handle.hasBeenUsed ? .now.advanced(by: service.configuration.timeouts.header) : firstDeadline)
        begunHead?.deadline = deadline
        return deadline
    }

    /// Nothing came for a while: throws what follows from that.
    private func timedOut() throws(ConnectionError) -> Stop {
        guard handshake == .done else { return try handshakeTimedOut() }
        guard input.isEmpty else { throw .refused(.headerTimedOut) }
        if isLastHearing { throw .leaving }
        // The server's end may be what ended the wait: then the client is heard once more.
        if handle.isDraining { return .forBytes(until: listen()) }
        let now = MonotonicTime.now
        let end = handle.silenceEnds ?? now.advanced(by: service.idleAfterPatience)
        handle.silenceEnds = end
        guard now >= end else { throw .silent }
        throw handle.hasBeenUsed ? .leaving : .refused(.headerTimedOut)
    }
}
