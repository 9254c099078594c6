/// One connection's place among the requests that are being handled: taken only while a handler works or its stream goes on. A place that is held goes
/// back with it.
struct RequestPlace: ~Copyable {
    private let places: SharedCapacity
    private var isHeld = false

    init(among places: SharedCapacity) {
        self.places = places
    }

    /// Takes a place for a request that holds none yet.
    mutating func take() throws(Refusal.Reason) {
        guard places.take(1) else { throw .overloaded }
        isHeld = true
    }

    mutating func giveBack() {
        guard isHeld else { return }
        places.giveBack(1)
        isHeld = false
    }

    deinit {
        if isHeld { places.giveBack(1) }
    }
}
