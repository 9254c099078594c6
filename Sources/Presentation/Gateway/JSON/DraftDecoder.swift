import JSON
import Payments
import Secrets

/// Reads a payment request's JSON into a draft: what is there and of the right type, and a fault for each field that is not (contract, section 2).
/// Card data goes from the body's buffer into `SecretBytes`, with no `String` between.
struct DraftDecoder {
    private var faults: [DraftFault] = []

    /// Why a body is no object of fields at all; the text names place and rule and holds nothing of the body.
    struct Malformed: Error, Hashable {
        let reason: String
    }

    /// The body as an object.
    static func object(_ body: SecretBytes) throws(Malformed) -> JSONValue {
        do {
            let root = try JSONDocument(parsing: body).root
            if root.kind == .object { return root }
        } catch {
            throw Malformed(reason: error.description)
        }
        throw Malformed(reason: "must be a JSON object")
    }

    /// A payment request.
    static func payment(_ body: SecretBytes) throws(Malformed) -> PaymentDraft {
        let object = try object(body)
        var decoder = DraftDecoder()
        return decoder.payment(object)
    }

    /// The fields of a card at the top of the body, as a form sends them, and what could not be read of them.
    static func card(_ body: SecretBytes) throws(Malformed) -> (card: CardDraft, faults: [DraftFault]) {
        let object = try object(body)
        var decoder = DraftDecoder()
        let card = decoder.card(in: object, at: .body)
        return (card, decoder.faults)
    }

    /// How long a read may wait for its card, and what could not be read of it. No body at all says as little as an empty object.
    static func readTimeout(_ body: SecretBytes) throws(Malformed) -> (seconds: Int64?, faults: [DraftFault]) {
        guard !body.isEmpty else { return (nil, []) }
        let object = try object(body)
        var decoder = DraftDecoder()
        let seconds = decoder.integer(CardField.timeoutSeconds, in: object)
        return (seconds, decoder.faults)
    }

    private mutating func payment(_ object: JSONValue) -> PaymentDraft {
        var draft = PaymentDraft()
        draft.externalID = string(PaymentField.externalID, in: object)
        draft.orderID = string(PaymentField.orderID, in: object)
        draft.amount = integer(PaymentField.amount, in: object)
        draft.currency = string(PaymentField.currency, in: object)
        draft.description = string(PaymentField.description, in: object)
        draft.channel = string(PaymentField.channel, in: object)
        draft.tenor = member(PaymentField.options, in: object, FieldReading.object).flatMap { options, path in
            integer(OptionsField.tenor, in: options, at: path)
        }
        draft.mode = string(PaymentField.mode, in: object)
        draft.authentication = string(PaymentField.authentication, in: object)
        draft.card = member(PaymentField.card, in: object, FieldReading.object).map { card(in: $0, at: $1) }
        draft.customer = member(PaymentField.customer, in: object, FieldReading.object).map { customer(in: $0, at: $1) }
        draft.items = member(PaymentField.items, in: object, FieldReading.array).map { items(in: $0, at: $1) }
        draft.billingAddress = member(PaymentField.billingAddress, in: object, FieldReading.object).map { address(in: $0, at: $1) }
        draft.shippingAddress = member(PaymentField.shippingAddress, in: object, FieldReading.object).map { address(in: $0, at: $1) }
        draft.returnURL = string(PaymentField.returnURL, in: object)
        draft.callbackURL = string(PaymentField.callbackURL, in: object)
        draft.additionalData = string(PaymentField.additionalData, in: object)
        draft.storeToken = member(PaymentField.storeToken, in: object, FieldReading.boolean)?.value
        draft.faults = faults
        return draft
    }

    private mutating func card(in object: JSONValue, at path: FieldPath) -> CardDraft {
        CardDraft(
            holderName: string(CardField.holderName, in: object, at: path), number: secret(CardField.number, in: object, at: path),
            expiryMonth: string(CardField.expiryMonth, in: object, at: path), expiryYear: string(CardField.expiryYear, in: object, at: path),
            cvv: secret(CardField.cvv, in: object, at: path), token: secret(CardField.token, in: object, at: path),
            terminalRead: string(CardField.terminalRead, in: object, at: path), terminal: string(CardField.terminal, in: object, at: path),
            timeoutSeconds: integer(CardField.timeoutSeconds, in: object, at: path))
    }

