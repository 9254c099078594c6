import CLinux
import Glibc

/// vpcd's side of the connection, as a test drives it: a listener on a free port, and one connection at a time. All calls block, with a limit.
public final class VirtualReaderImitation: Sendable {
    /// Nothing came, or nobody, in half a minute; or the system refused.
    public struct Silence: Error {}

    /// On 127.0.0.1.
    public let port: UInt16
    private let listening: Int32

    /// Listens.
    public init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) | listen(descriptor, 4) | getsockname(descriptor, address, &length)
            }
        }
        guard code == 0 else { throw Silence() }
        listening = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Self.limit(descriptor)
    }

    deinit {
        close(listening)
    }

    private static func limit(_ descriptor: Int32) {
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// The next card.
    public func accept() throws -> Slot {
        try Slot(CLinux.accept4(listening, nil, nil, Int32(SOCK_CLOEXEC.rawValue)))
    }

    /// A card that has been connected.
    public final class Slot: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) throws {
            guard descriptor >= 0 else { throw Silence() }
            self.descriptor = descriptor
            VirtualReaderImitation.limit(descriptor)
            var on: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        }

        deinit {
            close(descriptor)
        }

        /// Bytes as they are.
        public func send(_ bytes: [UInt8]) {
            _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }

        /// A whole frame.
        public func ask(_ content: [UInt8]) {
            send([UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content)
        }

        /// So many bytes, or those before the end of the stream; throws when neither comes in half a minute.
        public func receive(_ count: Int) throws -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                var part = [UInt8](repeating: 0, count: count - bytes.count)
                let received = part.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
                // A card that is taken away with a command unread resets the connection.
                if received < 0, errno == ECONNRESET { break }
                guard received >= 0 else { throw Silence() }
                if received == 0 { break }
                bytes += part.prefix(received)
            }
            return bytes
        }

        /// A whole frame's content; nil at the end of the stream.
        public func answer() throws -> [UInt8]? {
            let header = try receive(2)
            guard header.count == 2 else { return nil }
            return try receive(Int(header[0]) << 8 + Int(header[1]))
        }

        /// Whether nothing has come up to now.
        public var isQuiet: Bool {
            var byte: UInt8 = 0
            return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) < 0
        }
    }
}
