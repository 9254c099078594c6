/// A place among the requests that are being handled: taken only while a handler works or its stream goes on, and free again when nobody refers to it.
final class RequestPlace {
    private let places: SharedCapacity

    /// `.overloaded` if there is none.
    init(among places: SharedCapacity) throws(Refusal.Reason) {
        guard places.take(1) else { throw .overloaded }
        self.places = places
    }

    deinit {
        places.giveBack(1)
    }
}
