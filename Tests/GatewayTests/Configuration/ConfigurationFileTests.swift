import Payments
import Secrets
import Testing

@testable import Gateway
@testable import MerchantStore

private let twoMerchants = """
    {"merchants": [
        {"merchantId": "M1", "secretUnbound": "s1", "hashKey": "k1", "callbackKeys": ["k1b", "k1c"], "acknowledge": "stored"},
        {"merchantId": "M2", "secretUnbound": "s2", "hashKey": "k2", "storeUrl": "http://shop/hook", "storeSecret": "\(storeSecret)"}
    ]}
    """

@Suite struct `Configuration file` {
    @Test func `Its names are the variables' without prefix, in camel case`() {
        let keys = Dictionary(uniqueKeysWithValues: Settings.all.map { ($0.name, $0.key) })
        #expect(keys["GATEWAY_PUBLIC_URL"] == "publicUrl")
        #expect(keys["GATEWAY_TLS_CLIENT_CA"] == "tlsClientCa")
        #expect(keys["GATEWAY_LOOPS"] == "loops")
    }

    @Test func `Strings, numbers, booleans and lists say what the environment's text would`() throws {
        let file = TemporaryFile(
            """
            {"merchantId": "M1", "secretUnbound": "s", "hashKey": "k+/=", "callbackKeys": ["a,b", "c"], "loops": 3, "luhn": false,
             "retrySchedule": ["1s", "2s"], "publicUrl": "https://pay.example.com/", "adminListen": null,
             "rateLimitAddress": "100/s", "rateLimitMerchant": false}
            """)
        let configuration = try GatewayConfiguration.read(environment: [:], configFile: file.path, cores: 2).usable()
        #expect(configuration.loops == 3)
        #expect(!configuration.checksLuhn)
        #expect(configuration.addressLimit == RateLimit("100/s"))
        #expect(configuration.merchantLimit == nil)
        #expect(configuration.retrySchedule.waits == [.seconds(1), .seconds(2)])
        #expect(configuration.publicURL == "https://pay.example.com")
        let merchant = try #require(configuration.merchants.first)
        #expect(merchant.credentials.hashKey == .init(utf8: "k+/="))
        #expect(merchant.callbackKeys == [.init(utf8: "a,b"), .init(utf8: "c")])
    }

    @Test func `The environment wins over it, and it over the defaults`() throws {
        let file = TemporaryFile(#"{"merchantId": "M1", "secretUnbound": "s", "hashKey": "k", "loops": 3, "logLevel": "debug"}"#)
        let configuration = try GatewayConfiguration.read(environment: ["GATEWAY_CONFIG": file.path, "GATEWAY_LOOPS": "4"], cores: 2).usable()
        #expect(configuration.loops == 4)
        #expect(configuration.logLevel == .debug)
        #expect(configuration.requestDeadline == .seconds(30))
    }

    @Test func `The command line's file wins over the variable's`() throws {
        let first = TemporaryFile(#"{"merchantId": "M1", "secretUnbound": "s", "hashKey": "k"}"#)
        let configuration = try GatewayConfiguration.read(environment: ["GATEWAY_CONFIG": "/nonexistent"], configFile: first.path, cores: 2).usable()
        #expect(configuration.merchants.map(\.id.rawValue) == ["M1"])
    }

    @Test func `Several merchants are a list`() throws {
        let file = TemporaryFile(twoMerchants)
        let merchants = try GatewayConfiguration.read(environment: [:], configFile: file.path, cores: 2).usable().merchants
        #expect(merchants.map(\.id.rawValue) == ["M1", "M2"])
        #expect(merchants.map(\.acknowledgement) == [.stored, .merchant])
        #expect(merchants.map(\.callbackKeys.count) == [2, 0])
        #expect(merchants.map { $0.store != nil } == [false, true])
    }

    @Test func `A merchant store's URL is called as it is written, a slash at its end included`() throws {
        let environment = ["GATEWAY_MERCHANT_STORE_URL": "https://shop.example.com/hook/", "GATEWAY_MERCHANT_STORE_SECRET": storeSecret]
        #expect(try report(environment).usable().merchants.first?.store?.url == "https://shop.example.com/hook/")
    }

    @Test func `What has a default can be said once for all merchants`() throws {
        let file = TemporaryFile(twoMerchants)
        let environment = ["GATEWAY_ACKNOWLEDGE": "stored"]
        let merchants = try GatewayConfiguration.read(environment: environment, configFile: file.path, cores: 2).usable().merchants
        #expect(merchants.map(\.acknowledgement) == [.stored, .stored])
    }

    @Test func `A list of merchants excludes the one merchant`() {
        #expect(
            faults(file: twoMerchants, environment: ["GATEWAY_MERCHANT_ID": "M3"]) == [
                "GATEWAY_MERCHANT_ID: cannot be set together with merchants in the configuration file"
            ])
    }

    @Test func `A key of two merchants is refused, in whichever place`() {
        let found = faults(
            file: """
                {"merchants": [
                    {"merchantId": "M1", "secretUnbound": "s1", "hashKey": "k1", "callbackKeys": ["shared"]},
                    {"merchantId": "M2", "secretUnbound": "s2", "hashKey": "shared", "callbackKeys": ["k1"]},
                    {"merchantId": "M1", "secretUnbound": "s3", "hashKey": "k3"}
                ]}
                """)
        #expect(
            found == [
                "merchants[1].hashKey in FILE: is a key of merchant M1 too",
                "merchants[1].callbackKeys in FILE: holds a key of merchant M1 too",
                "merchants[2].merchantId in FILE: is another merchant's too",
            ])
    }

