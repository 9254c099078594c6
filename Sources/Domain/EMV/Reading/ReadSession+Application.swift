/// One application: SELECT, GET PROCESSING OPTIONS, READ RECORD.
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

    /// What to send with GET PROCESSING OPTIONS.
    private enum Request {
        case asked(DataObjectList, TransactionQualifiers)
        /// Nothing, as a card without a list gets it: some accept it although they have one.
        case nothing
    }

    /// What an answer to GET PROCESSING OPTIONS means for the application.
    private enum Verdict {
        case options(ProcessingOptions)
        /// With other values it may go on.
        case otherValues
        /// The answer says nothing or was cut.
        case onceMore
        case refused
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

    private mutating func processingOptions(of selected: Selected) throws(ReadFailure) -> ProcessingOptions? {
        var requests = Self.requests(for: selected.information.processingOptionsList)[...]
        var isRepeated = false
        var isSelected = true
        while let request = requests.first, conversation.mayGetProcessingOptions {
            // A card takes this command once after each SELECT.
            if !isSelected {
                step = .selectApplication
                guard try conversation.exchange(selected.command).isUsable else { return nil }
            }
            isSelected = false
            switch try verdict(on: request, for: selected.network) {
            case .options(let options): return options
            case .refused: return nil
            case .otherValues: requests.removeFirst()
            case .onceMore:
                if isRepeated { return nil }
                isRepeated = true
            }
        }
        return nil
    }

    private static func requests(for list: [UInt8]) -> [Request] {
        guard !list.isEmpty, let list = try? DataObjectList(decoding: list) else { return [.nothing] }
        let qualifiers = list.asks(for: .transactionQualifiers) ? TransactionQualifiers.all : [.usual]
        return qualifiers.map { .asked(list, $0) } + [.nothing]
    }

    private mutating func verdict(on request: Request, for network: ApplicationNetwork?) throws(ReadFailure) -> Verdict {
        step = .getProcessingOptions
        let response = try conversation.exchange(.getProcessingOptions(values(for: request, network)))
        switch response.status {
        case .commandNotAllowed: throw .confirmOnPhone
        case .referencedDataInvalidated, .conditionsNotSatisfied: return .otherValues
        case .noDiagnosis: return .onceMore
        default: break
        }
        if response.isCut {
            sawMalformedAnswer = true
            return .onceMore
        }
        guard response.isUsable else { return .refused }
        do throws(TLVError) {
            return .options(try ProcessingOptions(decoding: response.data))
        } catch {
            sawMalformedAnswer = true
            return .refused
        }
    }

    private func values(for request: Request, _ network: ApplicationNetwork?) -> DataObjectList.Values {
        guard case .asked(let list, let qualifiers) = request else { return .none }
        let unpredictableNumber = terminal.unpredictableNumber()
        return list.values { terminal.value($0, for: network, qualifiers: qualifiers, unpredictableNumber: unpredictableNumber) }
    }

    private mutating func records(_ options: ProcessingOptions) throws(ReadFailure) -> CardRecords {
        var records = CardRecords()
        records.merge(options.objects)
        var recordsLeft = limits.records
        for entry in options.locator.entries {
            for record in entry.records {
                guard !records.isComplete, recordsLeft > 0, conversation.mayExchange else { return records }
                recordsLeft -= 1
                step = .readRecord
                let response = try conversation.exchange(.readRecord(record))
                // This file ends here; a locked record says nothing of the next one.
                if response.status == .recordNotFound || response.status == .incorrectParameters { break }
                merge(response, of: entry, into: &records)
            }
        }
        return records
    }

    private mutating func merge(_ response: ResponseAPDU, of entry: ApplicationFileLocator.Entry, into records: inout CardRecords) {
        do throws(TLVError) {
            if response.isUsable {
                records.merge(try TLVTree(decoding: response.data))
            } else if response.isCut, entry.holdsTLV {
                sawMalformedAnswer = true
            }
        } catch {
            if entry.holdsTLV { sawMalformedAnswer = true }
        }
    }
}
