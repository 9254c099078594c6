import CCurl
import Reactor

/// libcurl's multi handle on an event loop: libcurl says which sockets and which moment it waits for, the loop says when they have come.
///
/// An actor whose executor is the loop, so that every libcurl object is touched on that loop's thread only.
actor TransferEngine {
    typealias Outcome = Result<OutboundResponse, HTTPClientError>

    private struct Pending {
        let transfer: Transfer
        let timeLimit: LoopTimer
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private let loop: EventLoop
    private let configuration: HTTPClient.Configuration
    /// Nil before the first request and after shutdown.
    private var handles: CurlHandles?
    private var isShutDown = false

    private var pending: [UInt64: Pending] = [:]
    private var lastNumber: UInt64 = 0
    private var queue: HostQueue
    private var watches: [curl_socket_t: Watch] = [:]
    private var timer: LoopTimer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop, configuration: HTTPClient.Configuration) {
        self.loop = loop
        self.configuration = configuration
        queue = HostQueue(maximumConnections: configuration.maximumConnectionsPerHost)
    }

    /// Runs one transfer to its end.
    func send(_ request: OutboundRequest) async -> Outcome {
        lastNumber += 1
        let number = lastNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(request, number, continuation)
                // Told before there was anything to cancel.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            loop.execute { self.assumeIsolated { $0.cancel(number) } }
        }
    }

    var requestsUnderWay: Int { pending.count }

    /// Ends every transfer, then libcurl's handles.
    func shutdown() {
        isShutDown = true
        for (number, entry) in pending {
            end(number, .failure(entry.transfer.failure("the client was shut down")))
        }
        // Before libcurl closes the sockets.
        for watch in watches.values { watch.cancel() }
        watches = [:]
        timer?.cancel()
        timer = nil
        handles = nil
    }

    private func start(_ request: OutboundRequest, _ number: UInt64, _ continuation: CheckedContinuation<Outcome, Never>) {
        do {
            let handles = try readyHandles()
            let transfer = try Transfer(request, number: number, configuration: configuration, share: handles.share)
            let timeLimit = loop.schedule(after: request.timeLimit) { [weak self] in
                self?.assumeIsolated { $0.timeLimitReached(number) }
            }
            pending[number] = Pending(transfer: transfer, timeLimit: timeLimit, continuation: continuation)
            if queue.enter(number, host: transfer.host) { begin(number) }
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }

    /// Its turn has come.
    private func begin(_ number: UInt64) {
        guard let handles, let entry = pending[number] else { return }
        let code = curl_multi_add_handle(handles.multi, entry.transfer.easy)
        if code != CURLM_OK { end(number, .failure(.notSent(reason: String(cString: curl_multi_strerror(code))))) }
    }

    private func readyHandles() throws(HTTPClientError) -> CurlHandles {
        if isShutDown { throw .notSent(reason: "the client was shut down") }
        guard pending.count < configuration.maximumRequests else { throw .notSent(reason: "too many requests are under way") }
        if let handles { return handles }
        let made = try CurlHandles(configuration, context: Unmanaged.passUnretained(self).toOpaque())
        handles = made
        return made
    }

    private func cancel(_ number: UInt64) {
        guard let entry = pending[number] else { return }
        end(number, .failure(.cancelled(sent: entry.transfer.isSent)))
    }

    private func timeLimitReached(_ number: UInt64) {
        guard let entry = pending[number] else { return }
        let reason = entry.transfer.isSent ? "no complete answer" : "no connection"
        end(number, .failure(entry.transfer.failure("\(reason) within \(entry.transfer.request.timeLimit)")))
    }

    /// Takes the transfer out of libcurl, which closes its connection unless it has ended properly, wakes who waits for it, and lets the next begin.
    private func end(_ number: UInt64, _ outcome: Outcome) {
        guard let entry = pending.removeValue(forKey: number) else { return }
        entry.timeLimit.cancel()
        // One that has not begun is not in there, which libcurl does not mind.
        if let handles { curl_multi_remove_handle(handles.multi, entry.transfer.easy) }
        entry.continuation.resume(returning: outcome)
        if let next = queue.leave(number, host: entry.transfer.host), !isShutDown { begin(next) }
    }

    /// Lets libcurl act on what happened to a socket, or on the passing of time, and ends what is complete.
    private func drive(_ socket: curl_socket_t, _ events: Int32) {
        guard let handles else { return }
        var running: Int32 = 0
        curl_multi_socket_action(handles.multi, socket, events, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(handles.multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = Transfer.of(message.pointee.easy_handle) else { continue }
            end(transfer.number, transfer.result(message.pointee.data.result))
        }
    }
}

// MARK: - What libcurl asks the loop for

extension TransferEngine {
    /// libcurl wants to hear of a socket's readiness, or no longer.
    fileprivate func socketChanged(_ socket: curl_socket_t, _ what: Int32) {
        guard let interest = Interest(curl: what) else {
            watches.removeValue(forKey: socket)?.cancel()
            return
        }
        // Should the kernel refuse, the transfer ends at its limit: an error told to libcurl would end all the others too.
        if let watch = watches[socket] {
            try? watch.change(to: interest)
        } else {
            watches[socket] = try? loop.watch(socket, for: interest) { [weak self] readiness in
                self?.assumeIsolated { $0.drive(socket, readiness.curlEvents) }
            }
        }
    }

    /// libcurl wants to be called when so many milliseconds have passed; a negative number withdraws the wish.
    fileprivate func timerChanged(_ milliseconds: Int) {
        timer?.cancel()
        timer = nil
        guard milliseconds >= 0 else { return }
        timer = loop.schedule(after: .milliseconds(milliseconds)) { [weak self] in
            self?.assumeIsolated { $0.drive(CURL_SOCKET_TIMEOUT, 0) }
        }
    }
}

extension Interest {
    /// What libcurl's CURL_POLL_… number asks for; nil when nothing any more.
    fileprivate init?(curl what: Int32) {
        switch what {
        case CURL_POLL_IN: self = .read
        case CURL_POLL_OUT: self = .write
        case CURL_POLL_INOUT: self = [.read, .write]
        case CURL_POLL_NONE: self = []
        default: return nil
        }
    }
}

extension Readiness {
    fileprivate var curlEvents: Int32 {
        (contains(.readable) ? CURL_CSELECT_IN : 0) | (contains(.writable) ? CURL_CSELECT_OUT : 0) | (contains(.error) ? CURL_CSELECT_ERR : 0)
    }
}

// MARK: - C callbacks, each with the engine as its context, on the engine's loop

private func engine(_ context: UnsafeMutableRawPointer?) -> TransferEngine? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
}

let onSocket: curl_socket_callback = { _, socket, what, context, _ in
    engine(context)?.assumeIsolated { $0.socketChanged(socket, what) }
    return 0
}

let onTimer: curl_multi_timer_callback = { _, milliseconds, context in
    engine(context)?.assumeIsolated { $0.timerChanged(milliseconds) }
    return 0
}
