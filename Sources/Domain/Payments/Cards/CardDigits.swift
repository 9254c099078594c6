import Secrets

/// A card number as far as it was written: its ASCII digits, spaces and dashes dropped (contract, section 2).
struct CardDigits: Sendable {
    let bytes: SecretBytes
    /// Whether anything but digits, spaces and dashes stood in the text.
    let hasForeignCharacters: Bool
    let prefix: CardPrefix

    init(text: SecretBytes) {
        var foreign = false
        bytes = text.withUnsafeBytes { source in
            SecretBytes(capacity: source.count) { target in
                var end = 0
                for byte in source {
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"):
                        target[end] = byte
                        end += 1
                    case UInt8(ascii: " "), UInt8(ascii: "-"): continue
                    default: foreign = true
                    }
                }
                return end
            }
        }
        hasForeignCharacters = foreign
        prefix = bytes.withUnsafeBytes(CardPrefix.init)
    }

    var count: Int { bytes.count }

    var passesLuhn: Bool { bytes.withUnsafeBytes(Luhn.accepts) }

    /// In the groups that a card shows: 4-6-5 on an Amex, else fours.
    func formatted(for network: CardNetwork) -> SecretBytes {
        let gaps: Set<Int> = network == .amex ? [4, 10] : Set(stride(from: 4, to: max(count, 4), by: 4))
        return bytes.withUnsafeBytes { digits in
            SecretBytes(capacity: digits.count + gaps.count) { target in
                var end = 0
                for (place, digit) in digits.enumerated() {
                    if gaps.contains(place) {
                        target[end] = UInt8(ascii: " ")
                        end += 1
                    }
                    target[end] = digit
                    end += 1
                }
                return end
            }
        }
    }

    /// The digits in these places as text; only for what may be shown.
    func shown(_ places: Range<Int>) -> String {
        bytes.withUnsafeBytes { String(decoding: $0[places.clamped(to: 0..<$0.count)], as: UTF8.self) }
    }

    /// The first six, which name the issuer.
    var first6: String { shown(0..<6) }

    /// The last four.
    var last4: String { shown(max(count - 4, 0)..<count) }
}
