/// One application: SELECT, then what it tells.
extension ReadSession {
    /// An application the card has let us into.
    struct Selected {
        /// How to get back to it.
        let command: CommandAPDU
        let sought: ApplicationIdentifier
        let information: FileControlInformation

        /// What it calls itself.
        var name: ApplicationIdentifier { information.dedicatedFileName ?? sought }
        var network: ApplicationNetwork? { ApplicationNetwork(of: name) ?? ApplicationNetwork(of: sought) }

        func application(label: String?) -> ChipCard.Application {
            ChipCard.Application(
                // Sought by its beginning, an application is known by its whole name.
                identifier: name.hasPrefix(sought.bytes) ? name : sought, dedicatedFileName: information.dedicatedFileName, network: network,
                label: information.label ?? label, preferredName: information.preferredName)
        }
    }

    /// Nil when the application is not there, blocked or not to be understood.
    mutating func select(_ application: ApplicationIdentifier, _ occurrence: CommandAPDU.Occurrence = .first) throws(ReadFailure) -> Selected? {
        step = .selectApplication
        let response = try conversation.exchange(.select(application, occurrence))
        // A blocked application may still describe itself.
        if response.status == .applicationBlocked {
            sawBlockedApplication = true
            return nil
        }
        guard response.isUsable else {
            if response.isCut { sawMalformedAnswer = true }
            return nil
        }
        do throws(TLVError) {
            let information = try FileControlInformation(decoding: response.data)
            let name = information.dedicatedFileName ?? application
            if !applications.contains(name), !applications.contains(application) { applications.append(name) }
            let command = CommandAPDU.select(occurrence == .first ? application : name)
            return Selected(command: command, sought: application, information: information)
        } catch {
            sawMalformedAnswer = true
            return nil
        }
    }

    /// Nil when the application refuses or its records tell no number.
    mutating func read(_ selected: Selected, label: String?) throws(ReadFailure) -> ChipCard? {
        conversation.beginApplication()
        guard let options = try processingOptions(of: selected) else { return nil }
        let records = try records(options)
        return records.card(of: selected.application(label: label), codeTable: selected.information.codeTable)
    }
}
