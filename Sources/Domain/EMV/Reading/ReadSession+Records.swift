/// READ RECORD, as far as the card's locator goes and no further than needed.
extension ReadSession {
    /// What the card tells before its records and in them.
    mutating func records(_ options: ProcessingOptions) throws(ReadFailure) -> CardRecords {
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
