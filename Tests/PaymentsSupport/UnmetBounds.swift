public import Payments

// Rules whose bounds no test meets unless it sets them: what they are in a gateway is the gateway's to say.

extension PaymentRules {
    /// Room for more charges than any test has in flight.
    public init(checksLuhn: Bool = true) {
        self.init(checksLuhn: checksLuhn, maximumInFlight: 1000)
    }
}

extension CallbackSettings {
    /// Room for more callbacks than any test has.
    public init(merchants: [MerchantID: AcknowledgeMode]) {
        self.init(merchants: merchants, maximumHandled: 1000, deliveries: DeliveryLimits(total: 64, perMerchant: 16))
    }
}

extension TerminalRules {
    /// Room for more reads, listeners and events than any test has.
    public init(
        maximumReads: Int = 1000, maximumListeners: Int = 1000, eventBacklog: Int = 1000,
        terminals: @escaping @Sendable (TerminalID, MerchantID) -> Bool = { _, _ in true }
    ) {
        self.init(
            readLifetime: .seconds(300), maximumReads: maximumReads, maximumListeners: maximumListeners, eventBacklog: eventBacklog,
            terminals: terminals)
    }
}
