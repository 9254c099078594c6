import CLinux
import Glibc

/// An IPv4 or IPv6 address with a port.
public struct SocketAddress: Hashable, Sendable {
    enum Host: Hashable, Sendable {
        /// In network order, the first byte highest.
        case v4(UInt32)
        /// In network order, the first byte highest.
        case v6(UInt64, UInt64)
    }

    let ip: Host
    /// The port; 0 asks `Listener.bind` for a free one.
    public let port: UInt16

    init(_ ip: Host, port: UInt16) {
        self.ip = ip
        self.port = port
    }

    /// The same host with another port.
    public func with(port: UInt16) -> SocketAddress {
        SocketAddress(ip, port: port)
    }

    /// The address without port and brackets, in its canonical form (RFC 5952).
    public var host: String {
        withSockaddr { address, _ in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
                guard let start = text.baseAddress else { return "" }
                let field: UnsafeRawPointer
                switch ip {
                case .v4: field = UnsafeRawPointer(address) + 4  // sin_addr, behind family and port
                case .v6: field = UnsafeRawPointer(address) + 8  // sin6_addr, behind family, port and flow
                }
                inet_ntop(Int32(address.pointee.sa_family), field, start, socklen_t(text.count))
                return String(cString: start)
            }
        }
    }

    /// Whether only this machine can be reached by it: 127.0.0.0/8 or ::1, also as an IPv4 address in IPv6.
    public var isLoopback: Bool {
        switch unmapped {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let high, let low): high == 0 && low == 1
        }
    }

    /// Whether it stands for every address of the machine: 0.0.0.0 or ::.
    public var isWildcard: Bool {
        switch unmapped {
        case .v4(let bits): bits == 0
        case .v6(let high, let low): high == 0 && low == 0
        }
    }

    /// What one client can be told by: its IPv4 address, or the first 64 bits of its IPv6 address, for of the rest a client can use whatever it likes
    /// (RFC 4291 section 2.5.4). Without a port.
    public var clientNetwork: SocketAddress {
        switch unmapped {
        case .v4(let bits): SocketAddress(.v4(bits), port: 0)
        case .v6(let high, _): SocketAddress(.v6(high, 0), port: 0)
        }
    }

    /// The IPv4 address inside ::ffff:0:0/96 (RFC 4291 section 2.5.5.2), which is how a dual-stack listener sees an IPv4 peer.
    private var unmapped: Host {
        guard case .v6(0, let low) = ip, low >> 32 == 0xFFFF else { return ip }
        return .v4(UInt32(truncatingIfNeeded: low))
    }
}

extension SocketAddress: CustomStringConvertible {
    /// As `init(parsing:)` reads it: `127.0.0.1:8080`, `[::1]:8080`.
    public var description: String {
        switch ip {
        case .v4: "\(host):\(port)"
        case .v6: "[\(host)]:\(port)"
        }
    }
}

extension SocketAddress {
    /// What the kernel filled in; nil for other families. An IPv4 peer of an IPv6 socket counts as IPv4.
    init?(_ storage: sockaddr_storage) {
        let address: SocketAddress? = withUnsafeBytes(of: storage) { bytes in
            let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
            switch Int32(storage.ss_family) {
            case AF_INET:
                return SocketAddress(.v4(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))), port: port)
            case AF_INET6:
                let high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                let low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
                return SocketAddress(SocketAddress(.v6(high, low), port: port).unmapped, port: port)
            default: return nil
            }
        }
        guard let address else { return nil }
        self = address
    }

    /// The local address of a socket.
    init(localOf descriptor: Int32) throws(SystemError) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard code == 0 else { throw SystemError.last("getsockname") }
        guard let address = SocketAddress(storage) else { throw SystemError(call: "getsockname", code: EAFNOSUPPORT) }
        self = address
    }

    var family: Int32 {
        switch ip {
        case .v4: AF_INET
        case .v6: AF_INET6
        }
    }

    /// Lends the form that system calls take.
    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch ip {
        case .v4(let bits):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = bits.bigEndian
            return withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
            }
        case .v6(let high, let low):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
                bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
                bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            return withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
            }
        }
    }
}
