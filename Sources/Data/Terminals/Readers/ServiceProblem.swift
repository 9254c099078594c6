internal import Payments

/// Why no terminal is found, in a person's words.
enum ServiceProblem {
    static let noReader = TerminalListing.noReader

    static let starting = "The PC/SC service (pcscd) has not answered yet."

    static let cardAccessDenied = denial("access to cards", accessToCards)

    static func text(_ code: PCSCCode) -> String {
        switch code {
        case .noService, .serviceStopped:
            "The PC/SC service (pcscd) is not running, or its socket cannot be reached."
        case .accessDenied: denial("access", "\(accessToService) and \(accessToCards)")
        default: "The PC/SC service (pcscd) answers with an error (\(code))."
        }
    }

    /// pcsc-lite's own names for what polkit may allow.
    private static let accessToService = "org.debian.pcsc-lite.access_pcsc"
    private static let accessToCards = "org.debian.pcsc-lite.access_card"

    private static func denial(_ what: String, _ actions: String) -> String {
        """
        The PC/SC service (pcscd) denies \(what) (\(PCSCCode.accessDenied)): a polkit rule must allow \(actions) to the user this service runs as.
        """
    }
}
