/// The character sets an issuer may state in tag 9F11: ISO/IEC 8859-1 to 8859-10, by the number of the part (EMV Book 4, annex B).
///
/// Below A0 all are alike. Where a part has no character, U+FFFD stands.
enum CodeTable: UInt8, Sendable {
    case latin1 = 1
    case latin2, latin3, latin4, cyrillic, arabic, greek, hebrew, latin5, latin6

    /// The character of a byte.
    func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard byte >= 0xA0 else { return Unicode.Scalar(byte) }
        switch self {
        case .latin1: return Unicode.Scalar(byte)
        case .latin2: return Self.latin2Upper[Int(byte) - 0xA0]
        case .latin3: return Self.latin3Upper[Int(byte) - 0xA0]
        case .latin4: return Self.latin4Upper[Int(byte) - 0xA0]
        case .cyrillic: return Self.cyrillic(byte)
        case .arabic: return Self.arabic(byte)
        case .greek: return Self.greek(byte)
        case .hebrew: return Self.hebrew(byte)
        case .latin5: return Self.latin5Changes[byte] ?? Unicode.Scalar(byte)
        case .latin6: return Self.latin6Upper[Int(byte) - 0xA0]
        }
    }

    private static let missing: Unicode.Scalar = "\u{FFFD}"

    private static func shifted(_ byte: UInt8, to start: UInt32, from first: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(start + UInt32(byte - first)) ?? missing
    }

    private static func cyrillic(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0xA0, 0xAD: Unicode.Scalar(byte)
        case 0xF0: "\u{2116}"
        case 0xFD: "\u{A7}"
        default: shifted(byte, to: 0x0401, from: 0xA1)
        }
    }

    private static func arabic(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0xA0, 0xA4, 0xAD: Unicode.Scalar(byte)
        case 0xAC, 0xBB, 0xBF, 0xC1...0xDA, 0xE0...0xF2: shifted(byte, to: 0x0600, from: 0xA0)
        default: missing
        }
    }

    private static func greek(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0xA0, 0xA3, 0xA6...0xA9, 0xAB...0xAD, 0xB0...0xB3, 0xB7, 0xBB, 0xBD: Unicode.Scalar(byte)
        case 0xA1: "\u{2018}"
        case 0xA2: "\u{2019}"
        case 0xA4: "\u{20AC}"
        case 0xA5: "\u{20AF}"
        case 0xAA: "\u{037A}"
        case 0xAF: "\u{2015}"
        case 0xAE, 0xD2, 0xFF: missing
        default: shifted(byte, to: 0x0370, from: 0xA0)
        }
    }

    private static func hebrew(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0xA1, 0xBF...0xDE, 0xFB, 0xFC, 0xFF: missing
        case 0xDF: "\u{2017}"
        case 0xAA: "\u{D7}"
        case 0xBA: "\u{F7}"
        case 0xE0...0xFA: shifted(byte, to: 0x05D0, from: 0xE0)
        case 0xFD: "\u{200E}"
        case 0xFE: "\u{200F}"
        default: Unicode.Scalar(byte)
        }
    }

    /// Where Latin 5 is not Latin 1: Turkish for Icelandic.
    private static let latin5Changes: [UInt8: Unicode.Scalar] = [0xD0: "Ğ", 0xDD: "İ", 0xDE: "Ş", 0xF0: "ğ", 0xFD: "ı", 0xFE: "ş"]

    /// ISO 8859-2 from A0 on.
    private static let latin2Upper = upperHalf(
        """
        \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
        ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
        ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
        """)

    /// ISO 8859-3 from A0 on.
    private static let latin3Upper = upperHalf(
        """
        \u{A0}Ħ˘£¤\u{FFFD}Ĥ§¨İŞĞĴ\u{AD}\u{FFFD}Ż°ħ²³´µĥ·¸ışğĵ½\u{FFFD}ż\
        ÀÁÂ\u{FFFD}ÄĊĈÇÈÉÊËÌÍÎÏ\u{FFFD}ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜß\
        àáâ\u{FFFD}äċĉçèéêëìíîï\u{FFFD}ñòóôġö÷ĝùúûüŭŝ˙
        """)

    /// ISO 8859-4 from A0 on.
    private static let latin4Upper = upperHalf(
        """
        \u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋ\
        ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪß\
        āáâãäåæįčéęëėíîīđņōķôõö÷øųúûüũū˙
        """)

    /// ISO 8859-10 from A0 on.
    private static let latin6Upper = upperHalf(
        """
        \u{A0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{AD}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋ\
        ĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞß\
        āáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ
        """)

    private static func upperHalf(_ characters: String) -> [Unicode.Scalar] { Array(characters.unicodeScalars) }
}
