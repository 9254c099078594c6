import Payments
import Testing

@testable import Gateway

/// Whose terminals they are (contract, section 3): what the configuration file says of it, and what follows.
@Suite struct `Terminals of merchants` {
    /// Merchants `M0`, `M1`, … with these values of `terminals`; nil says nothing.
    private func file(_ terminals: String?...) -> String {
        let merchants = terminals.enumerated().map { index, terminals in
            let ids = #""merchantId": "M\#(index)", "secretUnbound": "s\#(index)", "hashKey": "k\#(index)""#
            return "{\(ids)\(terminals.map { ", \"terminals\": \($0)" } ?? "")}"
        }
        return #"{"merchants": [\#(merchants.joined(separator: ", "))]}"#
    }

    private func report(_ content: String) -> ConfigurationReport {
        let file = TemporaryFile(content)
        return withExtendedLifetime(file) { GatewayConfiguration.read(environment: [:], configFile: file.path, cores: 2) }
    }

    /// Which of the merchants may use the terminal.
    private func owners(of terminal: String, _ content: String) throws -> [String] {
        let merchants = try report(content).usable().merchants
        return merchants.map(\.id).filter { merchants.mayUse(TerminalID(terminal), $0) }.map(\.rawValue)
    }

    @Test func `The one merchant has all, listed or not, whatever it claims`() throws {
        let merchants = try GatewayConfiguration.read(environment: leastEnvironment, cores: 2).usable().merchants
        #expect(merchants.mayUse(TerminalID("acs-00"), try #require(merchants.first?.id)))
        #expect(!merchants.mayUse(TerminalID("acs-00"), try #require(MerchantID("M9"))))
        #expect(try owners(of: "acs-00", file(nil)) == ["M0"])
        #expect(try owners(of: "acs-00", file(#"["front"]"#)) == ["M0"])
    }

    @Test(arguments: [
        ("acs-00", ["M0"]), ("acs-acr122u-00", ["M0"]), ("hid-5022", ["M0"]), ("identiv-00", ["M1"]), ("ac", []), ("scm-00", []), ("", []),
    ])
    func `Of several each has those it lists, and one that lists none has none`(terminal: String, merchants: [String]) throws {
        #expect(try owners(of: terminal, file(#"["acs", "hid-"]"#, #""identiv""#, nil, "[]", "null")) == merchants)
    }

    @Test func `It is shown where it stands`() {
        let settings = report(file(#"["acs", "hid"]"#, nil)).settings.filter { $0.name.hasSuffix("terminals") }
        #expect(settings.map(\.name) == ["merchants[0].terminals", "merchants[1].terminals"])
        #expect(settings.map(\.shown) == ["acs,hid", "all for an only merchant, else none"])
        #expect(settings.last?.origin == .standard)
    }

    @Test func `It may stand in a file of its own`() throws {
        let terminals = TemporaryFile("acs, hid\n")
        let content = #"{"merchants": [{"merchantId": "M0", "secretUnbound": "s", "hashKey": "k", "terminalsFile": "\#(terminals.path)"}]}"#
        let found = withExtendedLifetime(terminals) { report(content) }
        #expect(try found.usable().merchants.first?.terminals.map(\.rawValue) == ["acs", "hid"])
    }

    @Test(arguments: [#"["Front"]"#, #"[""]"#, #""""#, #"["a b"]"#, #"["-a"]"#, #"["a--b"]"#, #"["a", "ä"]"#, #"["a*"]"#, "[true, 7, \"_\"]"])
    func `What no id can begin with is a fault that names the place`(value: String) {
        #expect(
            faults(file: file(nil, value)) == [
                "merchants[1].terminals in FILE: must be a list of beginnings of terminal ids, for instance acs-acr122u: lower-case letters, digits and "
                    + "single dashes, no dash in front"
            ])
    }

    @Test(arguments: [
        (#"["acs"]"#, #"["acs"]"#), (#"["acs"]"#, #"["hid", "acs-acr122u"]"#), (#"["hid", "acs-acr122u-00"]"#, #"["acs-"]"#),
    ])
    func `No terminal can be two merchants'`(first: String, second: String) {
        #expect(faults(file: file(first, second)) == ["merchants[1].terminals in FILE: claims terminals of merchant M0 too"])
    }

    @Test func `One merchant may claim the same twice`() {
        #expect(faults(file: file(#"["acs", "acs-acr122u", "acs"]"#, #"["hid"]"#)) == [])
    }

    @Test func `A value of another form is a fault`() {
        #expect(
            faults(file: file(#"{"a": 1}"#)) == [
                "merchants[0].terminals in FILE: must be a string, a number, true or false, or a list of them"
            ])
    }

    @Test func `It is no setting outside of merchants`() {
        #expect(
            faults(file: #"{"merchantId": "M", "secretUnbound": "s", "hashKey": "k", "terminals": ["acs"]}"#).map { $0.prefix(31) } == [
                "terminals in FILE: is no settin"
            ])
    }
}
