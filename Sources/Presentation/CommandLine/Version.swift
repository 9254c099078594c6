/// The program's version, by semantic versioning.
enum Version {
    static let current = "0.1.0"
}
