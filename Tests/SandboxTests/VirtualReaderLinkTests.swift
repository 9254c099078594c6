import Dispatch
import Reactor
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

/// A card that keeps what happens to it, and reacts as it is told.
private struct Witness: VirtualCardBehaviour {
    final class Diary: Sendable {
        private let lines = Mutex<[[UInt8]?]>([])

        var all: [[UInt8]?] { lines.withLock { $0 } }

        func note(_ command: [UInt8]?) { lines.withLock { $0.append(command) } }
    }

    let diary = Diary()
    var reactions: [CardReaction] = []

    mutating func reset() { diary.note(nil) }

    mutating func react(to command: [UInt8]) -> CardReaction {
        diary.note(command)
        return reactions.isEmpty ? .answer([0x90, 0x00]) : reactions.removeFirst()
    }
}

extension VirtualReaderImitation {
    fileprivate var address: SocketAddress {
        get throws { try SocketAddress(parsing: "127.0.0.1:\(port)") }
    }
}

extension VirtualReaderImitation.Slot {
    /// Checks the next frame, nil for the end of the stream.
    fileprivate func expect(_ content: [UInt8]?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let answer = try answer()
        #expect(answer == content, sourceLocation: sourceLocation)
    }
}

@Suite("A virtual card's link to its reader", .timeLimit(.minutes(1)))
struct VirtualReaderLinkTests {
    private static let atr: [UInt8] = [4]

