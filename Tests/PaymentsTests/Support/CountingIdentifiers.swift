import Payments
import PaymentsSupport
import Synchronization

/// Ids that count up, from 1 unless told otherwise, so that a test knows them beforehand.
final class CountingIdentifiers: IdentifierSource {
    private let last: Mutex<UInt64>

    init(after last: UInt64 = 0) {
        self.last = Mutex(last)
    }

    func next(at moment: Timestamp) -> ULID {
        let number = last.withLock { last in
            last += 1
            return last
        }
        return ULID(at: moment, entropyHigh: 0, entropyLow: number)
    }
}

extension PaymentID {
    /// The id that a counting source gives as its `number`th.
    static func counted(_ number: UInt64, at moment: Timestamp = .sample) -> PaymentID {
        PaymentID(ulid: ULID(at: moment, entropyHigh: 0, entropyLow: number))
    }
}
