import Payments
import Testing

@testable import Gateway

@Suite struct `Configuration faults` {
    @Test(arguments: [
        ("GATEWAY_LISTEN", "localhost", "must be an IP address and a port, for instance 127.0.0.1:8080 or [::]:8443"),
        ("GATEWAY_LISTEN", "", "must be an IP address and a port, for instance 127.0.0.1:8080 or [::]:8443"),
        ("GATEWAY_ADMIN_LISTEN", "127.0.0.1:9090", "the admin listener is not built yet; only off can be set"),
        ("GATEWAY_CONSOLE", "on", "the console page is not built yet; only off can be set"),
        ("GATEWAY_CALLBACK_CONFIRM", "inquiry", "another rule than match is not built yet; only match can be set"),
        ("GATEWAY_READ_TTL", "999ms", "must be a duration from 1s to 1h, for instance 250ms, 5s, 5m or 1h"),
        ("GATEWAY_READ_TTL", "61m", "must be a duration from 1s to 1h, for instance 250ms, 5s, 5m or 1h"),
        ("GATEWAY_READ_TTL", "5", "must be a duration from 1s to 1h, for instance 250ms, 5s, 5m or 1h"),
        ("GATEWAY_UPSTREAM_URL", "https://example.com/" + String(repeating: "a", count: 2029), "must be at most 2048 characters"),
        ("GATEWAY_PUBLIC_URL", "pay.example.com", "must be an absolute http or https URL without user, password or fragment"),
        ("GATEWAY_PUBLIC_URL", "https://me:pw@pay.example.com", "must be an absolute http or https URL without user, password or fragment"),
        ("GATEWAY_PUBLIC_URL", "https://pay.example.com?x=1", "must be a URL without a query, since paths are put behind it"),
        ("GATEWAY_DATABASE", "postgres://user@host/db", "PostgreSQL is not built yet; only sqlite:PATH can be set"),
        ("GATEWAY_DATABASE", "sqlite:", "must be sqlite:PATH"),
        ("GATEWAY_DATABASE", "payments.db", "must be sqlite:PATH"),
        (
            "GATEWAY_UPSTREAM_URL", "http://api-stage.ifortepay.id",
            "must be https, since card numbers go there; plain http only to this machine, or with GATEWAY_UPSTREAM_PLAIN=on"
        ),
        ("GATEWAY_UPSTREAM_PLAIN", "yes", "must be on or off"),
        ("GATEWAY_MERCHANT_ID", "MCP 2024", "must be 1 to 64 of A–Z a–z 0–9 _ -"),
        ("GATEWAY_HASH_KEY", "", "must not be empty"),
        (
            "GATEWAY_HASH_KEY", "h4shK3y\n",
            "holds white space or an invisible character; keys are taken as they are, so that would be part of the key"
        ),
        (
            "GATEWAY_HASH_KEY", "\u{FEFF}h4shK3y",
            "holds white space or an invisible character; keys are taken as they are, so that would be part of the key"
        ),
        ("GATEWAY_SECRET_UNBOUND", "0x0011:2233", "must not hold a colon, at which the credential token is split"),
        ("GATEWAY_CALLBACK_KEYS", "one,,two", "must not be empty"),
        (
            "GATEWAY_CALLBACK_KEYS", "one, two",
            "holds white space or an invisible character; keys are taken as they are, so that would be part of the key"
        ),
        ("GATEWAY_CALLBACK_SCHEMES", "payload-hmac,snap", "snap is not built yet; only payload-hmac can be set"),
        ("GATEWAY_CALLBACK_SCHEMES", "hmac", "must be a list of payload-hmac, mcp-signature, snap"),
        ("GATEWAY_ACKNOWLEDGE", "later", "must be one of merchant, stored"),
        (
            "GATEWAY_RETRY_SCHEDULE", "5s,soon",
            "must be durations with commas between them: wait 2 is not a duration above zero such as 250ms, 5s, 5m or 1h"
        ),
        ("GATEWAY_LOOPS", "0", "must be a whole number from 1 to 256"),
        ("GATEWAY_LOOPS", "two", "must be a whole number from 1 to 256"),
        ("GATEWAY_RATE_LIMIT_ADDRESS", "100", "must be off, or 1 to 1000000 a second, minute or hour, for instance 100/s, 600/m or 1000/h"),
        ("GATEWAY_RATE_LIMIT_MERCHANT", "0/s", "must be off, or 1 to 1000000 a second, minute or hour, for instance 100/s, 600/m or 1000/h"),
        ("GATEWAY_LOG_LEVEL", "verbose", "must be one of debug, info, warning, error"),
        ("GATEWAY_LUHN", "maybe", "must be on or off"),
        ("GATEWAY_REQUEST_DEADLINE", "30", "must be a duration from 1s to 5m, for instance 250ms, 5s, 5m or 1h"),
        ("GATEWAY_REQUEST_DEADLINE", "500ms", "must be a duration from 1s to 5m, for instance 250ms, 5s, 5m or 1h"),
        ("GATEWAY_SHUTDOWN_DEADLINE", "10m", "must be a duration from 0s to 5m, for instance 250ms, 5s, 5m or 1h"),
    ])
    func `A bad value is named with its variable and the rule`(name: String, value: String, rule: String) {
        #expect(faults([name: value]) == ["\(name): \(rule)"])
    }

    @Test func `No variable says whose terminals they are`() {
        #expect(faults(["GATEWAY_TERMINALS": "acs"]).map { $0.prefix(31) } == ["GATEWAY_TERMINALS: is no settin"])
    }