    private mutating func customer(in object: JSONValue, at path: FieldPath) -> CustomerDraft {
        CustomerDraft(
            fullName: string(CustomerField.fullName, in: object, at: path), phone: string(CustomerField.phone, in: object, at: path),
            email: string(CustomerField.email, in: object, at: path), ipAddress: string(CustomerField.ipAddress, in: object, at: path))
    }

    private mutating func items(in array: JSONValue, at path: FieldPath) -> [ItemDraft] {
        array.elements.prefix(PaymentDraft.maximumItems + 1).enumerated().map { index, element in
            let path = path.element(index)
            guard element.kind == .object else {
                faults.append(DraftFault(path, .type(expected: .object)))
                return ItemDraft()
            }
            return ItemDraft(
                itemID: string(ItemField.itemID, in: element, at: path), name: string(ItemField.name, in: element, at: path),
                amount: integer(ItemField.amount, in: element, at: path), quantity: integer(ItemField.quantity, in: element, at: path),
                description: string(ItemField.description, in: element, at: path))
        }
    }

    private mutating func address(in object: JSONValue, at path: FieldPath) -> AddressDraft {
        AddressDraft(
            address: string(AddressField.address, in: object, at: path), city: string(AddressField.city, in: object, at: path),
            postalCode: string(AddressField.postalCode, in: object, at: path), country: string(AddressField.country, in: object, at: path),
            fullName: string(AddressField.fullName, in: object, at: path), phone: string(AddressField.phone, in: object, at: path))
    }
}

// One member at a time.
extension DraftDecoder {
    private mutating func string(_ name: some RawRepresentable<String>, in object: JSONValue, at path: FieldPath = .body) -> String? {
        member(name, in: object, at: path, FieldReading.string)?.value
    }

    private mutating func secret(_ name: some RawRepresentable<String>, in object: JSONValue, at path: FieldPath) -> SecretBytes? {
        member(name, in: object, at: path, FieldReading.secret)?.value
    }

    private mutating func integer(_ name: some RawRepresentable<String>, in object: JSONValue, at path: FieldPath = .body) -> Int64? {
        member(name, in: object, at: path, FieldReading.integer)?.value
    }

    /// A member with its path; nil when it is absent or null, and, with a fault, when it is given twice or of another type.
    private mutating func member<Value>(
        _ name: some RawRepresentable<String>, in object: JSONValue, at path: FieldPath = .body, _ reading: FieldReading<Value>
    ) -> (value: Value, path: FieldPath)? {
        let path = path.member(name)
        let values = object.values(named: name.rawValue)
        guard values.count <= 1 else {
            faults.append(DraftFault(path, .repeated))
            return nil
        }
        guard let value = values.first, !value.isNull else { return nil }
        guard let read = reading.read(value) else {
            faults.append(DraftFault(path, .type(expected: reading.type)))
            return nil
        }
        return (read, path)
    }
}

/// How a field of a type is read; nil when the value is of another.
private struct FieldReading<Value> {
    let type: FieldType
    let read: (JSONValue) -> Value?
}

extension FieldReading where Value == String {
    static var string: Self { Self(type: .string) { $0.string } }
}

extension FieldReading where Value == SecretBytes {
    static var secret: Self { Self(type: .string) { $0.secretString } }
}

extension FieldReading where Value == Int64 {
    static var integer: Self { Self(type: .integer) { $0.integer } }
}

extension FieldReading where Value == Bool {
    static var boolean: Self { Self(type: .boolean) { $0.bool } }
}

extension FieldReading where Value == JSONValue {
    static var object: Self { Self(type: .object) { $0.kind == .object ? $0 : nil } }
    static var array: Self { Self(type: .array) { $0.kind == .array ? $0 : nil } }
}
