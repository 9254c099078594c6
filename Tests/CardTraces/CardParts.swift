// The parts of which the made-up cards are put together.

/// The status word of an answer that is all right.
public let ok = hex("9000")
/// SELECT of the contactless directory.
public let directoryCommand = "00A404000E325041592E5359532E444446303100"
/// What a Visa card asks for: 33 bytes.
public let visaList = hex("9F66049F02069F03069F1A0295055F2A029A039C019F3704")

/// One entry of a directory.
public func entry(_ application: String, _ label: String? = nil, priority: UInt8? = nil) -> [UInt8] {
    tlv("61", tlv("4F", hex(application)), label.map { tlv("50", Array($0.utf8)) } ?? [], priority.map { tlv("87", [$0]) } ?? [])
}

/// The SELECT of the directory with what it lists.
public func directory(_ entries: [UInt8]...) -> Exchange {
    let listed = tlv("A5", tlv("BF0C", Array(entries.joined())))
    return Exchange(directoryCommand, tlv("6F", tlv("84", Array("2PAY.SYS.DDF01".utf8)), listed) + ok)
}

/// The SELECT of the directory of a card that has none.
public let noDirectory = Exchange(directoryCommand, "6A82")

/// The SELECT of an application; `list` is its PDOL, `more` stands beside it.
public func application(
    _ sought: String, named name: String? = nil, list: [UInt8] = [], more: [UInt8] = [], status: [UInt8] = ok, occurrence: String = "00"
) -> Exchange {
    let length = hexText([UInt8(hex(sought).count)])
    let information = tlv("6F", tlv("84", hex(name ?? sought)), tlv("A5", more, list.isEmpty ? [] : tlv("9F38", list)))
    return Exchange("00A404\(occurrence)\(length)\(sought)00", information + status)
}

/// The answer to GET PROCESSING OPTIONS in format 2.
public func options(_ locator: String = "", _ objects: [UInt8]...) -> Exchange {
    Exchange("80A8000000", tlv("77", hex("82022000"), locator.isEmpty ? [] : tlv("94", hex(locator)), Array(objects.joined())) + ok)
}

/// The refusal of GET PROCESSING OPTIONS.
public func options(status: String) -> Exchange { Exchange("80A8000000", status) }

/// READ RECORD of a file with an answer.
public func record(_ file: UInt8, _ number: UInt8, _ objects: [UInt8]...) -> Exchange {
    Exchange(recordCommand(file, number), tlv("70", Array(objects.joined())) + ok)
}

/// READ RECORD of a file without data.
public func record(_ file: UInt8, _ number: UInt8, status: String) -> Exchange { Exchange(recordCommand(file, number), status) }

/// READ RECORD.
public func recordCommand(_ file: UInt8, _ number: UInt8) -> String { hexText([0x00, 0xB2, number, file << 3 | 4, 0x00]) }

/// Tag 5A.
public func number(_ digits: String) -> [UInt8] { tlv("5A", hex(digits.utf8.count.isMultiple(of: 2) ? digits : digits + "F")) }

/// Expiry 2030-12.
public let expiry = hex("5F2403301231")

/// Tag 5F20.
public func name(_ text: String) -> [UInt8] { tlv("5F20", Array(text.utf8)) }

/// Track 2 with expiry 2030-12.
public func track2(_ digits: String, tag: String = "57") -> [UInt8] {
    let track = digits + "D3012201000000000"
    return tlv(tag, hex(track.utf8.count.isMultiple(of: 2) ? track : track + "F"))
}
