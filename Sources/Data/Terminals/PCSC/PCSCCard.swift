internal import CLinux
internal import CPCSC
internal import EMV

/// A card that is held exclusively, on the thread of its context.
///
/// It is always left as it is: resetting a card that is gone makes pcscd 1.9.9 miss the next one.
final class PCSCCard: CardChannel {
    /// Outlives the card.
    private let context: PCSCContext
    private let handle: SCARDHANDLE
    private let activeProtocol: DWORD
    /// For the longest answer there can be; drivers refuse to give one that does not fit.
    private let answer = UnsafeMutableRawBufferPointer.allocate(byteCount: (1 << 16) + 12, alignment: 16)
    /// The last code that was not success.
    private(set) var lastCode: PCSCCode?

    init(_ context: PCSCContext, reader: String) throws(PCSCCode) {
        var handle = SCARDHANDLE()
        var active = DWORD()
        let protocols = DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1)
        let code = PCSCCode(SCardConnect(context.number, reader, DWORD(SCARD_SHARE_EXCLUSIVE), protocols, &handle, &active))
        guard code == .success else { throw code }
        self.context = context
        self.handle = handle
        activeProtocol = active
    }

    deinit {
        SCardDisconnect(handle, DWORD(SCARD_LEAVE_CARD))
        // A call that fails may have left half an answer.
        wipe(answer.count)
        answer.deallocate()
    }

    /// Returns when the reader's driver does, however late that is.
    func transmit(_ command: [UInt8]) throws(CardChannelError) -> [UInt8] {
        // Another protocol than the one that was agreed on is refused.
        var header = SCARD_IO_REQUEST(dwProtocol: activeProtocol, cbPciLength: UInt(MemoryLayout<SCARD_IO_REQUEST>.size))
        var length = DWORD(answer.count)
        let bytes = answer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let code = PCSCCode(SCardTransmit(handle, &header, command, DWORD(command.count), nil, bytes, &length))
        guard code == .success else {
            lastCode = code
            throw code.isOfCard ? .cardRemoved : .readerLost
        }
        let count = min(Int(clamping: length), answer.count)
        defer { wipe(count) }
        // Success with no status word is how drivers report a card that went away in mid-command.
        guard count >= 2 else { throw .cardRemoved }
        return [UInt8](answer.prefix(count))
    }

    private func wipe(_ count: Int) {
        if let base = answer.baseAddress { clinux_wipe(base, count) }
    }
}
