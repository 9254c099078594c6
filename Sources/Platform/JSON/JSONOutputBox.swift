/// The one text that all writers of a document share while they stand in each other.
final class JSONOutputBox {
    var output = JSONOutput(minimumCapacity: 512)

    func object<E: Error>(_ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        output.append(ASCII.leftBrace)
        var writer = JSONObjectWriter(self)
        try members(&writer)
        output.append(ASCII.rightBrace)
    }

    func array<E: Error>(_ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        output.append(ASCII.leftBracket)
        var writer = JSONArrayWriter(self)
        try elements(&writer)
        output.append(ASCII.rightBracket)
    }

    /// What was written; there is nothing in the box afterwards.
    func take() -> JSONOutput {
        var taken = JSONOutput(minimumCapacity: 0)
        swap(&taken, &output)
        return taken
    }
}
