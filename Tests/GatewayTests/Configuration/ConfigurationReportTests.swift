import IFortePay
import Payments
import Reactor
import Testing

@testable import Gateway

@Suite struct `Configuration report` {
    @Test func `Defaults hold where nothing is set`() throws {
        let configuration = try report([:]).usable()
        #expect(configuration.listen.description == "127.0.0.1:8080")
        #expect(configuration.database == .sqlite(path: "payment-gateway.db"))
        #expect(configuration.upstream.address.description == "https://api-stage.ifortepay.id")
        #expect(configuration.retrySchedule == .standard)
        #expect(configuration.loops == 2)
        #expect(configuration.addressLimit == nil)
        #expect(configuration.merchantLimit == nil)
        #expect(configuration.logLevel == .info)
        #expect(configuration.checksLuhn)
        #expect(configuration.readLifetime == .seconds(300))
        #expect(configuration.requestDeadline == .seconds(30))
        #expect(configuration.shutdownDeadline == .seconds(20))
        #expect(configuration.tls == nil)
        #expect(configuration.publicURL == nil)
        #expect(configuration.merchants.map(\.acknowledgement) == [.merchant])
        #expect(configuration.warnings == [])
    }

    @Test func `Every setting stands in it once, with who says so`() {
        let report = report(["GATEWAY_LOOPS": "4"])
        #expect(report.settings.map(\.name) == Settings.all.map(\.name))
        #expect(report.settings.first { $0.name == "GATEWAY_LOOPS" } == EffectiveSetting(name: "GATEWAY_LOOPS", shown: "4", origin: .environment))
        #expect(report.settings.first { $0.name == "GATEWAY_LUHN" } == EffectiveSetting(name: "GATEWAY_LUHN", shown: "on", origin: .standard))
    }

    @Test func `Rate limits are read, and off is none`() throws {
        let set = report(["GATEWAY_RATE_LIMIT_ADDRESS": "600/m", "GATEWAY_RATE_LIMIT_MERCHANT": "off"])
        let configuration = try set.usable()
        #expect(configuration.addressLimit == RateLimit("600/m"))
        #expect(configuration.merchantLimit == nil)
        let shown = EffectiveSetting(name: "GATEWAY_RATE_LIMIT_ADDRESS", shown: "600/m", origin: .environment)
        #expect(set.settings.contains(shown))
    }

    @Test func `Secrets are masked, whatever their length`() {
        let secrets = Settings.all.filter(\.isSecret).map(\.name)
        #expect(secrets == ["GATEWAY_SECRET_UNBOUND", "GATEWAY_HASH_KEY", "GATEWAY_CALLBACK_KEYS", "GATEWAY_MERCHANT_STORE_SECRET"])
        let text = report([
            "GATEWAY_CALLBACK_KEYS": "old-key", "GATEWAY_MERCHANT_STORE_URL": "https://s/h", "GATEWAY_MERCHANT_STORE_SECRET": storeSecret,
        ]).text
        for secret in ["0x00112233445566778899", "h4shK3y", "old-key", "whsec_"] { #expect(!text.contains(secret)) }
        #expect(text.contains("GATEWAY_HASH_KEY              = ********  (environment)\n"))
    }

    @Test func `A merchant store's query may hold a token and is not shown`() {
        let text = report(["GATEWAY_MERCHANT_STORE_URL": "https://s/h?token=t0k3n", "GATEWAY_MERCHANT_STORE_SECRET": storeSecret]).text
        #expect(text.contains("https://s/h?***"))
        #expect(!text.contains("t0k3n"))
    }

    @Test(arguments: [
        ("http://u:s3cret@h/p", "http://***@h/p"), ("https://s3cret@h?mail=a@b", "https://***@b"), ("https://u:s3c/s3cret@h", "https://***@h"),
        ("https://u:s3?s3cret@h/", "https://***@h/"), ("https://h/p?mail=a@b", "https://h/p?***"), ("https://h", "https://h"), ("u@h", "u@h"),
    ]) func `User and password of a URL that is refused for them are not shown`(url: String, shown: String) {
        let settings = report(["GATEWAY_UPSTREAM_URL": url]).settings
        #expect(settings.first { $0.name == "GATEWAY_UPSTREAM_URL" }?.shown == shown)
    }

    @Test func `A listener for other machines without TLS is warned of`() throws {
        let configuration = try report(["GATEWAY_LISTEN": "192.0.2.1:80"]).usable()
        #expect(
            configuration.warnings == [
                "192.0.2.1:80 can be reached from other machines without TLS: tokens and card numbers cross the network in the clear"
            ])
    }

    @Test func `A faulty configuration is no configuration, but shows what holds`() {
        let report = report(["GATEWAY_LOOPS": "0"])
        #expect(report.configuration == nil)
        #expect(report.settings.count == Settings.all.count)
        #expect(throws: ConfigurationFaults(report.faults)) { try report.usable() }
    }
}

@Suite struct `Client configuration` {
    @Test func `Names what is missing`() {
        #expect(throws: ConfigurationFaults([ConfigurationFault(setting: "GATEWAY_URL", rule: "must be set")])) {
            try ClientConfiguration.url(in: [:])
        }
        #expect(throws: ConfigurationFaults.self) { try ClientConfiguration.credentials(in: ["GATEWAY_MERCHANT_ID": "M1"]) }
    }

    @Test func `Reads the merchant and the URL`() throws {
        #expect(try ClientConfiguration.credentials(in: leastEnvironment).merchant.rawValue == "MCP2024000001")
        #expect(try ClientConfiguration.url(in: ["GATEWAY_URL": "http://127.0.0.1:8080/"]) == "http://127.0.0.1:8080")
    }
}

@Suite struct `Nearest name` {
    @Test(arguments: [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "abc", 0), ("flaw", "lawn", 2)])
    func `The edit distance is Levenshtein's`(left: String, right: String, distance: Int) {
        #expect(NearestName.editDistance(left, right) == distance)
        #expect(NearestName.editDistance(right, left) == distance)
    }
}

@Suite struct `HTTP URL` {
    @Test(arguments: ["http://h", "https://h:8443/p/", "HTTPS://H", "https://[::1]:1/x?y=1"])
    func `Absolute URLs are read`(text: String) throws {
        _ = try HTTPURL(text)
    }

    @Test(arguments: [
        ("https://h/hook/", "https://h/hook"), ("https://h/", "https://h"), ("http://[::1]:80/a//?b=/", "http://[::1]:80/a//?b=/"),
    ])
    func `A slash at its end is dropped only where a path is to follow`(text: String, base: String) throws {
        let url = try HTTPURL(text)
        #expect(url.text == text)
        #expect(url.base == base)
    }

    @Test(arguments: [
        "", "h", "//h", "ftp://h", "http://", "http://:80", "http://u@h", "http://h:0", "http://h:65536", "http://h:", "http://h/ x", "http://h/#f",
        "http://[::1", "http://[]", "http://h\n", "http://h:80:80",
    ])
    func `All else is refused`(text: String) {
        #expect(throws: BrokenRule.self) { try HTTPURL(text) }
    }

    @Test(arguments: [
        ("http://localhost:1", true), ("http://127.9.9.9", true), ("http://[::1]", true), ("http://127.0.0.1.evil.com", false),
        ("http://10.0.0.1", false),
        ("http://128.0.0.1", false),
    ])
    func `Loopback is this machine and nothing that only looks so`(text: String, isLoopback: Bool) throws {
        #expect(try HTTPURL(text).isLoopback == isLoopback)
    }
}
