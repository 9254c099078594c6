/// Turns bytes into nodes, or finds the first thing that is wrong with them. One pass, no recursion: an open container's node points at the one
/// around it, so that the depth costs no stack whatever the limit is.
struct Parser {
    /// What is wrong at which byte; `JSONError` adds the line.
    struct Fault: Error {
        let kind: JSONError.Kind
        let offset: Int

        init(_ kind: JSONError.Kind, at offset: Int) {
            self.kind = kind
            self.offset = offset
        }
    }

    let bytes: ByteView
    let maximumDepth: Int
    var position: Int
    private(set) var nodes: [Node] = []
    private var openContainer = Node.none
    private var isInObject = false
    private var depth = 0

    init(_ bytes: ByteView, from start: Int, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        position = start
        // A token is seldom shorter than eight bytes; hostile text, which has one in each two bytes, makes the table grow, geometrically.
        nodes.reserveCapacity(bytes.count / 8 + 8)
    }

    /// Parses the one value that a document is.
    mutating func parseDocument() throws(Fault) {
        skipWhiteSpace()
        guard position < bytes.count else { throw Fault(.empty, at: position) }
        var isComplete = false
        while !isComplete {
            if try parseValueOrOpening() {
                isComplete = try !advanceToNextValue()
            }
        }
        skipWhiteSpace()
        guard position == bytes.count else {
            throw Fault(bytes[position] == ASCII.slash ? .comment : .trailingContent, at: position)
        }
    }

    /// Parses a scalar or an empty container whole, or opens a container and goes to its first value. Says whether the value is complete.
    private mutating func parseValueOrOpening() throws(Fault) -> Bool {
        guard position < bytes.count else { throw cut }
        switch bytes[position] {
        case ASCII.quote:
            try parseString()
        case ASCII.leftBrace:
            try open(.object)
            if isNext(ASCII.rightBrace) {
                close()
            } else {
                try parseName()
                return false
            }
        case ASCII.leftBracket:
            try open(.array)
            guard isNext(ASCII.rightBracket) else { return false }
            close()
        case ASCII.minus, ASCII.zero...ASCII.nine:
            try parseNumber()
        case UInt8(ascii: "t"):
            try parseWord("true", .true)
        case UInt8(ascii: "f"):
            try parseWord("false", .false)
        case UInt8(ascii: "n"):
            try parseWord("null", .null)
        default:
            throw missingValue
        }
        return true
    }

    /// After a complete value: over a comma to the next value, or out of the containers that end here. False when the root is complete.
    private mutating func advanceToNextValue() throws(Fault) -> Bool {
        while openContainer != Node.none {
            skipWhiteSpace()
            guard position < bytes.count else { throw cut }
            let byte = bytes[position]
            if byte == ASCII.comma {
                try passComma()
                return true
            }
            guard byte == (isInObject ? ASCII.rightBrace : ASCII.rightBracket) else {
                throw Fault(byte == ASCII.slash ? .comment : .commaOrEndExpected, at: position)
            }
            close()
        }
        return false
    }

    private mutating func passComma() throws(Fault) {
        let comma = position
        position += 1
        if isNext(isInObject ? ASCII.rightBrace : ASCII.rightBracket) { throw Fault(.trailingComma, at: comma) }
        if isInObject { try parseName() }
    }

    /// Parses a member's name and colon and goes to its value.
    private mutating func parseName() throws(Fault) {
        guard position < bytes.count else { throw cut }
        guard bytes[position] == ASCII.quote else { throw Fault(bytes[position] == ASCII.slash ? .comment : .nameExpected, at: position) }
        try parseString()
        skipWhiteSpace()
        guard position < bytes.count else { throw cut }
        guard bytes[position] == ASCII.colon else { throw Fault(bytes[position] == ASCII.slash ? .comment : .colonExpected, at: position) }
        position += 1
        skipWhiteSpace()
    }

    private mutating func parseWord(_ word: StaticString, _ kind: Node.Kind) throws(Fault) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard start + offset < bytes.count else { throw cut }
            guard bytes[start + offset] == word.utf8Start[offset] else { throw Fault(.unknownWord, at: start) }
        }
        position = start + word.utf8CodeUnitCount
        append(kind, from: start)
    }
}

// Containers and the table.
extension Parser {
    private mutating func open(_ kind: Node.Kind) throws(Fault) {
        guard depth < maximumDepth else { throw Fault(.tooDeep, at: position) }
        depth += 1
        let index = UInt32(truncatingIfNeeded: nodes.count)
        nodes.append(Node(start: UInt32(truncatingIfNeeded: position), end: 0, next: openContainer, kind: kind, hasEscapes: false))
        openContainer = index
        isInObject = kind == .object
        position += 1
    }

    private mutating func close() {
        position += 1
        depth -= 1
        let closed = Int(openContainer)
        openContainer = nodes[closed].next
        nodes[closed].end = UInt32(truncatingIfNeeded: position)
        nodes[closed].next = UInt32(truncatingIfNeeded: nodes.count)
        isInObject = openContainer != Node.none && nodes[Int(openContainer)].kind == .object
    }

    /// Adds the scalar that ends at the position. Offsets fit: the document has checked its size.
    @inline(__always) mutating func append(_ kind: Node.Kind, from start: Int, hasEscapes: Bool = false) {
        nodes.append(
            Node(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: position),
                next: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind, hasEscapes: hasEscapes))
    }
}

// Places.
extension Parser {
    /// The bytes end too early.
    var cut: Fault { Fault(.cutShort, at: bytes.count) }

    @inline(__always) mutating func skipWhiteSpace() {
        while position < bytes.count, ASCII.isWhiteSpace(bytes[position]) { position += 1 }
    }

    /// Whether `byte` is the next that is not white space; goes there.
    private mutating func isNext(_ byte: UInt8) -> Bool {
        skipWhiteSpace()
        return position < bytes.count && bytes[position] == byte
    }

    /// Names what stands where a value should.
    private var missingValue: Fault {
        switch bytes[position] {
        case ASCII.slash: Fault(.comment, at: position)
        case ASCII.plus, ASCII.point: Fault(.malformedNumber, at: position)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): Fault(.unknownWord, at: position)
        default: Fault(.valueExpected, at: position)
        }
    }
}
