import CLinux
import Glibc

/// What wants to know when a descriptor is ready. Called on the loop's thread.
protocol ReadinessSource: AnyObject {
    func becameReady(_ readiness: Readiness)
    /// The loop is shutting down: nothing will become ready any more.
    func loopClosed()
}

/// The epoll descriptor of a loop, the eventfd that wakes it, and who waits for what.
///
/// epoll reports a token, a slot and its generation, instead of a descriptor or a pointer: an event that was fetched together with the one that
/// closed its descriptor finds a newer generation and is dropped, even if the number of the descriptor is in use again.
final class Poller {
    struct Token: Hashable {
        fileprivate let slot: UInt32
        fileprivate let generation: UInt32
        fileprivate var bits: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
    }

    private struct Slot {
        var generation: UInt32 = 0
        var source: (any ReadinessSource)?
    }

    private static let wakeUp = UInt64.max
    private static let eventCapacity = 256

    private let epoll: OwnedDescriptor
    private let events: UnsafeMutablePointer<epoll_event>
    private var slots: [Slot] = []
    private var freeSlots: [UInt32] = []
    /// When epoll was last asked and had answered.
    private(set) var lastWakeup = MonotonicTime.now

    /// Edge-triggered on the doorbell, so that it need never be read.
    init(doorbell: borrowing Doorbell) throws(SystemError) {
        epoll = try OwnedDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
        events = UnsafeMutablePointer.allocate(capacity: Poller.eventCapacity)
        try control(EPOLL_CTL_ADD, doorbell.descriptor, EPOLLIN.rawValue | EPOLLET.rawValue, Poller.wakeUp)
    }

    deinit {
        events.deallocate()
    }

    func add(_ descriptor: Int32, events: UInt32, source: any ReadinessSource) throws(SystemError) -> Token {
        let slot = freeSlots.popLast() ?? UInt32(slots.count)
        if slot == slots.count { slots.append(Slot()) }
        let token = Token(slot: slot, generation: slots[Int(slot)].generation)
        do {
            try control(EPOLL_CTL_ADD, descriptor, events, token.bits)
        } catch {
            freeSlots.append(slot)
            throw error
        }
        slots[Int(slot)].source = source
        return token
    }

    func change(_ token: Token, _ descriptor: Int32, events: UInt32) throws(SystemError) {
        try control(EPOLL_CTL_MOD, descriptor, events, token.bits)
    }

    /// Takes a descriptor out that stays open.
    func remove(_ token: Token, _ descriptor: Int32) {
        guard forget(token) else { return }
        var event = epoll_event()
        epoll_ctl(epoll.number, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// Forgets a descriptor that its owner closes or has closed: the kernel takes it out of the epoll set by itself.
    @discardableResult
    func forget(_ token: Token) -> Bool {
        let slot = Int(token.slot)
        guard slots[slot].generation == token.generation, slots[slot].source != nil else { return false }
        slots[slot].source = nil
        slots[slot].generation &+= 1
        freeSlots.append(token.slot)
        return true
    }

    /// Waits at most `milliseconds` (-1: without end) and tells the sources that became ready. Answers whether there was anything, be it the doorbell.
    func poll(milliseconds: Int32) -> Bool {
        let count = clinux_epoll_wait(epoll.number, events, Int32(Poller.eventCapacity), milliseconds)
        lastWakeup = .now
        guard count > 0 else { return false }
        for index in 0..<Int(count) {
            let event = events[index]
            let bits = event.data.u64
            guard bits != Poller.wakeUp else { continue }
            let slot = slots[Int(truncatingIfNeeded: bits & 0xFFFF_FFFF)]
            guard slot.generation == UInt32(bits >> 32), let source = slot.source else { continue }
            source.becameReady(Readiness(events: event.events))
        }
        return true
    }

    /// Who waits for anything.
    var sources: [any ReadinessSource] {
        slots.compactMap(\.source)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32, _ bits: UInt64) throws(SystemError) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: bits))
        guard epoll_ctl(epoll.number, operation, descriptor, &event) == 0 else { throw SystemError.last("epoll_ctl") }
    }
}