    @Test func `Unknown names are refused with the nearest known, also inside merchants`() {
        let found = faults(
            file: """
                {"listn": "127.0.0.1:0", "GATEWAY_LOOPS": 2,
                 "merchants": [{"merchantId": "M1", "secretUnbound": "s1", "hashkey": "k1"}]}
                """)
        #expect(
            found == [
                "listn in FILE: is no setting (did you mean listen?)",
                "GATEWAY_LOOPS in FILE: is no setting (did you mean loops?)",
                "merchants[0].hashkey in FILE: is no setting (did you mean hashKey?)",
                "merchants[0].hashKey in FILE: must be set",
            ])
    }

    @Test func `A name given twice is refused`() {
        let found = faults(file: #"{"merchantId": "M1", "secretUnbound": "s", "hashKey": "k", "hashKey": "k"}"#)
        #expect(found == ["hashKey in FILE: is given twice"])
    }

    @Test(arguments: [
        ("", "is not valid JSON: "), ("[1]", "must hold a JSON object"), (#"{"loops": 2,}"#, "is not valid JSON: "),
    ])
    func `A file that is no JSON object is refused`(content: String, rule: String) {
        let found = faults(file: content, environment: leastEnvironment)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("--config: FILE \(rule)") == true)
    }

    @Test func `A value that no setting can have is refused where it stands`() {
        let found = faults(file: #"{"loops": {"a": 1}, "listen": ["127.0.0.1:0"]}"#, environment: leastEnvironment)
        #expect(
            found == [
                "listen in FILE: must be one value, not a list",
                "loops in FILE: must be a string, a number, true or false, or a list of them",
            ])
    }

    @Test func `Secrets may stand in files of their own, one line end at the end dropped`() throws {
        let (key, store) = (TemporaryFile("k1\n"), TemporaryFile(storeSecret))
        let file = TemporaryFile(
            """
            {"merchants": [{"merchantId": "M1", "secretUnbound": "s1", "hashKeyFile": "\(key.path)", "storeUrl": "https://shop/hook",
             "storeSecretFile": "\(store.path)"}]}
            """)
        let configuration = try GatewayConfiguration.read(environment: [:], configFile: file.path, cores: 2).usable()
        #expect(configuration.merchants.first?.credentials.hashKey == .init(utf8: "k1"))
    }

    @Test func `Only one line end is dropped from a file`() {
        let key = TemporaryFile("k1\n\n")
        let found = faults(["GATEWAY_HASH_KEY": nil, "GATEWAY_HASH_KEY_FILE": key.path])
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("GATEWAY_HASH_KEY_FILE: holds white space") == true)
    }

    @Test func `An empty list of merchants is refused`() {
        #expect(faults(file: #"{"merchants": []}"#).contains("merchants in FILE: must be a list of one or more objects"))
    }
}
