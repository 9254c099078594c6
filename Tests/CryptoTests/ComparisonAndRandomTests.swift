import Crypto
import Testing

@Suite("Comparison and random numbers")
struct ComparisonAndRandomTests {
    @Test("Comparison sees every bit and both lengths")
    func comparison() {
        let bytes = (0..<40).map { UInt8($0) }
        #expect(constantTimeEqual(bytes, bytes))
        #expect(constantTimeEqual([UInt8](), []))
        #expect(!constantTimeEqual(bytes, Array(bytes.dropLast())))
        #expect(!constantTimeEqual(bytes, []))
        for bit in 0..<bytes.count * 8 {
            var other = bytes
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!constantTimeEqual(bytes, other))
        }
        #expect(constantTimeEqual(SHA256.digest([1]), SHA256.digest([1])))
        #expect(!constantTimeEqual(SHA256.digest([1]), SHA256.digest([2])))
    }

    @Test("Random bytes have the length asked for and do not repeat")
    func random() {
        for count in [0, 1, 7, 16, 33, 1000] { #expect(SecureRandom.bytes(count).count == count) }
        #expect(Set((0..<1000).map { _ in SecureRandom.bytes(16) }).count == 1000)
        #expect(Set((0..<1000).map { _ in SecureRandom.uint64() }).count == 1000)
        // Every bit is seen set and unset: that one is not, in 1000 draws, has a chance of 2^-993.
        let words = (0..<1000).map { _ in SecureRandom.uint64() }
        #expect(words.reduce(0, |) == .max)
        #expect(words.reduce(.max, &) == 0)
    }
}
