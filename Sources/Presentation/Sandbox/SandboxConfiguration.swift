public import Payments
public import Reactor

/// Who ends the payer's turn.
public enum SandboxPayer: String, CaseIterable, Sendable {
    /// Nobody has to: after the callback delay it is as if Pay had been pressed.
    case auto
    /// Only the buttons of the payer's page.
    case manual
}

/// What a sandbox is started with.
public struct SandboxConfiguration: Sendable {
    /// Where it listens; port 0 picks one.
    public var address: SocketAddress
    /// The one merchant that it knows, with the secrets that iFortePay gave it.
    public var merchant: CredentialToken
    /// Who ends the payer's turn.
    public var payer = SandboxPayer.auto
    /// How long after an accepted charge its outcome happens by itself, and how long after a direct charge its callback is sent.
    public var callbackDelay: Duration = .seconds(1)
    /// What the links to the payer's page begin with, without a slash at its end; nil: the name by which the caller reached the sandbox.
    public var pageURL: String?
    /// A PEM file with the authorities that sign for the merchant's callback address, instead of the system's.
    public var callbackAuthorities: String?
    /// When a callback that was not answered with 200 is sent again.
    public var retrySchedule = RetrySchedule.standard
    /// How much it remembers and how long it waits.
    public var limits = SandboxLimits()

    /// A sandbox for one merchant with the contract's defaults.
    public init(address: SocketAddress, merchant: CredentialToken) {
        self.address = address
        self.merchant = merchant
    }
}

/// How much the sandbox remembers and how long it waits.
public struct SandboxLimits: Sendable {
    /// Charges; the oldest is forgotten first.
    public var transactions = 10_000
    /// Entries of each list under `/sandbox`; the oldest is dropped first.
    public var listEntries = 1000
    /// Outcomes that are waiting or whose callbacks are still repeated; further charges are answered HTTP 503.
    public var outcomes = 50_000
    /// Callbacks that are on their way at one time; others wait.
    public var attempts = 128
    /// How long a client without an answer (amount `504`) is kept.
    public var silence: Duration = .seconds(120)
    /// How long the merchant has to answer a callback.
    public var callbackAnswer: Duration = .seconds(10)

    /// The standard limits.
    public init() {}
}
