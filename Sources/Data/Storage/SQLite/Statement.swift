import CSQLite

/// A value for a parameter of a statement.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    /// NULL for nil.
    static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
    /// NULL for nil.
    static func integer(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
    static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
    /// NULL for nil.
    static func integer(_ value: Int?) -> SQLValue { value.map { .integer(Int64($0)) } ?? .null }
    static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}

/// A prepared statement of one connection, on that connection's thread.
final class Statement {
    private let handle: OpaquePointer
    private let database: OpaquePointer

    init(_ sql: String, on database: OpaquePointer) throws(StorageFault) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw StorageFault(database, code: code) }
        self.handle = handle
        self.database = database
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement with these values from its first row to its last.
    func run(_ values: [SQLValue], _ each: (inout Row) throws(StorageFault) -> Void) throws(StorageFault) {
        // What a failed step reported is thrown below; reset would only repeat it.
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW:
                var row = Row(handle)
                try each(&row)
            case SQLITE_DONE:
                return
            case let code:
                throw StorageFault(database, code: code)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) throws(StorageFault) {
        let code: Int32
        switch value {
        case .null:
            code = sqlite3_bind_null(handle, index)
        case .integer(let number):
            code = sqlite3_bind_int64(handle, index, number)
        case .text(var text):
            code = text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { csqlite_bind_text(handle, index, $0.baseAddress, Int32($0.count)) }
            }
        case .blob(let bytes):
            code = bytes.withUnsafeBytes { csqlite_bind_blob(handle, index, $0.baseAddress, Int32($0.count)) }
        }
        guard code == SQLITE_OK else { throw StorageFault(database, code: code) }
    }
}

/// The row a statement stands on, read column by column in the order of its SELECT.
struct Row {
    private let handle: OpaquePointer
    private var column: Int32 = 0

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    /// A whole number, nil for NULL.
    mutating func optionalInteger() -> Int64? {
        defer { column += 1 }
        return sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
    }

    /// A text, nil for NULL.
    mutating func optionalText() -> String? {
        defer { column += 1 }
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Bytes; none for NULL.
    mutating func blob() -> [UInt8] {
        defer { column += 1 }
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// A whole number.
    mutating func integer() throws(StorageFault) -> Int64 {
        guard let value = optionalInteger() else { throw unreadable() }
        return value
    }

    /// A text.
    mutating func text() throws(StorageFault) -> String {
        guard let value = optionalText() else { throw unreadable() }
        return value
    }

    /// A truth value.
    mutating func flag() throws(StorageFault) -> Bool {
        try integer() != 0
    }

    /// A text that `make` understands.
    mutating func value<Value>(_ make: (String) -> Value?) throws(StorageFault) -> Value {
        guard let value = make(try text()) else { throw unreadable() }
        return value
    }

    /// A text that `make` understands, nil for NULL.
    mutating func optionalValue<Value>(_ make: (String) -> Value?) throws(StorageFault) -> Value? {
        guard let text = optionalText() else { return nil }
        guard let value = make(text) else { throw unreadable() }
        return value
    }

    /// The fault of the column read last.
    func unreadable() -> StorageFault {
        let name = sqlite3_column_name(handle, column - 1).map { String(cString: $0) } ?? "column \(column - 1)"
        return StorageFault(unreadable: "\(name) holds what no version wrote")
    }
}
