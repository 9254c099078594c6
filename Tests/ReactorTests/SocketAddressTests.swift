import Testing

@testable import Reactor

@Suite struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", 8080), ("0.0.0.0:0", "0.0.0.0", 0), ("255.255.255.255:65535", "255.255.255.255", 65535),
        ("[::1]:443", "::1", 443), ("[::]:0", "::", 0), ("[2001:DB8::0001]:1", "2001:db8::1", 1), ("[::ffff:10.0.0.1]:5", "::ffff:10.0.0.1", 5),
    ])
    func `Host and port of a valid address`(text: String, host: String, port: UInt16) throws {
        let address = try SocketAddress(parsing: text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(try SocketAddress(parsing: address.description) == address)
    }

    @Test(arguments: [
        ("", AddressError.portMissing), ("127.0.0.1", .portMissing), ("127.0.0.1:", .portMissing), ("[::1]", .portMissing), ("[::1]:", .portMissing),
        ("localhost", .portMissing), ("127.0.0.1:65536", .portInvalid), ("127.0.0.1:-1", .portInvalid), ("127.0.0.1:+80", .portInvalid),
        ("127.0.0.1: 80", .portInvalid), ("127.0.0.1:http", .portInvalid), ("127.0.0.1:99999999999999999999", .portInvalid),
        ("127.0.0.1:8\u{0663}", .portInvalid),
        ("::1:80", .bracketsMissing), ("2001:db8::1:80", .bracketsMissing), ("[::1:80", .ipv6Invalid), ("[]:80", .ipv6Invalid),
        ("[127.0.0.1]:80", .ipv6Invalid),
        ("[fe80::1%eth0]:80", .ipv6Invalid), ("[::1] :80", .ipv6Invalid), ("[1::2::3]:80", .ipv6Invalid), ("[::1\0]:80", .ipv6Invalid),
        ("localhost:80", .ipv4Invalid), (":80", .ipv4Invalid), ("127.1:80", .ipv4Invalid), ("127.0.0.256:80", .ipv4Invalid),
        ("127.0.0.1.:80", .ipv4Invalid),
        (" 127.0.0.1:80", .ipv4Invalid), ("127.0.0.1\0:80", .ipv4Invalid), ("0x7f.0.0.1:80", .ipv4Invalid), ("010.0.0.1:80", .ipv4Invalid),
    ])
    func `An invalid address is refused for the rule it breaks`(text: String, error: AddressError) {
        #expect(throws: error) { try SocketAddress(parsing: text) }
    }

    @Test func `Each refusal names its rule`() {
        #expect("\(AddressError.portMissing)".contains("ends with a port"))
        #expect("\(AddressError.portInvalid)".contains("0 to 65535"))
        #expect("\(AddressError.bracketsMissing)".contains("in brackets"))
        #expect("\(AddressError.ipv6Invalid)".contains("without a zone"))
        #expect("\(AddressError.ipv4Invalid)".contains("not a name"))
    }

    @Test(arguments: [
        ("127.0.0.1:1", true, false), ("127.255.3.4:1", true, false), ("128.0.0.1:1", false, false), ("0.0.0.0:1", false, true),
        ("0.0.0.1:1", false, false),
        ("[::1]:1", true, false), ("[::2]:1", false, false), ("[::]:1", false, true), ("[::ffff:127.0.0.1]:1", true, false),
        ("[::ffff:0.0.0.0]:1", false, true),
        ("[::ffff:8.8.8.8]:1", false, false), ("[1::1]:1", false, false),
    ])
    func `Loopback and wildcard addresses, as IPv4 in IPv6 too`(text: String, isLoopback: Bool, isWildcard: Bool) throws {
        let address = try SocketAddress(parsing: text)
        #expect(address.isLoopback == isLoopback)
        #expect(address.isWildcard == isWildcard)
    }

    @Test func `The port can be replaced`() throws {
        #expect(try SocketAddress(parsing: "[::1]:0").with(port: 9).description == "[::1]:9")
    }
}
