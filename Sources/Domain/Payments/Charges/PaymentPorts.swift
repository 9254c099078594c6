/// What an operator can set about payments.
public struct PaymentRules: Sendable {
    /// `GATEWAY_LUHN`: off only for iFortePay's staging, whose own sample number fails the check.
    public var checksLuhn: Bool
    /// `GATEWAY_REQUEST_DEADLINE`: within this time from when the card is at hand all attempts must have ended.
    public var deadline: Duration
    /// So many charges may be in flight; one more is answered UNAVAILABLE.
    public var maximumInFlight: Int

    /// The contract's defaults where nothing else is said.
    public init(checksLuhn: Bool = true, deadline: Duration = .seconds(30), maximumInFlight: Int) {
        self.checksLuhn = checksLuhn
        self.deadline = deadline
        self.maximumInFlight = maximumInFlight
    }
}

/// What the payments' use case needs of the world.
public struct PaymentPorts: Sendable {
    let channel: any PaymentChannel
    let ledger: any PaymentLedger
    let clock: any GatewayClock
    let identifiers: any IdentifierSource
    let callbackURL: @Sendable (MerchantID, PaymentID) -> String
    let digest: @Sendable (UnsafeRawBufferPointer) -> [UInt8]
    let jitter: @Sendable () -> Double
    let observe: @Sendable (PaymentEvent) -> Void

    /// - Parameters:
    ///   - callbackURL: the gateway's own address for callbacks of a payment: `/callback/{merchantId}/{paymentId}` under the public URL.
    ///   - digest: SHA-256.
    ///   - jitter: a random number in 0..<1.
    ///   - observe: hears of everything; must not block.
    public init(
        channel: any PaymentChannel, ledger: any PaymentLedger, clock: any GatewayClock, identifiers: any IdentifierSource,
        callbackURL: @escaping @Sendable (MerchantID, PaymentID) -> String, digest: @escaping @Sendable (UnsafeRawBufferPointer) -> [UInt8],
        jitter: @escaping @Sendable () -> Double, observe: @escaping @Sendable (PaymentEvent) -> Void
    ) {
        self.channel = channel
        self.ledger = ledger
        self.clock = clock
        self.identifiers = identifiers
        self.callbackURL = callbackURL
        self.digest = digest
        self.jitter = jitter
        self.observe = observe
    }
}
