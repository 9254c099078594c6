import COpenSSL

/// The two byte queues between a session and its transport, as OpenSSL's I/O object: ciphertext that came and is not read yet, ciphertext that was
/// made and is not sent yet. OpenSSL's own memory object would keep the most memory it ever needed; this one keeps none while it is empty.
final class CiphertextPipe {
    private var incoming: [UInt8] = []
    private var consumed = 0
    private var outgoing: [UInt8] = []

    var hasIncoming: Bool { !incoming.isEmpty }
    var hasOutgoing: Bool { !outgoing.isEmpty }

    /// Adds what came from the peer.
    func feed(_ ciphertext: UnsafeRawBufferPointer) {
        if consumed > 0 {
            incoming.removeSubrange(..<consumed)
            consumed = 0
        }
        incoming.append(contentsOf: ciphertext)
    }

    /// Hands over what is to be sent, without a copy.
    func takeOutgoing() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &outgoing)
        return taken
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, incoming.count - consumed)
        incoming.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[consumed..<consumed + count])) }
        consumed += count
        if consumed == incoming.count {
            incoming = []
            consumed = 0
        }
        return count
    }

    private func write(_ ciphertext: UnsafeRawBufferPointer) {
        outgoing.append(contentsOf: ciphertext)
    }
}

extension CiphertextPipe {
    /// An I/O object of OpenSSL's over this pipe, which it keeps alive.
    func makeBIO() -> OpaquePointer {
        let bio = required(BIO_new(Self.method))
        BIO_set_data(bio, Unmanaged.passRetained(self).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    /// Never written to after it was made, and never freed.
    nonisolated(unsafe) private static let method: OpaquePointer = {
        let method = required(BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "ciphertext pipe"))
        required(
            BIO_meth_set_read(method) { bio, buffer, count in
                guard let pipe = CiphertextPipe.of(bio), let buffer, count > 0 else { return 0 }
                copenssl_clear_retry(bio)
                let read = pipe.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
                guard read > 0 else {
                    copenssl_retry_read(bio)
                    return -1
                }
                return Int32(read)
            })
        required(
            BIO_meth_set_write(method) { bio, bytes, count in
                guard let pipe = CiphertextPipe.of(bio), let bytes, count > 0 else { return 0 }
                pipe.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return count
            })
        required(BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 })
        required(
            BIO_meth_set_destroy(method) { bio in
                guard let data = BIO_get_data(bio) else { return 0 }
                Unmanaged<CiphertextPipe>.fromOpaque(data).release()
                BIO_set_data(bio, nil)
                return 1
            })
        return method
    }()

    private static func of(_ bio: OpaquePointer?) -> CiphertextPipe? {
        BIO_get_data(bio).map { Unmanaged<CiphertextPipe>.fromOpaque($0).takeUnretainedValue() }
    }
}
