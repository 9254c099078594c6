import Payments
import Terminals
import Testing

@testable import Gateway

/// The lines about terminals, as an operator reads them.
@Suite struct `Log of terminals` {
    private func line(_ event: LogEvent) -> String {
        let line = String(decoding: LogForm.readable.line(event, at: Timestamp(milliseconds: 0), request: nil), as: UTF8.self)
        return String(line.dropFirst("1970-01-01T00:00:00.000Z ".count).dropLast())
    }

    private let terminal = TerminalID("acs-00")

    @Test func `Reads and taps`() throws {
        let read = try #require(ReadID("read_1"))
        let merchant = try #require(MerchantID("M1"))
        #expect(line(LogEvent(.started(read, terminal, merchant))) == "INFO read.started read=read_1 terminal=acs-00 merchant=M1")
        #expect(
            line(LogEvent(.ended(read, terminal, .failed, code: .cardRemoved)))
                == "INFO read.ended read=read_1 terminal=acs-00 status=FAILED code=card.removed")
        #expect(line(LogEvent(.ended(read, terminal, .succeeded, code: nil))) == "INFO read.ended read=read_1 terminal=acs-00 status=SUCCEEDED")
        #expect(line(LogEvent(.expired(read))) == "INFO read.expired read=read_1")
        #expect(line(LogEvent(.tapStarted(terminal, merchant))) == "INFO tap.started terminal=acs-00 merchant=M1")
        #expect(line(LogEvent(.tapEnded(terminal, .timedOut))) == "INFO tap.ended terminal=acs-00 outcome=timedOut")
    }

    @Test func `Readers and their service`() {
        #expect(line(LogEvent(.attached(terminal, name: "ACS 00"))) == #"INFO terminal.attached terminal=acs-00 name="ACS 00""#)
        #expect(line(LogEvent(.detached(terminal, name: "ACS 00"))) == #"WARNING terminal.detached terminal=acs-00 name="ACS 00""#)
        #expect(
            line(LogEvent(.serviceLost(code: "0x8010001D", problem: "pcscd does not run")))
                == #"WARNING terminals.service_lost code=0x8010001D reason="pcscd does not run""#)
        #expect(line(LogEvent(.serviceBack)) == "INFO terminals.service_back")
        #expect(
            line(LogEvent(.conversationLeft(terminal, milliseconds: 10_100))) == "WARNING terminal.not_answering terminal=acs-00 durationMs=10100")
    }
}
