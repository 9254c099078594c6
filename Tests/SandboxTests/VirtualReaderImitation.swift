import CLinux
import Foundation
import Reactor
import Testing

/// vpcd's side of the connection, as a test drives it: a listener on a free port, and one connection at a time. All calls block, with a limit.
final class VirtualReaderImitation: Sendable {
    struct Silence: Error {}

    let address: SocketAddress
    private let listening: Int32

    init() throws {
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
        try #require(code == 0)
        listening = descriptor
        self.address = try SocketAddress(parsing: "127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    }

    deinit {
        close(listening)
    }

    /// The next card.
    func accept() throws -> Slot {
        try Slot(CLinux.accept4(listening, nil, nil, Int32(SOCK_CLOEXEC.rawValue)))
    }

    /// A card that has been connected.
    final class Slot: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) throws {
            try #require(descriptor >= 0)
            self.descriptor = descriptor
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            var on: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        }

        deinit {
            close(descriptor)
        }

        func send(_ bytes: [UInt8]) {
            _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }

        /// A whole frame.
        func ask(_ content: [UInt8]) {
            send([UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content)
        }

        /// So many bytes, or those before the end of the stream; throws when neither comes in ten seconds.
        func receive(_ count: Int) throws -> [UInt8] {
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
        func answer() throws -> [UInt8]? {
            let header = try receive(2)
            guard header.count == 2 else { return nil }
            return try receive(Int(header[0]) << 8 + Int(header[1]))
        }

        /// Checks the next frame, nil for the end of the stream.
        func expect(_ content: [UInt8]?, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let answer = try answer()
            #expect(answer == content, sourceLocation: sourceLocation)
        }

        /// Whether nothing has come up to now.
        var isQuiet: Bool {
            var byte: UInt8 = 0
            return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) < 0
        }
    }
}
