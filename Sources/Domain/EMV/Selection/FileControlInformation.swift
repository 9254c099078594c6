import Secrets

/// What a card says of an application when it is selected (EMV Book 1, table 45).
struct FileControlInformation: Sendable {
    /// The application's true and whole name, where it has one.
    let dedicatedFileName: ApplicationIdentifier?
    let label: String?
    let preferredName: String?
    let codeTable: CodeTable?
    /// What the card wants to know before it is read, not yet decoded.
    let processingOptionsList: [UInt8]

    init(decoding data: SecretBytes) throws(TLVError) {
        let tree = try TLVTree(decoding: data)
        let codeTable = tree.openValue(.issuerCodeTable)?.first.flatMap(CodeTable.init)
        self.codeTable = codeTable
        dedicatedFileName = tree.openValue(.dedicatedFileName).flatMap(ApplicationIdentifier.init)
        // A label is of ASCII; only the preferred name is in the issuer's code table.
        label = tree.openValue(.applicationLabel).flatMap { ApplicationLabel.text($0, codeTable: nil) }
        preferredName = tree.openValue(.preferredName).flatMap { ApplicationLabel.text($0, codeTable: codeTable) }
        processingOptionsList = tree.openValue(.processingOptionsList) ?? []
    }
}
