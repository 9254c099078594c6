/// An answer as it came.
public struct WireResponse {
    /// 0 where the status line has none.
    public let status: Int
    /// In the order they came.
    public let fields: [(name: String, value: String)]
    /// Without its chunks' marks.
    public let body: String

    /// The first field of this name, in whatever case.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Nil until it is whole. Content without a length is not taken: use `receiveAll()`.
    static func parse(_ bytes: [UInt8], toHead isHead: Bool) -> (WireResponse, length: Int)? {
        guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts.count > 1 ? parts[1].drop { $0 == " " } : ""))
        }
        let status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
        let head = WireResponse(status: status, fields: fields, body: "")
        var position = headEnd.upperBound
        guard !isHead, status >= 200, status != 204, status != 304 else { return (head, position) }
        var body: [UInt8] = []
        if head["transfer-encoding"] == "chunked" {
            while true {
                guard let lineEnd = bytes[position...].firstRange(of: Array("\r\n".utf8)) else { return nil }
                guard let size = Int(String(decoding: bytes[position..<lineEnd.lowerBound], as: UTF8.self), radix: 16) else { return nil }
                guard bytes.count >= lineEnd.upperBound + size + 2 else { return nil }
                body += bytes[lineEnd.upperBound..<(lineEnd.upperBound + size)]
                position = lineEnd.upperBound + size + 2
                if size == 0 { break }
            }
        } else {
            let length = Int(head["content-length"] ?? "") ?? 0
            guard bytes.count >= position + length else { return nil }
            body = Array(bytes[position..<(position + length)])
            position += length
        }
        return (WireResponse(status: status, fields: fields, body: String(decoding: body, as: UTF8.self)), position)
    }
}
