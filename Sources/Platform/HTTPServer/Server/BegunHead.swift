import Reactor

/// A head of which a part has come: how far it is read, and until when the rest may take.
///
/// A class, and made only where it is needed: nearly every head comes whole.
final class BegunHead {
    var parser: HeadParser
    var deadline: MonotonicTime?

    init(_ parser: HeadParser) {
        self.parser = parser
    }
}
