import JSON
import Payments

// Terminals, reads and what happens at them (contract, section 3). This is the only place where their members are named.
extension JSONWriter {
    /// The attached terminals, and why there may be none.
    static func terminals(_ listing: TerminalListing) -> [UInt8] {
        object { object in
            object.array("terminals") { array in
                for terminal in listing.terminals { array.object { $0.write(terminal) } }
            }
            if let problem = listing.problem { object.member("problem", problem) }
        }
    }

    /// One terminal.
    static func terminal(_ terminal: Terminal) -> [UInt8] {
        object { object in
            object.object("terminal") { $0.write(terminal) }
        }
    }

    /// One read.
    static func read(_ read: TerminalRead) -> [UInt8] {
        object { object in
            object.object("read") { $0.write(read) }
        }
    }

    /// The data of an event; what happened is the event's name.
    static func event(_ event: TerminalEvent) -> [UInt8] {
        object { object in
            object.member("terminalId", event.terminal.rawValue)
            object.member("readId", event.read?.rawValue)
            object.member("at", event.at.rfc3339)
        }
    }
}

extension JSONObjectWriter {
    fileprivate mutating func write(_ terminal: Terminal) {
        member("id", terminal.id.rawValue)
        member("name", terminal.name)
        member("status", terminal.status.rawValue)
    }

    fileprivate mutating func write(_ read: TerminalRead) {
        member("id", read.id.rawValue)
        member("terminalId", read.terminal.rawValue)
        member("status", read.status.rawValue)
        member("expiresAt", read.expiresAt?.rfc3339)
        if let card = read.card {
            object("card") { $0.write(card) }
        } else {
            member("card", JSONScalar.null)
        }
        if let fault = read.fault {
            object("error") { error in
                error.member("code", fault.code.rawValue)
                error.member("message", fault.message)
            }
        } else {
            member("error", JSONScalar.null)
        }
    }

    private mutating func write(_ card: CardReadSummary) {
        member("network", card.network.rawValue)
        member("panNetwork", card.panNetwork.rawValue)
        member("first6", card.first6)
        member("last4", card.last4)
        member("expiryMonth", card.expiryMonth)
        member("expiryYear", card.expiryYear)
        member("holderName", card.holderName)
        member("aid", card.applicationIdentifier)
        member("applicationLabel", card.applicationLabel)
    }
}