    /// A card that a reader has noticed; the test plays the reader's part on a thread of its own.
    private func hold(
        _ card: any VirtualCardBehaviour, then test: @escaping @Sendable (VirtualReaderImitation.Slot, VirtualReaderLink) throws -> Void
    ) async throws -> VirtualReaderLink.End {
        let reader = try VirtualReaderImitation()
        async let accepted = Self.onThread {
            let slot = try reader.accept()
            slot.ask(Self.atr)
            try slot.expect(card.answerToReset)
            return slot
        }
        let link = try await VirtualReaderLink.hold(card, at: try reader.address, within: .seconds(30))
        let slot = try await accepted
        try await Self.onThread { try test(slot, link) }
        return await link.untilEnd()
    }

    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "reader").async { continuation.resume(with: Result { try work() }) }
        }
    }

    @Test("Power on, off and reset reach the card and are not answered; commands and the answer to reset are")
    func requests() async throws {
        let card = Witness()
        let end = try await hold(card) { slot, link in
            for control: UInt8 in [0, 1, 2, 7] { slot.ask([control]) }
            slot.ask([0x00, 0xA4, 0x04, 0x00])
            try slot.expect([0x90, 0x00])
            slot.ask([])
            try slot.expect([0x90, 0x00])
            slot.ask(Self.atr)
            try slot.expect(card.answerToReset)
            #expect(slot.isQuiet)
            link.remove()
            try slot.expect(nil)
        }
        #expect(end == .removed)
        #expect(card.diary.all == [nil, nil, nil, [0x00, 0xA4, 0x04, 0x00], []])
    }

    @Test("Frames may come byte by byte and several at once")
    func pieces() async throws {
        let card = Witness()
        let command = [UInt8](repeating: 0xA4, count: 300)
        let end = try await hold(card) { slot, link in
            for byte in [0x01, 0x2C] + command { slot.send([byte]) }
            try slot.expect([0x90, 0x00])
            slot.send([0, 1, 2, 0, 1, 4, 0, 4, 1, 2, 3, 4, 0])
            try slot.expect(card.answerToReset)
            try slot.expect([0x90, 0x00])
            slot.send([2, 9])
            slot.send([9])
            try slot.expect([0x90, 0x00])
            link.remove()
        }
        #expect(end == .removed)
        #expect(card.diary.all == [command, nil, [1, 2, 3, 4], [9, 9]])
    }

    @Test("An answer may be as long as a frame, and comes whole")
    func longAnswer() async throws {
        let bytes = (0..<65535).map { UInt8(truncatingIfNeeded: $0) }
        let end = try await hold(Witness(reactions: [.answer(bytes), .answer(bytes + [1])])) { slot, link in
            for _ in 0..<2 {
                slot.ask([0, 0, 0, 0])
                try slot.expect(bytes)
            }
            link.remove()
        }
        #expect(end == .removed)
    }

    @Test("A reader that asks and does not listen gets every answer in the end")
    func slowReader() async throws {
        let bytes = [UInt8](repeating: 0xA5, count: 65535)
        let end = try await hold(Witness(reactions: .init(repeating: .answer(bytes), count: 200))) { slot, link in
            for _ in 0..<200 { slot.ask([0, 0, 0, 0]) }
            for _ in 0..<200 { try slot.expect(bytes) }
            slot.ask(Self.atr)
            try slot.expect(AnswerToReset.contactlessCard)
            link.remove()
        }
        #expect(end == .removed)
    }

    @Test("A card leaves before its answer, in the middle of it, or says one byte or none and stays")
    func faults() async throws {
        let partial = CardReaction.partial([1, 2, 3, 4, 5, 6], count: 3)
        let cases: [(reaction: CardReaction, bytes: [UInt8])] = [(.leave, []), (partial, [0, 6, 1, 2, 3])]
        for (reaction, bytes) in cases {
            let end = try await hold(Witness(reactions: [reaction])) { slot, _ in
                slot.ask([0, 0, 0, 0])
                let received = try slot.receive(100)
                #expect(received == bytes)
            }
            #expect(end == .cardLeft)
        }
        let end = try await hold(Witness(reactions: [.oneByte, .empty])) { slot, link in
            slot.ask([0, 0, 0, 0])
            try slot.expect([0x6F])
            slot.ask([0, 0, 0, 0])
            try slot.expect([])
            slot.ask([0, 0, 0, 0])
            try slot.expect([0x90, 0x00])
            link.remove()
        }
        #expect(end == .removed)
    }

    @Test("A silent card answers nothing at all until it loses power; it can be taken away")
    func silence() async throws {
        let card = Witness(reactions: [.silence])
        let end = try await hold(card) { slot, link in
            slot.ask([0, 0, 0, 1])
            slot.ask([0, 0, 0, 2])
            slot.ask(Self.atr)
            // The reset is answered by nothing either; the first answer is that of the command behind it.
            slot.ask([2])
            slot.ask([0, 0, 0, 3])
            try slot.expect([0x90, 0x00])
            link.remove()
            try slot.expect(nil)
        }
        #expect(end == .removed)
        #expect(card.diary.all == [[0, 0, 0, 1], nil, [0, 0, 0, 3]])
        let removed = try await hold(Witness(reactions: [.silence])) { slot, link in
            slot.ask([0, 0, 0, 1])
            link.remove()
            try slot.expect(nil)
        }
        #expect(removed == .removed)
    }

    @Test("A slow card answers in its time, the question for its answer to reset at once, and nothing after a reset")
    func slowAnswers() async throws {
        let card = Witness(reactions: [.after(.milliseconds(200), .answer([0x61, 0x10])), .after(.seconds(3600), .answer([0x61, 0x11]))])
        let end = try await hold(card) { slot, link in
            let start = ContinuousClock.now
            slot.ask([0, 0, 0, 1])
            slot.ask(Self.atr)
            try slot.expect(card.answerToReset)
            try slot.expect([0x61, 0x10])
            #expect(.now - start >= .milliseconds(200))
            slot.ask([0, 0, 0, 2])
            slot.ask([0])
            slot.ask([0, 0, 0, 3])
            try slot.expect([0x90, 0x00])
            link.remove()
        }
        #expect(end == .removed)
    }

    @Test("A slow card can leave, too")
    func slowFaults() async throws {
        let card = SlowCard(FaultyCard(CardProfile.visa.card(), .leaves, after: 0), taking: .milliseconds(10))
        let end = try await hold(card) { slot, _ in
            slot.ask([0, 0, 0, 0])
            try slot.expect(nil)
        }
        #expect(end == .cardLeft)
    }

    @Test("The end of the reader ends the stay")
    func readerEnds() async throws {
        let reader = try VirtualReaderImitation()
        async let accepted: Void = Self.onThread {
            let slot = try reader.accept()
            slot.ask(Self.atr)
            _ = try slot.answer()
        }
        let link = try await VirtualReaderLink.hold(Witness(), at: try reader.address, within: .seconds(30))
        try await accepted
        #expect(await link.untilEnd() == .readerGone)
        #expect(await link.untilEnd() == .readerGone)
    }

    @Test("Cancelling the wait, and forgetting the link, take the card away")
    func cancellation() async throws {
        let reader = try VirtualReaderImitation()
        async let accepted = Self.onThread {
            let slot = try reader.accept()
            slot.ask(Self.atr)
            _ = try slot.answer()
            return slot
        }
        let link = try await VirtualReaderLink.hold(Witness(), at: try reader.address, within: .seconds(30))
        let slot = try await accepted
        let wait = Task { await link.untilEnd() }
        wait.cancel()
        #expect(await wait.value == .removed)
        let afterwards = try await Self.onThread { try slot.answer() }
        #expect(afterwards == nil)

        async let next = Self.onThread {
            let slot = try reader.accept()
            slot.ask(Self.atr)
            _ = try slot.answer()
            return try slot.answer()
        }
        _ = try await VirtualReaderLink.hold(Witness(), at: try reader.address, within: .seconds(30))
        let answer = try await next
        #expect(answer == nil)
    }

    @Test("Where nobody listens the error says what to install; where nobody looks, that nobody does")
    func noReader() async throws {
        let address = try SocketAddress(parsing: "127.0.0.1:9")
        await #expect(throws: VirtualReaderError.noReader(address)) { _ = try await VirtualReaderLink.hold(Witness(), at: address) }
        let text = "\(VirtualReaderError.noReader(address))"
        for word in ["127.0.0.1:9", "vsmartcard-vpcd", "pcscd"] { #expect(text.contains(word)) }

        let reader = try VirtualReaderImitation()
        await #expect(throws: VirtualReaderError.notNoticed(try reader.address)) {
            _ = try await VirtualReaderLink.hold(Witness(), at: try reader.address, within: .milliseconds(50))
        }
        let waiting = Task { try await VirtualReaderLink.hold(Witness(), at: try reader.address, within: .seconds(3600)) }
        waiting.cancel()
        await #expect(throws: VirtualReaderError.removed) { _ = try await waiting.value }
    }
}
