public import Reactor

/// A card held to a virtual reader: Debian's `vsmartcard-vpcd`, a reader driver of pcscd's that listens on a TCP port and whose card is whoever connects.
///
/// The card lies on the reader from `hold` until it leaves by itself, `remove()`, the end of the reader, or until nobody refers to the link any more.
/// It answers on a thread of its own. The removal shows in pcscd at its next look, at most 400 ms later.
public final class VirtualReaderLink: Sendable {
    /// The port of vpcd's first reader; the next reader has the next one.
    public static let firstPort: UInt16 = 35963

    /// Why the card no longer lies on the reader.
    public enum End: Hashable, Sendable {
        /// `remove()`, or the cancellation of who waits in `untilEnd()`.
        case removed
        /// It left by itself: `CardReaction.leave` or `.partial`.
        case cardLeft
        /// The reader closed the connection: pcscd has ended.
        case readerGone
    }

    private let stay: Stay

    private init(_ stay: Stay) {
        self.stay = stay
    }

    deinit {
        stay.bell.ring()
    }

    /// Holds a card to the reader at `address` and returns when the reader has noticed it, which it does within 400 ms unless another card lies there:
    /// then the card waits, at most `limit`, until that one is gone.
    public static func hold(
        _ card: any VirtualCardBehaviour, at address: SocketAddress, within limit: Duration = .seconds(5)
    ) async throws(VirtualReaderError) -> VirtualReaderLink {
        let stay: Stay
        do throws(SystemError) {
            stay = Stay(bell: try Bell())
        } catch {
            throw .system(error)
        }
        let link = VirtualReaderLink(stay)
        let thread = ThreadExecutor(name: "virtual card")
        Task(executorPreference: thread) { stay.run(card, at: address, until: .now.advanced(by: limit)) }
        Task {
            _ = await stay.end.value()
            await thread.shutdown()
        }
        let start = await withTaskCancellationHandler {
            await stay.start.value()
        } onCancel: {
            stay.bell.ring()
        }
        try start.get()
        return link
    }

    /// Takes the card away, also while it owes an answer. Twice is as once; the connection is closed a moment later, when `untilEnd()` returns.
    public func remove() {
        stay.bell.ring()
    }

    /// Waits until the card no longer lies on the reader. Cancelling the task takes it away.
    @discardableResult
    public func untilEnd() async -> End {
        await withTaskCancellationHandler {
            await stay.end.value()
        } onCancel: {
            stay.bell.ring()
        }
    }
}

/// What the link and its thread share.
private final class Stay: Sendable {
    let bell: Bell
    let start = OnceValue<Result<Void, VirtualReaderError>>()
    let end = OnceValue<VirtualReaderLink.End>()

    init(bell: Bell) {
        self.bell = bell
    }

    /// Blocks until the stay is over.
    func run(_ card: any VirtualCardBehaviour, at address: SocketAddress, until limit: ContinuousClock.Instant) {
        let end: VirtualReaderLink.End
        do throws(VirtualReaderError) {
            var session = try CardSession(card, at: address, bell: bell, until: limit)
            try session.untilNoticed(until: limit)
            start.set(.success(()))
            end = session.untilEnd()
        } catch {
            start.set(.failure(error))
            end = .removed
        }
        self.end.set(end)
    }
}
