import Testing

@testable import HTTPServer

/// What a field value may hold, wherever in it a byte stands.
@Suite struct FieldContentTests {
    @Test("A byte is judged the same at every place", arguments: 0...20)
    func judgesEveryPlace(_ place: Int) {
        for byte in UInt8.min ... .max {
            // Among bytes whose bits are all set, and among those that have only one.
            for others in [UInt8(0xFF), 0x20, 0x80] {
                var bytes = [UInt8](repeating: others, count: 21)
                bytes[place] = byte
                let isSound = bytes.withUnsafeBytes { ASCII.areFieldContent($0) }
                #expect(isSound == ASCII.isFieldContent(byte), "\(byte) at \(place) among \(others)")
            }
        }
    }

    @Test("Names are the same letters in either case, and no other bytes")
    func comparesNames() {
        for byte in UInt8.min ... .max {
            for other in UInt8.min ... .max {
                let areSame = [byte].withUnsafeBytes { bytes in [other].withUnsafeBytes { bytes.equalsIgnoringASCIICase($0) } }
                #expect(areSame == (ASCII.lowercased(byte) == ASCII.lowercased(other)), "\(byte) and \(other)")
            }
        }
    }
}
