/// One connection's place among the requests that are being handled: taken only while a handler works or its stream goes on. A place that is held goes
/// back with it.
final class RequestPlace {
    private let places: SharedCapacity
    private var isHeld = false

    init(among places: SharedCapacity) {
        self.places = places
    }

    /// Whether a place could be taken at this moment.
    var isFree: Bool { places.hasRoom(for: 1) }

    /// Takes a place for a request that holds none yet.
    func take() throws(Refusal.Reason) {
        guard places.take(1) else { throw .overloaded }
        isHeld = true
    }

    func giveBack() {
        guard isHeld else { return }
        places.giveBack(1)
        isHeld = false
    }

    deinit {
        if isHeld { places.giveBack(1) }
    }
}
