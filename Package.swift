// swift-tools-version: 6.1
// The folders under Sources are the layers; each target lists the only modules it may import (README, "How it is built").

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// An asynchronous function stays where its caller runs, instead of asking the scheduler at every call: that was a quarter of what the HTTP server
/// spent on a short request.
let withoutHops = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A library of ours in one of the layers.
func layer(_ folder: String, _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", swiftSettings: settings)
}

/// A module map over a system library; `package` is its pkg-config and Debian name.
func system(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests", swiftSettings: strict)
}

/// Fuzzing by libFuzzer: a program of one file, whose entry is libFuzzer's when built as Tests/Fuzzing/run does, and which does nothing built otherwise.
func fuzzing(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: "Fuzz\(name)", dependencies: dependencies, path: "Tests/Fuzzing/\(name)", exclude: ["Corpus"], swiftSettings: strict)
}

let package = Package(
    name: "payment-gateway",
    products: [
        .executable(name: "payment-gateway", targets: ["CommandLineTool"]),
        .executable(name: "card-reading-bench", targets: ["CardReadingBench"]),
        .executable(name: "fuzz-tlv", targets: ["FuzzTLV"]),
        .executable(name: "fuzz-read", targets: ["FuzzRead"]),
        .executable(name: "fuzz-request", targets: ["FuzzRequest"]),
        .executable(name: "fuzz-chunks", targets: ["FuzzChunks"]),
        .executable(name: "fuzz-json", targets: ["FuzzJSON"]),
        .executable(name: "fuzz-configuration", targets: ["FuzzConfiguration"]),
    ],
    targets: [
        system("CLinux"),
        system("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),

        // pcsc-lite's pkg-config file has a flag that the package manager refuses with a warning.
        .target(name: "CPCSC", path: "Sources/System/CPCSC", linkerSettings: [.linkedLibrary("pcsclite")]),

        // Keeps OpenSSL from cleaning up when the process ends.
        .target(name: "COpenSSLExit", path: "Sources/System/COpenSSLExit"),

        // The contract inside the binary, from its one home.
        .target(name: "COpenAPI", path: "Sources/System/COpenAPI"),

        layer("Platform", "Secrets", ["CLinux"]),
        layer("Platform", "Reactor", ["CLinux"], settings: withoutHops),
        layer("Platform", "Crypto", ["Secrets", "COpenSSL", "COpenSSLExit"]),
        layer("Platform", "JSON", ["Secrets"]),
        layer("Platform", "HTTPServer", ["Secrets", "Reactor", "Crypto", "CLinux"], settings: withoutHops),
        layer("Platform", "HTTPClient", ["Secrets", "Reactor", "CCurl"]),

        layer("Domain", "EMV", ["Secrets"]),
        layer("Domain", "Payments", ["Secrets"], settings: withoutHops),

        layer("Data", "IFortePay", ["Secrets", "Payments", "JSON", "Crypto", "HTTPClient"]),
        layer("Data", "Storage", ["Payments", "Reactor", "CSQLite"]),
        layer("Data", "MerchantStore", ["Secrets", "Payments", "Crypto", "HTTPClient"]),
        layer("Data", "Terminals", ["Secrets", "Payments", "EMV", "Reactor", "CLinux", "CPCSC"]),

        layer(
            "Presentation", "Gateway",
            [
                "Secrets", "Payments", "JSON", "Crypto", "Reactor", "HTTPServer", "HTTPClient", "IFortePay", "Storage", "MerchantStore",
                "Terminals", "CLinux", "COpenAPI",
            ], settings: withoutHops),
        layer(
            "Presentation", "Sandbox", ["Secrets", "Payments", "JSON", "Crypto", "Reactor", "HTTPServer", "HTTPClient", "IFortePay", "CLinux"]),
        .executableTarget(
            name: "CommandLineTool",
            dependencies: [
                "Gateway", "Sandbox", "Secrets", "Payments", "JSON", "Crypto", "Reactor", "HTTPServer", "HTTPClient", "IFortePay", "Storage",
                "MerchantStore", "Terminals", "CLinux",
            ],
            path: "Sources/Presentation/CommandLine", swiftSettings: strict,
            // The addresses that a loader has to adjust, packed: a megabyte less to carry, to read at every start, and to keep in memory.
            linkerSettings: [
                .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"], .when(configuration: .release))
            ]),

        // Certificates for the tests of whatever speaks TLS.
        .target(name: "TestCertificates", dependencies: ["COpenSSL"], path: "Tests/TestCertificates", swiftSettings: strict),
        // A program that ends, for a test of that.
        .executableTarget(name: "ExitProbe", dependencies: ["Crypto", "COpenSSL"], path: "Tests/ExitProbe", swiftSettings: strict),
        // What tests of several targets share.
        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        .target(name: "TestSupport", dependencies: ["CLinux", "CSpawn"], path: "Tests/TestSupport", swiftSettings: strict),
        // A client of HTTP that says exactly what a test says.
        .target(name: "WireSupport", dependencies: ["Reactor", "Crypto"], path: "Tests/WireSupport", swiftSettings: strict),
        // The domain's ports as a test plays them: a clock, card readers.
        .target(name: "PaymentsSupport", dependencies: ["Payments", "TestSupport"], path: "Tests/PaymentsSupport", swiftSettings: strict),
        // Cards that answer from a list: the project's own, and those that lie beside the repository.
        .target(name: "CardTraces", dependencies: ["EMV", "Secrets", "JSON"], path: "Tests/CardTraces", swiftSettings: strict),
        // A private PC/SC service with virtual readers.
        .target(name: "CPCSCSocket", path: "Tests/CPCSCSocket"),
        .target(name: "PCSCSupport", dependencies: ["CPCSCSocket", "TestSupport"], path: "Tests/PCSCSupport", swiftSettings: strict),
        tests("TestSupport", ["TestSupport"]),
        tests("Secrets", ["Secrets"]),
        tests("Reactor", ["Reactor", "CLinux", "TestSupport"]),
        tests("Crypto", ["Crypto", "Secrets", "TestCertificates", "TestSupport", "COpenSSL"]),
        tests("JSON", ["JSON", "Secrets", "TestSupport"]),
        tests("HTTPServer", ["HTTPServer", "Reactor", "Crypto", "Secrets", "TestCertificates", "TestSupport", "WireSupport"]),
        tests("Conformance", ["HTTPServer", "Reactor", "Crypto", "Secrets", "CLinux", "TestCertificates", "TestSupport"]),
        tests("HTTPClient", ["HTTPClient", "Reactor", "Crypto", "Secrets", "TestCertificates", "TestSupport"]),
        tests("EMV", ["EMV", "Secrets", "CardTraces", "TestSupport"]),
        tests("Payments", ["Payments", "Secrets", "PaymentsSupport", "TestSupport"]),
        tests("IFortePay", ["IFortePay", "Payments", "JSON", "Crypto", "Secrets", "HTTPClient", "HTTPServer", "Reactor"]),
        tests("Storage", ["Storage", "Payments", "Secrets", "Reactor", "CSQLite"]),
        tests("Terminals", ["Terminals", "PCSCSupport", "Sandbox", "Payments", "EMV", "Secrets", "Reactor", "CPCSC", "TestSupport"]),
        tests("MerchantStore", ["MerchantStore", "Payments", "Crypto", "HTTPClient", "HTTPServer", "Reactor", "Secrets"]),
        tests(
            "Gateway",
            [
                "Gateway", "Payments", "JSON", "Crypto", "Secrets", "HTTPServer", "Reactor", "Storage", "IFortePay", "MerchantStore",
                "Terminals", "PaymentsSupport", "TestCertificates", "TestSupport",
            ]),
        tests(
            "Sandbox",
            [
                "Sandbox", "Payments", "EMV", "JSON", "Crypto", "Secrets", "HTTPServer", "HTTPClient", "Reactor", "TestCertificates", "TestSupport",
            ]),
        tests(
            "Integration",
            [
                "Gateway", "Sandbox", "JSON", "Crypto", "Secrets", "Payments", "HTTPServer", "HTTPClient", "IFortePay", "Reactor", "CLinux",
                "CommandLineTool", "ExitProbe", "CardTraces", "PCSCSupport", "TestCertificates", "TestSupport", "WireSupport",
            ]),

        fuzzing("TLV", ["EMV", "Secrets"]),
        fuzzing("Read", ["EMV", "Secrets"]),
        fuzzing("Request", ["HTTPServer", "Secrets"]),
        fuzzing("Chunks", ["HTTPServer"]),
        fuzzing("JSON", ["JSON", "Secrets"]),
        fuzzing("Configuration", ["Gateway", "JSON", "Payments", "Secrets"]),
        .executableTarget(
            name: "CardReadingBench", dependencies: ["EMV", "Secrets", "CardTraces"], path: "Benchmarks/CardReading", swiftSettings: strict),
    ],
    // C23 for `#embed`.
    cLanguageStandard: .c2x
)
