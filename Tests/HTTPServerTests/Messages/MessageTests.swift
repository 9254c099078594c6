import Secrets
import Testing

@testable import HTTPServer

@Suite struct MessageTests {
    @Test("An answer's fields keep their order; names compare without regard to case")
    func headers() {
        var headers: HTTPHeaders = ["Content-Type": "a", "X-Two": "1"]
        headers.append("x-two", "2")
        #expect(headers["CONTENT-TYPE"] == "a")
        #expect(headers.values(named: "X-TWO") == ["1", "2"])
        headers["content-type"] = "b"
        #expect(headers.fields.map(\.name) == ["X-Two", "x-two", "content-type"])
        headers["x-TWO"] = nil
        #expect(headers.fields.map(\.name) == ["content-type"])
        #expect(headers["k"] == nil)
    }

    @Test("A field name's bit 5 is its case only in letters")
    func comparesOnlyLetters() {
        let headers: HTTPHeaders = ["a@": "1"]
        #expect(headers["a`"] == nil, "@ and ` differ in that bit as A and a do")
        #expect(headers["A@"] == "1")
    }

    @Test("Request ids are short, sane, and never the same")
    func requestIDs() {
        // Of two loops, and of requests that have none.
        let (one, another) = (RequestIDSource(), RequestIDSource())
        let ids = (0..<1000).flatMap { _ in [one.next(), another.next(), .next()].map(\.text) }
        #expect(Set(ids).count == 3000)
        #expect(ids.allSatisfy { $0.utf8.count == 15 && $0.utf8.allSatisfy(ByteSet.requestID.contains) })
        #expect(Set(ids.map { $0.prefix(8) }).count == 1, "one prefix for the process")
    }

    @Test("No request id has as many digits in a row as a card number", arguments: [0, 0x12_3456_7890, UInt64.max])
    func requestIDsAreNoCardNumbers(_ process: UInt64) {
        // Seven zeros and seven nines: counts written with digits only.
        for count in [0, 0b01001_01001_01001_01001_01001_01001_01001] as [UInt64] {
            let digits = RequestID(process: process, count: count).text.split { !$0.isNumber }
            #expect(digits.allSatisfy { $0.count < 12 })
        }
    }

    @Test("Every reason has a status of its class and a sentence that ends without a full stop")
    func reasons() {
        for reason in Self.reasons {
            #expect((400...505).contains(reason.status.code))
            #expect(!reason.explanation.isEmpty && !reason.explanation.hasSuffix("."))
        }
        #expect(Refusal.Reason.noSuchRoute.status == .notFound)
        #expect(Refusal.Reason.lengthRequired.status.code == 411)
        #expect(Refusal.Reason.unknownExpectation.status.code == 417)
        #expect(Refusal.Reason.unsupportedVersion.status.code == 505)
        #expect(Refusal.Reason.unknownTransferCoding.status.code == 501)
        #expect(Refusal.Reason.bodyTooLarge.status.code == 413)
        #expect(Refusal.Reason.headerTimedOut.status.code == 408)
        #expect(Refusal.Reason.bodyMemoryExhausted.status.code == 503)
        #expect(Refusal.Reason.overloaded.status.code == 503)
    }

    private static let reasons: [Refusal.Reason] = [
        .malformedRequestLine, .malformedTarget, .malformedPercentEncoding, .unsupportedVersion, .unknownMethod, .requestLineTooLong,
        .headerSectionTooLarge, .tooManyHeaderFields, .malformedHeaderField, .controlCharacterInHeaderField, .foldedHeaderField, .bareLineFeed,
        .missingHost, .repeatedHost, .invalidHost, .invalidContentLength, .repeatedContentLength, .bothLengthAndTransferEncoding,
        .transferEncodingInHTTP10, .malformedTransferEncoding, .unknownTransferCoding, .malformedChunk, .chunkExtensionsTooLong, .malformedTrailer,
        .trailersTooLarge, .bodyTooLarge, .bodyMemoryExhausted, .unknownExpectation, .headerTimedOut, .bodyTimedOut, .overloaded, .noSuchRoute,
        .methodNotAllowed([.get]),
        .lengthRequired, .handlerFailed,
    ]
}

