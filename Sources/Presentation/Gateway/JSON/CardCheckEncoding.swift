import JSON
import Payments

extension JSONWriter {
    /// What a form needs of a card that someone types (contract, section 2, `POST /v1/cards/check`).
    static func check(_ check: CardCheck) -> [UInt8] {
        object { object in
            for (field, standing) in check.fields {
                object.object(field.rawValue) { object in
                    object.member("valid", standing.isValid)
                    object.member("complete", standing.isComplete)
                    object.member("message", standing.message)
                }
            }
            object.member("network", check.network.rawValue)
            object.member("formatted", secret: check.formatted)
            object.member("cvvLength", check.cvvLength)
            object.array("lengths") { array in
                for length in check.lengths { array.element(length) }
            }
        }
    }
}
