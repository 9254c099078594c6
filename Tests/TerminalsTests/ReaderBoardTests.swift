import Payments
import Testing

@testable import Terminals

/// What the board makes of what the service says.
struct ReaderBoardTests {
    private static let terminal = TerminalID("lane-00-00")

    private func report(_ word: UInt, name: String = "Lane 00 00") -> ReaderReport {
        ReaderReport(name: name, word: word, atr: word & 0x20 != 0 ? [0x3B, 0x80, 0x80, 0x01, 0x01] : [])
    }

    private func kinds(_ changes: [ReaderBoard.Change]) -> [TerminalDriverEvent.Kind] {
        changes.compactMap { if case .reader(let event, _) = $0 { event.kind } else { nil } }
    }

    private func board(_ words: UInt...) -> ReaderBoard {
        var board = ReaderBoard()
        for word in words { _ = board.update([report(word)]) }
        return board
    }

    private func reader(_ board: ReaderBoard) throws -> ReaderBoard.Reader { try #require(board.readers[Self.terminal]) }

    @Test func aCardComesAndGoes() throws {
        var board = ReaderBoard()
        #expect(board.problem == ServiceProblem.starting)
        #expect(kinds(board.update([report(0x0000_0012)])) == [.attached])
        #expect(board.problem == nil)
        #expect(try reader(board).status == .ready)
        #expect(kinds(board.update([report(0x0001_0022)])) == [.cardPresent])
        #expect(try reader(board).status == .cardPresent)
        #expect(try reader(board).offer?.counter == 1)
        // The same again, with flags that do not matter.
        #expect(board.update([report(0x0001_0122)]).isEmpty)
        #expect(kinds(board.update([report(0x0002_0012)])) == [.cardRemoved])
        #expect(try reader(board).offer == nil)
    }

    @Test func flagsAreMasked() throws {
        // After a removal in an exclusive session: EMPTY and EXCLUSIVE.
        var board = board(0x0001_0022)
        #expect(kinds(board.update([report(0x0002_0092)], ownReaders: [Self.terminal])) == [.cardRemoved])
        #expect(try reader(board).status == .ready)
    }

    @Test func aCardThatLiesThereAtTheStartIsOffered() throws {
        var board = ReaderBoard()
        #expect(kinds(board.update([report(0x0000_0022)])) == [.attached, .cardPresent])
        #expect(try reader(board).offer != nil)
    }

    @Test(arguments: [UInt(0x0003_0022), 0x0007_0022]) func aSwapBetweenTwoLooksIsAnotherInsertion(_ word: UInt) throws {
        var board = board(0x0001_0022)
        let first = try #require(try reader(board).offer)
        board.markRead(first, at: Self.terminal)
        #expect(try reader(board).offer == nil)
        #expect(kinds(board.update([report(word)])) == [.cardRemoved, .cardPresent])
        let second = try #require(try reader(board).offer)
        #expect(second != first)
        // Late news of the first card.
        board.markRead(first, at: Self.terminal)
        #expect(try reader(board).offer == second)
    }

    @Test func aCardThatCameAndWentBetweenTwoLooksIsTold() {
        var board = board(0x0002_0012)
        #expect(kinds(board.update([report(0x0004_0012)])) == [.cardPresent, .cardRemoved])
    }

    @Test func theCounterStartsAnewAt65536() throws {
        var board = board(0xFFFF_0022)
        board.markRead(try #require(try reader(board).offer), at: Self.terminal)
        #expect(kinds(board.update([report(0x0001_0022)])) == [.cardRemoved, .cardPresent])
        #expect(try reader(board).offer != nil)
    }

    @Test func aSlotThatNeverAnsweredIsUnavailableUntilSomethingChanges() throws {
        var board = ReaderBoard()
        #expect(kinds(board.update([report(0x0000_0222)])) == [.attached])
        #expect(try reader(board).status == .unavailable)
        #expect(try reader(board).offer == nil)
        #expect(board.update([report(0x0000_0222)]).isEmpty)
        #expect(kinds(board.update([report(0x0001_0012)])).isEmpty)
        #expect(try reader(board).status == .ready)
        // A card that does not answer later is a card.
        #expect(kinds(board.update([report(0x0002_0222)])) == [.cardPresent])
        #expect(try reader(board).offer != nil)
    }

    @Test func aSlotThatAnswersAfterAllHasACard() throws {
        var board = board(0x0000_0222)
        #expect(kinds(board.update([report(0x0000_0022)])) == [.cardPresent])
        #expect(try reader(board).status == .cardPresent)
    }

    @Test(arguments: [UInt(0x000C), 0x000E]) func aReaderThatIsUnknownIsGone(_ word: UInt) {
        var board = board(0x0001_0022)
        #expect(kinds(board.update([report(word)])) == [.cardRemoved, .detached])
        #expect(board.readers.isEmpty)
        #expect(board.problem == ServiceProblem.noReader)
    }

    @Test func aReaderInABadStateIsUnavailable() throws {
        #expect(try reader(board(0x0000_000A)).status == .unavailable)
    }

    @Test func aReaderThatAnotherProgramHoldsIsUnavailable() throws {
        var board = board(0x0001_00A2)
        #expect(try reader(board).status == .unavailable)
        _ = board.update([report(0x0001_0022)])
        #expect(try reader(board).status == .cardPresent)
        board.noteConnection(at: Self.terminal, refusedWith: .sharingViolation)
        #expect(try reader(board).status == .unavailable)
        board.noteConnection(at: Self.terminal, refusedWith: nil)
        #expect(try reader(board).status == .cardPresent)
    }

    @Test func aReaderThatComesBackHasANewInsertion() throws {
        var board = board(0x0001_0022)
        let first = try #require(try reader(board).offer)
        board.markRead(first, at: Self.terminal)
        #expect(kinds(board.update([])) == [.cardRemoved, .detached])
        #expect(kinds(board.update([report(0x0001_0022)])) == [.attached, .cardPresent])
        #expect(try reader(board).offer != nil)
        #expect(try reader(board).offer != first)
    }

    @Test func aCardThatWasReadBeforeTheServiceWasLostIsNotReadAgain() throws {
        var board = board(0x0001_0022)
        board.markRead(try #require(try reader(board).offer), at: Self.terminal)
        let lost = board.loseService(.noService)
        #expect(kinds(lost) == [.cardRemoved, .detached])
        #expect(lost.contains(.serviceLost(.noService)))
        #expect(board.problem?.contains("not running") == true)
        // Told once.
        #expect(board.loseService(.noService).isEmpty)
        #expect(board.loseService(.accessDenied) == [.serviceLost(.accessDenied)])
        #expect(board.problem?.contains("org.debian.pcsc-lite.access_pcsc") == true)

        let back = board.update([report(0x0000_0022)])
        #expect(back.first == .serviceBack)
        #expect(kinds(back) == [.attached, .cardPresent])
        #expect(try reader(board).offer == nil)
        _ = board.update([report(0x0001_0012)])
        _ = board.update([report(0x0002_0022)])
        #expect(try reader(board).offer != nil)
    }

    @Test func aCardThatWasNotReadBeforeTheServiceWasLostIs() throws {
        var board = board(0x0001_0022)
        _ = board.loseService(.serviceStopped)
        _ = board.update([report(0x0000_0022)])
        #expect(try reader(board).offer != nil)
    }

    @Test func deniedCardsAreAProblem() {
        var board = board(0x0001_0022)
        board.noteConnection(at: Self.terminal, refusedWith: .accessDenied)
        #expect(board.problem?.contains("org.debian.pcsc-lite.access_card") == true)
        board.noteConnection(at: Self.terminal, refusedWith: nil)
        #expect(board.problem == nil)
    }

    /// Whoever connects to a card while the service dies hears the code of a refusal, before or after the loss is known.
    @Test(arguments: [true, false])
    func aServiceThatDiesWhileACardIsConnectedToDeniesNothing(isNotedFirst: Bool) {
        var board = board(0x0001_0022)
        if isNotedFirst { board.noteConnection(at: Self.terminal, refusedWith: .accessDenied) }
        _ = board.loseService(.noService)
        if !isNotedFirst { board.noteConnection(at: Self.terminal, refusedWith: .accessDenied) }
        _ = board.update([report(0x0001_0022)])
        #expect(board.problem == nil)
    }
}
