import PCSCSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Needs pcscd and virtual readers; says what is missing.
    static var throughPCSC: Self {
        .enabled(if: PCSCRequirements.whatIsMissing == nil, "\(PCSCRequirements.whatIsMissing ?? "")")
    }
}

/// The readers of this target's tests, on a service that none of them stops.
enum SharedReaders {
    static let pool = Result { ReaderPool(try PCSCDaemon(readers: 14)) }
}

extension PCSCDaemon {
    /// What a process needs to find the service.
    var settings: [String: String] { ["PCSCLITE_CSOCK_NAME": socketPath] }
}
