import COpenSSL

/// OpenSSL's algorithms, looked up once: a look-up by name takes longer than the digest of a short message.
///
/// The unsafe statics hold objects that are never written to after they were made and never freed.
enum Algorithms {
    nonisolated(unsafe) static let sha256: OpaquePointer = required(EVP_MD_fetch(nil, "SHA256", nil))

    nonisolated(unsafe) static let aes256CBC: OpaquePointer = required(EVP_CIPHER_fetch(nil, "AES-256-CBC", nil))
}

/// What OpenSSL must deliver, an object. It fails only without memory or without its default provider; going on without a digest or a random number
/// would be worse than ending.
func required(_ object: OpaquePointer?) -> OpaquePointer {
    guard let object else { preconditionFailure("OpenSSL lacks memory or an algorithm") }
    return object
}

/// A call of OpenSSL that must succeed, for the same reason.
func required(_ status: Int32) {
    precondition(status == 1, "OpenSSL failed at a call that has no other answer")
}
