/// GET PROCESSING OPTIONS, with the values that a choosy card wants.
extension ReadSession {
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

    /// Nil when the application refuses whatever it is told.
    mutating func processingOptions(of selected: Selected) throws(ReadFailure) -> ProcessingOptions? {
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
                if isRepeated {
                    if conversation.lastStatus != .noDiagnosis { sawMalformedAnswer = true }
                    return nil
                }
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
        if response.isCut { return .onceMore }
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
}
