internal import Payments

/// Why no terminal is found, in a person's words.
enum ServiceProblem {
    static let noReader = TerminalListing.noReader

    static let starting = "The PC/SC service (pcscd) has not answered yet."

    static let cardAccessDenied = """
        The PC/SC service (pcscd) refuses access to cards (\(PCSCCode.accessDenied)): a polkit rule must allow org.debian.pcsc-lite.access_card to the user this service runs as.
        """

    static func text(_ code: PCSCCode) -> String {
        switch code {
        case .noService, .serviceStopped:
            "The PC/SC service (pcscd) is not running, or its socket cannot be reached."
        case .accessDenied:
            """
            The PC/SC service (pcscd) denies access (\(code)): a polkit rule must allow org.debian.pcsc-lite.access_pcsc and \
            org.debian.pcsc-lite.access_card to the user this service runs as.
            """
        default: "The PC/SC service (pcscd) answers with an error (\(code))."
        }
    }
}
