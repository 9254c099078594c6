import Crypto
import FoundationEssentials

extension TransactionIdentifiers {
    /// New ids, drawn from the system's secure random source.
    static func random() -> TransactionIdentifiers {
        TransactionIdentifiers(
            transactionID: UUID().uuidString.lowercased(), reference: Hex.encode(SecureRandom.bytes(16)),
            receiptNumber: String(100_000_000_000 + SecureRandom.uint64() % 900_000_000_000), cardToken: UUID().uuidString.lowercased())
    }
}
