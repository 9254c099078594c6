import Synchronization

/// The sleep until some read is to be wiped or forgotten.
struct Ageing: Sendable {
    let until: Timestamp
    let task: Task<Void, Never>
}

// Cards are wiped in time also when nobody asks, and reads are forgotten.
extension TerminalService {
    /// Sees to it that the reads are looked at by this moment.
    ///
    /// One sleep serves all reads: Swift keeps a cancelled one in its queue until it would have ended, so that one for every read would pile up for
    /// as long as reads are remembered.
    func age(by moment: Timestamp) {
        // Nothing is ever due later than that, though the wall clock may be set back.
        let sleep = min(max(moment - ports.clock.now(), .zero), max(rules.readLifetime, rules.remembrance))
        let replaced = state.withLock { state -> Ageing? in
            guard !state.isStopping, state.ageing.map({ moment < $0.until }) ?? true else { return nil }
            // Detached: it is for reads of other requests, too, whose lines in the log must not bear this one's id.
            let task = Task.detached { [weak self, clock = ports.clock] in
                guard (try? await clock.sleep(for: sleep)) != nil else { return }
                self?.age(asOf: moment)
            }
            let replaced = state.ageing
            state.ageing = Ageing(until: moment, task: task)
            return replaced
        }
        replaced?.task.cancel()
    }

    /// What was due at `moment` is due, whatever the wall clock says by now.
    private func age(asOf moment: Timestamp) {
        let now = max(moment, ports.clock.now())
        let (expired, next) = state.withLock { state in
            // A sooner moment may have taken this one's place while it woke up.
            if state.ageing?.until == moment { state.ageing = nil }
            return (state.book.age(to: now), state.book.nextAge)
        }
        for id in expired { ports.observe(.expired(id)) }
        if let next { age(by: next) }
    }
}
