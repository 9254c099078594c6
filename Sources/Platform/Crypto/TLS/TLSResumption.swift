import COpenSSL

/// A session that a client may resume: what the server's ticket and the secrets of the session before come to.
///
/// The unsafe pointer: an `SSL_SESSION` counts its references, and OpenSSL changes it only under its own lock.
public final class TLSResumption: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        SSL_SESSION_free(pointer)
    }
}
