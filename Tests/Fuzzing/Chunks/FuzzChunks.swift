#if FUZZING
    @testable import HTTPServer

    /// One input as a chunked body, and what comes after it.
    ///
    /// However the bytes were cut, the same data comes out, ends at the same byte, or is refused for the same reason; a body is whole exactly where a second
    /// decoder, which sees all bytes at once, finds the same; neither the data nor the memory reserved for it ever passes the limit.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzChunks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        // Enough to pass each of the limits; every cut of it is tried.
        guard count <= 400 else { return -1 }
        let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
        let whole = Outcome.of([input[...]])
        for cut in input.indices { precondition(Outcome.of([input[..<cut], input[cut...]]) == whole, "cut at \(cut)") }
        precondition(Outcome.of(input.indices.map { input[$0...$0] }) == whole, "byte by byte")
        switch whole {
        case .whole(let body, let length): precondition(reference(input) == .whole(body, length: length))
        case .cutShort, .refused: precondition(reference(input) == .cutShort, "what is refused is no body to anybody")
        }
        return 0
    }

    private let limits = HTTPLimits(headerFields: 3, bodyBytes: 100, chunkExtensionBytes: 20, trailerSectionBytes: 40)

    private enum Outcome: Equatable {
        case whole([UInt8], length: Int)
        case cutShort
        case refused(Refusal.Reason)

        static func of(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
            var decoder = ChunkedDecoder(limits: limits)
            // No byte more than a body may have: that there is no room must never be what stops one.
            let reservation = BodyReservation(of: SharedCapacity(limits.bodyBytes))
            let body = WipedBuffer(capacity: 64)
            var length = 0
            for piece in pieces {
                do throws(Refusal.Reason) {
                    let result = piece.withUnsafeBytes { bytes in
                        Result { () throws(Refusal.Reason) in try decoder.decode(bytes, into: body, reserving: reservation) }
                    }
                    let taken = try result.get()
                    precondition(taken == piece.count || (decoder.isFinished && taken < piece.count))
                    length += taken
                } catch {
                    precondition(error != .bodyMemoryExhausted)
                    return .refused(error)
                }
                precondition(body.count <= limits.bodyBytes)
            }
            return decoder.isFinished ? .whole([UInt8](body.bytes), length: length) : .cutShort
        }
    }

    /// The second decoder: RFC 9112 section 7.1 line by line. Whatever is not a whole body within the limits is `cutShort`.
    private func reference(_ input: [UInt8]) -> Outcome {
        var rest = input[...]
        var body: [UInt8] = []
        var extensionBytes = 0
        while true {
            guard let line = takeLine(&rest) else { return .cutShort }
            let digits = line.prefix { $0 != UInt8(ascii: ";") }
            guard (1...16).contains(digits.count), digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) }),
                let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return .cutShort }
            extensionBytes += max(line.count - digits.count - 1, 0)
            guard extensionBytes <= limits.chunkExtensionBytes, line.allSatisfy(isText), size <= limits.bodyBytes - body.count else {
                return .cutShort
            }
            if size == 0 { break }
            guard rest.count >= size + 2 else { return .cutShort }
            body += rest.prefix(size)
            rest = rest.dropFirst(size)
            guard takeLine(&rest)?.isEmpty == true else { return .cutShort }
        }
        let trailers = rest.startIndex
        var lines = 0
        while let line = takeLine(&rest) {
            guard rest.startIndex - trailers <= limits.trailerSectionBytes else { return .cutShort }
            if line.isEmpty { return .whole(body, length: rest.startIndex) }
            lines += 1
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard lines <= limits.headerFields, name.count < line.count, !name.isEmpty, name.allSatisfy(isToken), line.allSatisfy(isText) else {
                return .cutShort
            }
        }
        return .cutShort
    }

    /// What stands before the next CRLF; nil where none comes, or a bare CR or LF does.
    private func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let line = rest.prefix { $0 != 0x0D && $0 != 0x0A }
        guard rest.dropFirst(line.count).starts(with: [0x0D, 0x0A]) else { return nil }
        rest = rest.dropFirst(line.count + 2)
        return line
    }

    private func isText(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }

    private func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
#endif
