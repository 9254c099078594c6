#if FUZZING
    import Glibc
    import JSON
    import Payments
    import Secrets

    @testable import Gateway

    /// One input as an environment, a `NAME=value` on each line, and after an empty line as the configuration file.
    ///
    /// Whatever they hold, there is a configuration or there are faults, and each fault names a setting; every setting is shown, a secret under a mask of
    /// one length. Then the same once more with a mark at the end of each secret, be the secret right or wrong: nothing that a person is told holds it.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzConfiguration(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
        let end = input.indices.first { input[$0...].starts(with: [0x0A, 0x0A]) } ?? input.count
        let environment = environment(String(decoding: input[..<end], as: UTF8.self))
        let file = Array(input[end...].dropFirst(2))
        // Reading a device may never end.
        guard !String(decoding: input, as: UTF8.self).contains("/dev") else { return -1 }
        check(read(environment, file), environment)
        let marked = read(environment.marked(), marked(file))
        let texts = marked.faults.map(\.description) + [marked.text, String(reflecting: marked), ConfigurationFaults(marked.faults).description]
        precondition(!texts.contains { $0.contains(mark) }, "a secret stands in a text")
        return 0
    }

    /// What keys may hold, and what stands nowhere else.
    private let mark = "Zq7-canary-Qz9"

    private func environment(_ text: String) -> [String: String] {
        var environment: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let name = line.prefix { $0 != "=" }
            environment[String(name)] = String(line.dropFirst(name.count + 1))
        }
        return environment
    }

    extension [String: String] {
        /// The mark at the end of the secrets.
        fileprivate func marked() -> [String: String] {
            var marked = self
            for setting in Settings.all where setting.isSecret {
                if let value = self[setting.name] { marked[setting.name] = value + mark }
            }
            return marked
        }
    }

    /// The mark at the end of the texts that stand under a secret's name, wherever in the file.
    private func marked(_ file: [UInt8]) -> [UInt8] {
        guard let root = try? JSONDocument(parsing: file).root else { return file }
        let names = Settings.all.filter(\.isSecret).flatMap { [$0.key, $0.merchantKey ?? $0.key] }
        var ends: [Int] = []
        var rest = [root]
        while let value = rest.popLast() {
            rest += value.elements
            for (name, value) in value.members {
                if name.string.map(names.contains) == true {
                    ends += ([value] + value.elements).filter { $0.kind == .string }.map(\.byteRange.upperBound)
                }
                rest.append(value)
            }
        }
        var marked = file
        // A text ends before its quote.
        for end in Set(ends).sorted(by: >) { marked.insert(contentsOf: mark.utf8, at: end - 1) }
        return marked
    }

    /// Holds the configuration file's content. It has no name of its own, so that nothing is left behind.
    private let descriptor: CInt = {
        var template = Array("/tmp/fuzz-configuration-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        precondition(descriptor >= 0 && unlink(template) == 0)
        return descriptor
    }()

    private let path = "/proc/self/fd/\(descriptor)"

    private func read(_ environment: [String: String], _ file: [UInt8]) -> ConfigurationReport {
        guard !file.isEmpty else { return GatewayConfiguration.read(environment: environment, cores: 2) }
        precondition(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, file, file.count, 0) == file.count)
        return GatewayConfiguration.read(environment: environment, configFile: path, cores: 2)
    }

    private func check(_ report: ConfigurationReport, _ environment: [String: String]) {
        precondition((report.configuration == nil) == !report.faults.isEmpty)
        let known = Settings.all.flatMap { [$0.name, $0.fileVariable] } + ["--config"]
        for fault in report.faults {
            let isPlace = fault.setting.hasSuffix(" in \(path)") || environment.values.contains { fault.setting.hasSuffix(" in \($0)") }
            let isName = known.contains(fault.setting) || (fault.setting.hasPrefix("GATEWAY_") && environment[fault.setting] != nil)
            precondition((isPlace || isName) && !fault.rule.isEmpty)
        }
        let names = report.settings.map(\.name)
        precondition(Set(names).count == names.count)
        if let configuration = report.configuration {
            // Whoever runs it finds each setting in the list.
            precondition(names.count >= Settings.all.count && !configuration.merchants.contains { $0.credentials.hashKey.isEmpty })
            precondition(Set(configuration.merchants.map(\.id)).count == configuration.merchants.count)
            precondition((1...256).contains(configuration.loops))
        }
        for setting in report.settings where setting.origin != .standard {
            guard Settings.all.contains(where: { $0.isSecret && (setting.name == $0.name || setting.name.hasSuffix(".\($0.merchantKey ?? "")")) })
            else { continue }
            precondition(setting.shown == EffectiveSetting.mask)
        }
    }
#endif
