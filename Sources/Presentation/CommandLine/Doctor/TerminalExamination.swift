import Terminals

/// The card terminals, from the PC/SC service to the readers.
enum TerminalExamination {
    /// A missing piece is missing only to those who need terminals.
    static func findings(areNeeded: Bool) async -> [Finding] {
        let diagnosis = await ReaderDiagnosis.examine()
        switch diagnosis {
        case .readers: return [.ok("terminals", diagnosis.text)]
        default: return [areNeeded ? .missing("terminals", diagnosis.text) : .note("terminals", diagnosis.text)]
        }
    }
}
