import Secrets

/// The answer to GET PROCESSING OPTIONS (EMV Book 3, section 6.5.8.4).
struct ProcessingOptions: Sendable {
    let locator: ApplicationFileLocator
    /// In format 2 the card may tell its number here already, and then have no records at all.
    let objects: TLVTree

    init(decoding data: SecretBytes) throws(TLVError) {
        objects = try TLVTree(decoding: data)
        if objects.nodes.first?.tag == .responseFormat1 {
            // The application's profile is the first two bytes; the locator has no header of its own.
            let value = objects.openValue(.responseFormat1) ?? []
            locator = ApplicationFileLocator(decoding: [UInt8](value.dropFirst(2)))
        } else {
            locator = objects.openValue(.applicationFileLocator).map(ApplicationFileLocator.init) ?? .empty
        }
    }
}
