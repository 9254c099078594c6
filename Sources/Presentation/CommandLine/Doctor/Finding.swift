/// One thing that the doctor looked at.
struct Finding: Hashable, Sendable {
    /// What it means for the deployment; the raw value is the word that is printed.
    enum Verdict: String, Sendable {
        /// As it should be.
        case ok
        /// It works, or is not needed by everybody, and somebody should know of it.
        case note
        /// The deployment does not work without it.
        case missing
    }

    let verdict: Verdict
    /// What was looked at, in a word or two.
    let subject: String
    /// What was found and, unless all is well, what to do.
    let text: String

    static func ok(_ subject: String, _ text: String) -> Finding { Finding(verdict: .ok, subject: subject, text: text) }
    static func note(_ subject: String, _ text: String) -> Finding { Finding(verdict: .note, subject: subject, text: text) }
    static func missing(_ subject: String, _ text: String) -> Finding { Finding(verdict: .missing, subject: subject, text: text) }
}
