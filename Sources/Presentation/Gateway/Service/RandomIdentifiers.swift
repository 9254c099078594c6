import Crypto
import Payments

/// Ids whose 80 random bits come from the system's secure source: nobody can guess another's.
struct RandomIdentifiers: IdentifierSource {
    func next(at moment: Timestamp) -> ULID {
        ULID(at: moment, entropyHigh: UInt16(truncatingIfNeeded: SecureRandom.uint64()), entropyLow: SecureRandom.uint64())
    }
}
