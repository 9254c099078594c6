internal import CPCSC
internal import Glibc

extension PCSCContext {
    /// The reader that stands for the list of readers: its state changes when one comes or goes.
    private static let listNotification = #"\\?PnP?\Notification"#

    /// What the last look saw of a reader: `known` state words are handed back as they came, event counter included, so that whatever happened in
    /// between ends the next wait at once.
    struct Look: Sendable {
        var reports: [ReaderReport]
        /// The state of the list itself.
        var list: DWORD

        /// Of all that is yet to be seen.
        static let none = Look(reports: [], list: 0)
    }

    /// Waits until a reader's state differs from what `known` says of it, a reader comes or goes, somebody cancels, or `limit` is over.
    ///
    /// A reader that `known` does not name is new, and ends the wait at once. Nil: somebody cancelled.
    func change(of names: [String], since known: Look, within limit: Duration) throws(PCSCCode) -> Look? {
        let watched = names.prefix(Self.maximumReaders)
        // With as many readers as pcsc-lite can have there is no room for the list, and no further reader can come.
        let watchesList = watched.count < Self.maximumReaders
        var states = watched.map { name in
            SCARD_READERSTATE(name, current: known.reports.first { $0.name == name }?.word ?? DWORD(SCARD_STATE_UNAWARE))
        }
        if watchesList { states.append(SCARD_READERSTATE(Self.listNotification, current: known.list)) }
        defer { for state in states { free(UnsafeMutablePointer(mutating: state.szReader)) } }

        let code = PCSCCode(SCardGetStatusChange(number, DWORD(clamping: limit.wholeMilliseconds), &states, DWORD(states.count)))
        switch code {
        case .success: break
        case .timeout: return known
        case .cancelled: return nil
        default: throw code
        }
        return Look(
            reports: zip(watched, states).map { ReaderReport(name: $0, $1) }, list: watchesList ? (states.last?.dwEventState ?? 0) : known.list)
    }
}

extension SCARD_READERSTATE {
    /// With a copy of the name that has to be freed.
    fileprivate init(_ name: String, current: DWORD) {
        self.init()
        szReader = UnsafePointer(strdup(name))
        dwCurrentState = current
    }
}

extension ReaderReport {
    fileprivate init(name: String, _ state: SCARD_READERSTATE) {
        let atr = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(Int(clamping: state.cbAtr))) }
        self.init(name: name, word: state.dwEventState, atr: atr)
    }
}
