import COpenSSL
import Secrets
import Synchronization

/// The keys that session tickets are sealed with (RFC 5077, RFC 8446 section 4.6.1). A ticket's key opens every TLS 1.2 session that was resumed with
/// it, so a long-lived process must not keep one for ever: each serves for a ticket's lifetime, opens tickets for another and is then wiped.
final class TicketKeys: Sendable {
    /// How long a ticket can be used.
    static let ticketLifetime = Duration.seconds(7200)
    private static let nameLength = 16
    private static let initializationVectorLength: Int32 = 16

    struct Key: Sendable {
        let name: [UInt8]
        let encryption: SecretBytes
        let authentication: SecretBytes
        let madeAt: ContinuousClock.Instant

        init(at moment: ContinuousClock.Instant) {
            name = SecureRandom.bytes(nameLength)
            encryption = SecureRandom.secretBytes(32)
            authentication = SecureRandom.secretBytes(32)
            madeAt = moment
        }
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    /// The newest last; two at most.
    private let keys: Mutex<[Key]>

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        keys = Mutex([Key(at: now())])
    }

    /// The key for a new ticket.
    func sealingKey() -> Key {
        let moment = now()
        return keys.withLock { keys in
            keys.removeAll { Self.isOver($0, at: moment) }
            if let newest = keys.last, moment - newest.madeAt < Self.ticketLifetime { return newest }
            let key = Key(at: moment)
            keys.append(key)
            return key
        }
    }

    /// The key that a ticket names, unless no ticket of it can be in use any more.
    func openingKey(named name: UnsafeRawBufferPointer) -> Key? {
        let moment = now()
        return keys.withLock { keys in
            keys.first { $0.name.elementsEqual(name) && !Self.isOver($0, at: moment) }
        }
    }

    private static func isOver(_ key: Key, at moment: ContinuousClock.Instant) -> Bool {
        moment - key.madeAt >= ticketLifetime * 2
    }
}

extension TicketKeys {
    /// Seals and opens the tickets of a context; the caller keeps both alive together.
    func install(on context: TLSContext) {
        SSL_CTX_set_timeout(context.pointer, Int(Self.ticketLifetime.components.seconds))
        // OpenSSL would make two, for a client that opens two connections where it had one, and a ticket is a twentieth of a handshake's work.
        required(SSL_CTX_set_num_tickets(context.pointer, 1))
        required(SSL_CTX_set_ex_data(context.pointer, 0, Unmanaged.passUnretained(self).toOpaque()))
        required(Int32(SSL_CTX_set_tlsext_ticket_key_evp_cb(context.pointer, Self.callback)))
    }

    private static let callback:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, OpaquePointer?, OpaquePointer?, Int32
        ) -> Int32 = { session, nameStart, initializationVector, cipher, code, isSealing in
            guard let session, let nameStart, let initializationVector, let keys = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(session), 0) else {
                return Verdict.failure
            }
            let name = UnsafeMutableRawBufferPointer(start: nameStart, count: nameLength)
            let ticketKeys = Unmanaged<TicketKeys>.fromOpaque(keys).takeUnretainedValue()
            return isSealing == 1
                ? ticketKeys.seal(name, initializationVector, cipher, code)
                : ticketKeys.open(UnsafeRawBufferPointer(name), initializationVector, cipher, code)
        }

    /// What OpenSSL's callback answers.
    private enum Verdict {
        static let failure: Int32 = -1
        /// The handshake goes on in full.
        static let unknownKey: Int32 = 0
        static let success: Int32 = 1
        /// The ticket is good, and the client gets a new one: TLS 1.3 tickets are for one use (RFC 8446 appendix C.4), and old keys run out.
        static let renew: Int32 = 2
    }

    private func seal(
        _ name: UnsafeMutableRawBufferPointer, _ initializationVector: UnsafeMutablePointer<UInt8>, _ cipher: OpaquePointer?, _ code: OpaquePointer?
    ) -> Int32 {
        let key = sealingKey()
        name.copyBytes(from: key.name)
        guard RAND_bytes(initializationVector, Self.initializationVectorLength) == 1, Self.authenticate(with: key, code) else {
            return Verdict.failure
        }
        return key.encryption.withUnsafeBytes { bytes in
            EVP_EncryptInit_ex2(cipher, Algorithms.aes256CBC, bytes.bindMemory(to: UInt8.self).baseAddress, initializationVector, nil)
        } == 1 ? Verdict.success : Verdict.failure
    }

    private func open(
        _ name: UnsafeRawBufferPointer, _ initializationVector: UnsafePointer<UInt8>, _ cipher: OpaquePointer?, _ code: OpaquePointer?
    ) -> Int32 {
        guard let key = openingKey(named: name) else { return Verdict.unknownKey }
        guard Self.authenticate(with: key, code) else { return Verdict.failure }
        return key.encryption.withUnsafeBytes { bytes in
            EVP_DecryptInit_ex2(cipher, Algorithms.aes256CBC, bytes.bindMemory(to: UInt8.self).baseAddress, initializationVector, nil)
        } == 1 ? Verdict.renew : Verdict.failure
    }

    private static func authenticate(with key: Key, _ code: OpaquePointer?) -> Bool {
        key.authentication.withUnsafeBytes { copenssl_use_hmac_sha256(code, $0.baseAddress, $0.count) } == 1
    }
}
