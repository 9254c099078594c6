/// Finds the known name that someone most likely meant.
enum NearestName {
    /// `: did you mean 'serve'?` when a known name is near, else nothing.
    static func suggestion(for name: String, among known: [String]) -> String {
        nearest(to: name, among: known).map { ": did you mean '\($0)'?" } ?? ""
    }

    /// The known name with the fewest edits, if they are few for its length; the first of equals.
    static func nearest(to name: String, among known: [String]) -> String? {
        let candidates = known.map { (name: $0, edits: edits(from: name, to: $0)) }
        guard let best = candidates.min(by: { $0.edits < $1.edits }) else { return nil }
        return best.edits <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// Damerau's distance for neighbours: insertions, deletions, replacements and swaps of two characters.
    private static func edits(from first: String, to second: String) -> Int {
        let (source, target) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
        var beforePrevious = [Int](repeating: 0, count: target.count + 1)
        var previous = Array(0...target.count)
        for row in source.indices {
            var current = [row + 1]
            for column in target.indices {
                let replaced = previous[column] + (source[row] == target[column] ? 0 : 1)
                var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[target.count]
    }
}