/// The memory that requests come into.
@Suite struct WipedBufferTests {
    private func buffer(_ text: String, capacity: Int = 64) -> WipedBuffer {
        let buffer = WipedBuffer(capacity: capacity)
        Array(text.utf8).withUnsafeBytes { buffer.append($0) }
        return buffer
    }

    private func contents(_ buffer: WipedBuffer) -> String {
        String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test("Bytes come out at the front in the order they went in at the end")
    func isAQueue() {
        let buffer = buffer("hello world")
        buffer.consume(6)
        #expect(contents(buffer) == "world")
        Array("!".utf8).withUnsafeBytes { buffer.append($0) }
        #expect(contents(buffer) == "world!")
        #expect(text(buffer.takeSecret(5)) == "world")
        #expect(contents(buffer) == "!")
    }

    @Test("What was taken is overwritten where it stood")
    func wipesTaken() {
        let buffer = buffer("4111111111111111 rest")
        // The same memory: the room behind the bytes, and from there back to where the taken ones stood.
        let room = buffer.room(atLeast: 1)
        let start = room.baseAddress.map { UnsafeRawBufferPointer(start: $0 - 21, count: 21) }
        _ = buffer.takeSecret(16)
        #expect(start?.prefix(16).allSatisfy { $0 == 0 } == true)
        #expect(start.map { String(decoding: $0.suffix(5), as: UTF8.self) } == " rest")
    }

    @Test("Making room moves the bytes and overwrites where they stood")
    func wipesMoved() {
        let buffer = buffer(String(repeating: "a", count: 40) + "4111111111111111", capacity: 64)
        let end = buffer.room(atLeast: 1).baseAddress
        buffer.consume(40)
        _ = buffer.room(atLeast: 40)
        #expect(contents(buffer) == "4111111111111111")
        let old = end.map { UnsafeRawBufferPointer(start: $0 - 16, count: 16) }
        #expect(old?.allSatisfy { $0 == 0 } == true)
    }

    @Test("Of a stock, it grows as needed, and gives memory back when empty")
    func growsAndShrinks() {
        let buffer = WipedBuffer(of: BlockStock())
        buffer.append(literal: "abc")
        #expect(buffer.room(atLeast: 100_000).count >= 100_000)
        #expect(contents(buffer) == "abc")
        buffer.shrink()
        #expect(contents(buffer) == "abc", "not while there are bytes in it")
        buffer.consume(3)
        buffer.shrink()
        #expect(buffer.room(atLeast: 1).count == BlockStock.blockSize)
    }

    @Test("Of a stock, what one buffer gives back the next one takes, without a byte of what lay there")
    func sharesBlocks() {
        let stock = BlockStock()
        let one = WipedBuffer(of: stock)
        let other = WipedBuffer(of: stock)
        one.append(literal: "4111111111111111")
        let block = one.bytes.baseAddress
        one.rest()
        #expect(contents(one) == "4111111111111111", "not while there are bytes in it")
        one.consume(16)
        one.rest()
        one.rest()
        let room = other.room(atLeast: 16)
        #expect(UnsafeRawPointer(room.baseAddress) == block)
        #expect(room.prefix(16).allSatisfy { $0 == 0 })
        one.append(literal: "378282246310005")
        #expect(one.bytes.baseAddress != block, "each block belongs to one buffer at a time")
        #expect(other.isEmpty)
    }

    @Test("Of a stock, memory larger than a block does not go to others")
    func keepsLargeMemoryOut() {
        let stock = BlockStock()
        let buffer = WipedBuffer(of: stock)
        buffer.append([UInt8](repeating: 1, count: 3 * BlockStock.blockSize))
        buffer.consume(buffer.count)
        buffer.rest()
        let block = stock.take()
        #expect(block.count == BlockStock.blockSize)
        stock.put(block)
    }
}
