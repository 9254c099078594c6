/// Whose turn it is to have a connection, host by host, in the order in which they came.
///
/// libcurl has the same bound, but when a connection becomes free it wakes all that wait, and which of them gets it is chance: under load the unlucky
/// wait several times as long as their turn would take, and some for longer than they may.
struct HostQueue {
    private struct Line {
        var begun = 0
        var waiting: [UInt64] = []
    }

    /// For each host.
    let maximumConnections: Int
    private var lines: [String: Line] = [:]

    init(maximumConnections: Int) {
        self.maximumConnections = maximumConnections
    }

    /// Takes a transfer in; answers whether it may begin.
    mutating func enter(_ number: UInt64, host: String) -> Bool {
        var line = lines[host] ?? Line()
        let mayBegin = line.begun < maximumConnections
        if mayBegin { line.begun += 1 } else { line.waiting.append(number) }
        lines[host] = line
        return mayBegin
    }

    /// Lets a transfer go that has ended, or waits no longer; answers who may begin instead.
    mutating func leave(_ number: UInt64, host: String) -> UInt64? {
        guard var line = lines[host] else { return nil }
        var next: UInt64?
        if let place = line.waiting.firstIndex(of: number) {
            line.waiting.remove(at: place)
        } else if line.waiting.isEmpty {
            line.begun -= 1
        } else {
            next = line.waiting.removeFirst()
        }
        lines[host] = line.begun == 0 ? nil : line
        return next
    }
}
