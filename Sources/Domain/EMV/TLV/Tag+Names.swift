// The tags this reader knows by name (EMV Book 3, annex A; EMV Book B; the networks' contactless kernels).

/// How an application is found.
extension Tag {
    static let applicationIdentifier = Tag(0x4F)
    static let applicationLabel = Tag(0x50)
    static let directoryEntry = Tag(0x61)
    static let dedicatedFileName = Tag(0x84)
    static let applicationPriority = Tag(0x87)
    static let issuerCodeTable = Tag(0x9F11)
    static let preferredName = Tag(0x9F12)
    static let processingOptionsList = Tag(0x9F38)
}

/// What GET PROCESSING OPTIONS answers.
extension Tag {
    static let responseFormat1 = Tag(0x80)
    static let applicationFileLocator = Tag(0x94)
}

/// What the card says of itself.
extension Tag {
    static let track1 = Tag(0x56)
    static let track2Equivalent = Tag(0x57)
    static let primaryAccountNumber = Tag(0x5A)
    static let cardholderName = Tag(0x5F20)
    static let expirationDate = Tag(0x5F24)
    static let accountSequenceNumber = Tag(0x5F34)
    static let cardholderNameExtended = Tag(0x9F0B)
    static let tokenRequestor = Tag(0x9F19)
    static let track1Discretionary = Tag(0x9F1F)
    static let magneticStripeTrack2 = Tag(0x9F6B)
    static let mobileVerificationResults = Tag(0x9F71)
}

/// What a card may ask of the terminal.
extension Tag {
    static let transactionDate = Tag(0x9A)
    static let transactionType = Tag(0x9C)
    static let transactionCurrency = Tag(0x5F2A)
    static let amountAuthorised = Tag(0x9F02)
    static let merchantCategory = Tag(0x9F15)
    static let terminalCountry = Tag(0x9F1A)
    static let terminalIdentification = Tag(0x9F1C)
    static let interfaceSerialNumber = Tag(0x9F1E)
    static let transactionTime = Tag(0x9F21)
    static let terminalCapabilities = Tag(0x9F33)
    static let terminalType = Tag(0x9F35)
    static let unpredictableNumber = Tag(0x9F37)
    static let additionalCapabilities = Tag(0x9F40)
    static let merchantName = Tag(0x9F4E)
    static let interacTerminalType = Tag(0x9F58)
    static let interacCapabilities = Tag(0x9F59)
    static let transactionQualifiers = Tag(0x9F66)
    static let amexReaderCapabilities = Tag(0x9F6D)
    static let amexEnhancedCapabilities = Tag(0x9F6E)
}