    @Test func `Every fault is reported at once`() {
        let found = faults(["GATEWAY_LOOPS": "0", "GATEWAY_LUHN": "maybe", "GATEWAY_HASH_KEY": nil, "GATEWAY_PORTAL": "1", "GATEWAY_LISTN": "x"])
        #expect(
            found == [
                "GATEWAY_LISTN: is no setting (did you mean GATEWAY_LISTEN?)",
                "GATEWAY_HASH_KEY: must be set",
                "GATEWAY_LOOPS: must be a whole number from 1 to 256",
                "GATEWAY_LUHN: must be on or off",
            ])
    }

    @Test func `A merchant is needed`() {
        let report = GatewayConfiguration.read(environment: [:], cores: 2)
        #expect(
            report.faults.map(\.description) == [
                "GATEWAY_MERCHANT_ID: must be set", "GATEWAY_SECRET_UNBOUND: must be set", "GATEWAY_HASH_KEY: must be set",
            ])
        #expect(report.configuration == nil)
    }

    @Test func `A fault never shows the value`() {
        let secret = "s3cr3t with space"
        for setting in Settings.all where setting != Settings.config.about {
            for fault in faults([setting.name: secret]) { #expect(!fault.contains("s3cr3t"), "\(setting.name)") }
        }
    }

    @Test func `What Kubernetes injects beside a service called gateway is ignored`() {
        let injected = ["GATEWAY_PORT": "tcp://10.0.0.1:80", "GATEWAY_PORT_80_TCP_ADDR": "10.0.0.1", "GATEWAY_SERVICE_HOST": "10.0.0.1"]
        #expect(faults(injected) == [])
    }

    @Test func `A variable and its file variable exclude each other`() {
        #expect(faults(["GATEWAY_HASH_KEY_FILE": "/dev/null"]) == ["GATEWAY_HASH_KEY: is set together with GATEWAY_HASH_KEY_FILE"])
    }

    @Test func `A file that cannot be read is named`() {
        let found = faults(["GATEWAY_HASH_KEY": nil, "GATEWAY_HASH_KEY_FILE": "/nonexistent/key"])
        #expect(found == ["GATEWAY_HASH_KEY_FILE: /nonexistent/key cannot be read: No such file or directory"])
    }

    @Test func `All addresses need a public URL`() {
        #expect(
            faults(["GATEWAY_LISTEN": "[::]:8443"]) == [
                "GATEWAY_PUBLIC_URL: must be set, since the gateway listens on all addresses and cannot know its own"
            ])
        #expect(faults(["GATEWAY_LISTEN": "[::]:8443", "GATEWAY_PUBLIC_URL": "https://pay.example.com"]) == [])
    }

    @Test func `The merchant store's URL and secret need each other`() {
        #expect(
            faults(["GATEWAY_MERCHANT_STORE_URL": "https://shop.example.com/hook"]) == [
                "GATEWAY_MERCHANT_STORE_SECRET: is needed, since callbacks are sent to the merchant store signed"
            ])
        #expect(
            faults(["GATEWAY_MERCHANT_STORE_SECRET": storeSecret]) == [
                "GATEWAY_MERCHANT_STORE_URL: is needed, since the secret of the merchant store is set"
            ])
    }

    @Test(arguments: [
        ("AAAA", "must begin with whsec_"), ("whsec_", "must stand for 24 to 64 bytes after whsec_, not 0"),
        ("whsec_" + String(repeating: "A", count: 31), "must be base64 with its padding after whsec_"),
        ("whsec_" + String(repeating: "A", count: 88), "must stand for 24 to 64 bytes after whsec_, not 66"),
    ])
    func `A merchant store's secret is whsec_ and base64 of 24 to 64 bytes`(secret: String, rule: String) {
        let found = faults(["GATEWAY_MERCHANT_STORE_URL": "https://shop.example.com/hook", "GATEWAY_MERCHANT_STORE_SECRET": secret])
        #expect(found == ["GATEWAY_MERCHANT_STORE_SECRET: \(rule)"])
    }

    @Test func `Certificate and key need each other`() {
        #expect(faults(["GATEWAY_TLS_KEY": "/k"]) == ["GATEWAY_TLS_CERTIFICATE: is needed, since TLS is set up by another setting"])
        #expect(
            faults(["GATEWAY_TLS_CLIENT_CA": "/ca"]) == [
                "GATEWAY_TLS_CERTIFICATE: is needed, since TLS is set up by another setting",
                "GATEWAY_TLS_KEY: is needed, since TLS is set up by another setting",
            ])
    }

    @Test func `The upstream's authorities must be certificates`() {
        #expect(
            faults(["GATEWAY_UPSTREAM_CA": "/nonexistent/ca.pem"]) == ["GATEWAY_UPSTREAM_CA: cannot be used: No such file or directory"])
        let notPEM = TemporaryFile("no certificate")
        #expect(
            faults(["GATEWAY_UPSTREAM_CA": notPEM.path]) == ["GATEWAY_UPSTREAM_CA: cannot be used: there is no certificate in PEM form in it"])
    }

    @Test func `Plain HTTP goes to this machine, or elsewhere only when asked for`() {
        #expect(faults(["GATEWAY_UPSTREAM_URL": "http://127.0.0.1:8090"]) == [])
        #expect(faults(["GATEWAY_UPSTREAM_URL": "http://[::1]:8090"]) == [])
        #expect(faults(["GATEWAY_UPSTREAM_URL": "http://sandbox:8090", "GATEWAY_UPSTREAM_PLAIN": "on"]) == [])
        #expect(faults(["GATEWAY_UPSTREAM_URL": "http://127.0.0.1.example.com"]).count == 1)
    }
}
