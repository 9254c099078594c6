internal import CPCSC

/// A connection to the PC/SC service. It belongs to one thread: a call that waits blocks it for all others but `SCardCancel`.
final class PCSCContext {
    /// How many readers pcsc-lite knows at a time, and how many states one call may ask for.
    static let maximumReaders = Int(PCSCLITE_MAX_READERS_CONTEXTS)

    /// pcsc-lite's number for it, for `PCSCContext.cancel`.
    let number: SCARDCONTEXT

    init() throws(PCSCCode) {
        var context = SCARDCONTEXT()
        let code = PCSCCode(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context))
        guard code == .success else { throw code }
        number = context
    }

    deinit {
        SCardReleaseContext(number)
    }

    /// Ends the `SCardGetStatusChange` that waits in the context, from another thread. When none waits yet it does nothing, and says success.
    static func cancel(_ number: SCARDCONTEXT) {
        SCardCancel(number)
    }

    /// The names of the attached readers.
    func readerNames() throws(PCSCCode) -> [String] {
        // The list may grow between asking for its length and for itself.
        for _ in 0..<8 {
            var length = DWORD()
            let measured = PCSCCode(SCardListReaders(number, nil, nil, &length))
            if measured == .noReaders { return [] }
            guard measured == .success else { throw measured }
            var text = [CChar](repeating: 0, count: Int(length))
            let code = PCSCCode(SCardListReaders(number, nil, &text, &length))
            switch code {
            case .success:
                let bytes = text.prefix(Int(clamping: length)).map { UInt8(bitPattern: $0) }
                return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            case .noReaders: return []
            case .insufficientBuffer: continue
            default: throw code
            }
        }
        throw .insufficientBuffer
    }
}
