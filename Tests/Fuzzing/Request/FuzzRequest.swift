#if FUZZING
    import Secrets

    @testable import HTTPServer

    /// One input as the bytes of a connection: requests one after the other.
    ///
    /// However the bytes were cut on their way, the same requests come out, or the same refusal at the same place; every head is as RFC 9112 has it,
    /// judged by a second reader that knows nothing of the first; no request takes more bytes than there are, nor more than the limits allow.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        // Enough to pass each of the limits.
        guard count <= 500 else { return -1 }
        let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
        let whole = Outcome.of([input[...]])
        // Every cut of a short one; of a long one about a hundred, at other places from input to input.
        let step = 1 + count / 100
        for cut in stride(from: Int(input.reduce(0, &+)) % step, to: count, by: step) {
            precondition(Outcome.of([input[..<cut], input[cut...]]) == whole, "cut at \(cut)")
        }
        precondition(Outcome.of(input.indices.map { input[$0...$0] }) == whole, "byte by byte")
        check(whole, of: input)
        return 0
    }

    private let limits = HTTPLimits(
        requestLineBytes: 80, headerSectionBytes: 200, headerFields: 6, bodyBytes: 100, chunkExtensionBytes: 20, trailerSectionBytes: 40)

    /// What a connection takes its bytes for.
    private struct Outcome: Equatable {
        struct Message: Equatable {
            let head: [UInt8]
            let method: HTTPMethod
            let version: HTTPVersion
            let framing: BodyFraming
            let keepsAlive: Bool
            let body: [UInt8]
            /// Where the next one begins.
            let end: Int
        }

        var messages: [Message] = []
        var refusal: Refusal.Reason?

        static func of(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
            var reader = Reader()
            for piece in pieces {
                piece.withUnsafeBytes { reader.input.append($0) }
                reader.received += piece.count
                do throws(Refusal.Reason) {
                    while try reader.step() {}
                } catch {
                    reader.outcome.refusal = error
                    break
                }
            }
            return reader.outcome
        }
    }

    /// Reads as a connection does, without one.
    private struct Reader {
        let input = WipedBuffer(capacity: 64)
        var received = 0
        var outcome = Outcome()
        private var parser = HeadParser(limits: limits)
        private var pending: (head: ParsedHead, bytes: [UInt8], body: BodyDecoder)?
        private let memory = SharedCapacity(.max)

        mutating func step() throws(Refusal.Reason) -> Bool {
            if pending == nil {
                guard !input.isEmpty, let (head, length) = try parser.parse(input.bytes) else { return false }
                precondition((1...input.count).contains(length))
                let bytes = [UInt8](input.bytes.slice(0..<length))
                input.consume(length)
                parser = HeadParser(limits: limits)
                pending = (head, bytes, try BodyDecoder(head.framing, limits: limits, reserving: BodyReservation(of: memory)))
            }
            guard case (let head, let bytes, var decoder)? = pending else { return false }
            let body = try decoder.decode(input)
            pending = (head, bytes, decoder)
            guard let body else { return false }
            pending = nil
            outcome.messages.append(
                .init(
                    head: bytes, method: head.method, version: head.version, framing: head.framing, keepsAlive: head.keepsAlive,
                    body: body.withUnsafeBytes { [UInt8]($0) }, end: received - input.count))
            return true
        }
    }

    private func check(_ outcome: Outcome, of input: [UInt8]) {
        var start = 0
        for message in outcome.messages {
            precondition(message.end <= input.count && message.body.count <= limits.bodyBytes)
            precondition(input[start...].starts(with: message.head), "a head is what stands there")
            let content = input[(start + message.head.count)..<message.end]
            switch message.framing {
            case .none: precondition(content.isEmpty && message.body.isEmpty)
            case .length(let length): precondition(content.elementsEqual(message.body) && message.body.count == length)
            // What chunks hold is fuzz-chunks' part.
            case .chunked: precondition(content.count >= message.body.count + 5 && content.suffix(2).elementsEqual([0x0D, 0x0A]))
            }
            checkHead(message)
            start = message.end
        }
    }

    /// The second reader: a head as text, taken apart at its line ends.
    private func checkHead(_ message: Outcome.Message) {
        var lines: [[UInt8]] = [[]]
        var rest = message.head[...]
        while let byte = rest.popFirst() {
            precondition(byte != 0x0A, "a bare LF")
            if byte == 0x0D {
                precondition(rest.popFirst() == 0x0A, "a bare CR")
                lines.append([])
            } else {
                lines[lines.count - 1].append(byte)
            }
        }
        // One empty line may come before, and one ends the head.
        if lines.first == [] { lines.removeFirst() }
        precondition(lines.count >= 3 && lines.suffix(2) == [[], []] && !lines.dropLast(2).contains([]))
        lines.removeLast(2)
        checkRequestLine(lines.removeFirst(), message)
        precondition(lines.count <= limits.headerFields)
        precondition(lines.reduce(2) { $0 + $1.count + 2 } <= limits.headerSectionBytes)
        checkFields(lines.map(field), message)
    }

    private func checkRequestLine(_ line: [UInt8], _ message: Outcome.Message) {
        precondition(line.count <= limits.requestLineBytes)
        let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        precondition(words.count == 3 && words[0].elementsEqual(message.method.rawValue.utf8))
        let target = words[1]
        precondition(!target.isEmpty && target.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"#<>\\^`{|}".utf8.contains($0) })
        for place in target.indices where target[place] == UInt8(ascii: "%") {
            precondition(target[place...].dropFirst().prefix(2).filter(isHexDigit).count == 2)
        }
        let lowered = String(decoding: target, as: UTF8.self).lowercased()
        precondition(
            lowered.hasPrefix("/") || lowered.hasPrefix("http://") || lowered.hasPrefix("https://") || (lowered == "*" && message.method == .options))
        let version = String(decoding: words[2], as: UTF8.self)
        precondition(version.hasPrefix("HTTP/1.") && version.utf8.count == 8 && version.utf8.last.map { (0x30...0x39).contains($0) } == true)
        precondition((version == "HTTP/1.0") == (message.version == .http10))
    }

    private func isHexDigit(_ byte: UInt8) -> Bool { "0123456789abcdefABCDEF".utf8.contains(byte) }

    private func field(_ line: [UInt8]) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { preconditionFailure("a line without a colon") }
        let special = "!#$%&'*+-.^_`|~".utf8
        let name = line[..<colon]
        precondition(!name.isEmpty)
        for byte in name {
            precondition((0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || special.contains(byte))
        }
        let value = line[(colon + 1)...]
        precondition(value.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) })
        return (String(decoding: name, as: UTF8.self).lowercased(), trimmed(String(decoding: value, as: UTF8.self)))
    }

    private func trimmed(_ text: some StringProtocol) -> String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let start = text.unicodeScalars.drop(while: isSpace)
        return String(String.UnicodeScalarView(start.reversed().drop(while: isSpace).reversed()))
    }

    private func checkFields(_ fields: [(name: String, value: String)], _ message: Outcome.Message) {
        let values = { (name: String) in fields.filter { $0.name == name }.map(\.value) }
        let hosts = values("host")
        precondition(hosts.count == 1 || (hosts.isEmpty && message.version == .http10))
        precondition(hosts.allSatisfy { !$0.isEmpty && !$0.contains("@") && !$0.contains(" ") && !$0.contains("/") })
        let lengths = values("content-length")
        let codings = values("transfer-encoding")
        // RFC 9112 section 6.3: what says its length in two ways is nobody's request.
        precondition(lengths.count <= 1 && codings.count <= 1 && (lengths.isEmpty || codings.isEmpty))
        if let length = lengths.first {
            precondition(length.utf8.allSatisfy { (0x30...0x39).contains($0) } && message.framing == Int(length).map(BodyFraming.length))
        }
        if let coding = codings.first { precondition(coding.lowercased() == "chunked" && message.version == .http11 && message.framing == .chunked) }
        if lengths.isEmpty, codings.isEmpty { precondition(message.framing == .none) }
        let options = Set(values("connection").flatMap { $0.split(separator: ",").map { trimmed($0).lowercased() } })
        precondition(message.keepsAlive == (!options.contains("close") && (message.version == .http11 || options.contains("keep-alive"))))
        for expectation in values("expect").flatMap({ $0.split(separator: ",").map(trimmed) }) {
            precondition(expectation.isEmpty || expectation.lowercased() == "100-continue")
        }
    }
#endif
