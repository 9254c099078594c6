/// What someone probably meant who wrote a name that nothing has: a setting, a command, an option.
public enum NearestName {
    /// The candidate with the fewest edits from `name`, as a sentence's end: ` (did you mean GATEWAY_LISTEN?)`.
    public static func hint(for name: String, among candidates: [String]) -> String {
        let nearest = candidates.min { editDistance(name, $0) < editDistance(name, $1) }
        return nearest.map { " (did you mean \($0)?)" } ?? ""
    }

    /// How many characters must be put in, left out or replaced to make one text the other (Levenshtein).
    static func editDistance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in 0..<right.count {
                let replaced = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
