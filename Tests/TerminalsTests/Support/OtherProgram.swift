import CPCSC
import Testing

/// Another client of the PC/SC service, which keeps a reader for itself.
final class OtherProgram: Sendable {
    private let context: SCARDCONTEXT
    private let card: SCARDHANDLE

    init(holding reader: String) throws {
        var context = SCARDCONTEXT()
        try #require(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context) == 0)
        self.context = context
        var card = SCARDHANDLE()
        var active = DWORD()
        let code = SCardConnect(
            context, reader, DWORD(SCARD_SHARE_EXCLUSIVE), DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1), &card, &active)
        try #require(code == 0)
        self.card = card
    }

    func letGo() {
        SCardDisconnect(card, DWORD(SCARD_LEAVE_CARD))
        SCardReleaseContext(context)
    }
}
