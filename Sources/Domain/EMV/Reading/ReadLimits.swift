/// How much one card may ask of the reader in one tap, whatever it answers.
struct ReadLimits: Sendable {
    /// GET PROCESSING OPTIONS for one application: one for each set of transaction qualifiers and one without data.
    var processingOptionsPerApplication = 5
    /// GET PROCESSING OPTIONS in all.
    var processingOptionsPerTap = 10
    /// Commands in all, GET RESPONSE and repetitions included.
    var commandsPerTap = 120
    /// Applications that are tried.
    var candidates = 30
    /// Records of one application that are read.
    var records = 64
    /// GET RESPONSE for one command.
    var responsePartsPerCommand = 8
    /// Applications behind one shortened name.
    var occurrences = 5
}
