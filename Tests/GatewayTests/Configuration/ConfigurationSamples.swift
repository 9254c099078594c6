@testable import Gateway

/// The least that a gateway needs.
let leastEnvironment = [
    "GATEWAY_MERCHANT_ID": "MCP2024000001", "GATEWAY_SECRET_UNBOUND": "0x00112233445566778899", "GATEWAY_HASH_KEY": "h4shK3y/with+b64=",
]

/// `whsec_` and the base64 of 24 bytes, all zero.
let storeSecret = "whsec_" + String(repeating: "A", count: 32)

func report(_ settings: [String: String?], configFile: String? = nil) -> ConfigurationReport {
    var environment = leastEnvironment
    for (name, value) in settings { environment[name] = value }
    return GatewayConfiguration.read(environment: environment, configFile: configFile, cores: 2)
}

func faults(_ settings: [String: String?], configFile: String? = nil) -> [String] {
    report(settings, configFile: configFile).faults.map(\.description)
}

/// The faults with a configuration file's content; the file's random name is `FILE` in them.
func faults(file content: String, environment: [String: String] = [:]) -> [String] {
    let file = TemporaryFile(content)
    let report = GatewayConfiguration.read(environment: environment, configFile: file.path, cores: 2)
    return report.faults.map { fault in
        fault.description.split(separator: file.path, omittingEmptySubsequences: false).joined(separator: "FILE")
    }
}
