/// A card that holds data and no applications, MIFARE Classic: it can be asked only in words of the reader's own, and knows none of a payment card's.
struct StorageCard: VirtualCardBehaviour {
    var answerToReset: [UInt8] { AnswerToReset.storageCard }

    mutating func reset() {}

    mutating func react(to command: [UInt8]) -> CardReaction {
        .answer(CardAnswer.status(.instructionNotSupported).bytes)
    }
}
