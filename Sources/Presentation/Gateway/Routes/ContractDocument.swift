import COpenAPI

/// The project's `openapi.yaml`, as it was when this binary was built.
enum ContractDocument {
    static let bytes: [UInt8] = {
        var length = 0
        let document = copenapi_document(&length)
        return Array(UnsafeBufferPointer(start: document, count: length))
    }()
}
