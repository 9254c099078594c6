import Payments

extension PaymentID {
    /// The number (`rowid`) of the payment's row, if that was free when the payment was made: the id's moment and 5 of its random bits.
    ///
    /// The index of ids alone says which ids there are. But in a large ledger a look into it reads a page that nobody has read for long, and the row's
    /// own is another; a row that stands where its id says is read without the first. Rows stand in the order of time this way, as they did when
    /// SQLite counted them.
    var place: Int64 {
        // A ULID's first digit is 0 for the next thousand years. Its digits are ASCII from 0 to Z, in order, so that places are in the order of ids.
        rawValue.utf8.dropFirst("pay_0".count).prefix(10).reduce(0) { $0 * 43 + Int64($1) - 48 }
    }

    /// The condition on a row of payments that it has this id, and the condition's values.
    var rowCondition: (condition: String, values: [SQLValue]) {
        // The index is asked only if the payment is not at its place: another's id has that place too, or the ledger is older than places.
        let condition = """
            rowid = ifnull(
                (SELECT rowid FROM payments NOT INDEXED WHERE rowid = ? AND id = ?),
                (SELECT rowid FROM payments WHERE id = ?))
            """
        return (condition, [.integer(place), .text(rawValue), .text(rawValue)])
    }
}
