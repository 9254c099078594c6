/// What a callback must have reached before its sender is told that it was accepted (`GATEWAY_ACKNOWLEDGE`).
public enum AcknowledgeMode: String, CaseIterable, Sendable {
    /// The merchant store answered 200. Until it does, the provider's own repeats carry the schedule.
    case merchant
    /// It is committed here. The gateway carries the schedule alone.
    case stored
}
