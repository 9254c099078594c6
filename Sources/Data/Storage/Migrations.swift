/// The schema's versions. A version that was released is never edited: what changes comes as a new one.
enum Migrations {
    /// Marks a file as a payment gateway's ledger (`PRAGMA application_id`): "PGL1".
    static let applicationID: Int64 = 0x5047_4C31

    /// Version n is the nth script.
    static let scripts = [version1]

    /// The version of the file's schema, 0 for a new file. Changes nothing.
    ///
    /// Refused: another application's file, and a file that a newer version wrote, which this one could only damage.
    static func version(of connection: Connection, known: Int = scripts.count) throws(StorageFault) -> Int {
        let version = Int(try connection.pragma("user_version"))
        let owner = try connection.pragma("application_id")
        let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { row throws(StorageFault) in try row.integer() } ?? 0
        guard owner == applicationID || (owner == 0 && version == 0 && tables == 0) else {
            throw StorageFault("is another application's database")
        }
        guard version <= known else {
            throw StorageFault("was written by a newer version of this program (schema \(version), this one knows \(known)); it is left untouched")
        }
        return version
    }

    /// Brings a file to the newest version, each version in one transaction of its own.
    static func apply(to connection: Connection, scripts: [String] = scripts) throws(StorageFault) {
        for version in try version(of: connection, known: scripts.count)..<scripts.count {
            try connection.transaction { connection throws(StorageFault) in
                try connection.execute(scripts[version])
                try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version + 1)")
            }
        }
    }

    /// Moments are milliseconds since 1970; words are those of the API; flags are 0 and 1.
    private static let version1 = """
        CREATE TABLE payments (
            id TEXT NOT NULL PRIMARY KEY,
            merchant_id TEXT NOT NULL,
            external_id TEXT NOT NULL,
            order_id TEXT NOT NULL,
            status TEXT NOT NULL,
            confirmed_by TEXT,
            mismatch INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            tenor INTEGER NOT NULL,
            channel TEXT NOT NULL,
            authentication TEXT NOT NULL,
            card_network TEXT,
            card_first6 TEXT,
            card_last4 TEXT,
            card_expiry_month INTEGER,
            card_expiry_year INTEGER,
            card_source TEXT NOT NULL,
            redirect_url TEXT,
            transaction_id TEXT,
            approval_code TEXT,
            fingerprint BLOB NOT NULL,
            answer_state TEXT,
            answer_code TEXT,
            answer_message TEXT,
            answer_retryable INTEGER,
            answer_errors INTEGER NOT NULL,
            outcome_in_doubt INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            CONSTRAINT one_payment_per_external_id UNIQUE (merchant_id, external_id),
            CONSTRAINT one_payment_per_transaction UNIQUE (merchant_id, transaction_id)
        ) STRICT;
        CREATE INDEX payments_newest ON payments (merchant_id, created_at, id);
        CREATE INDEX payments_by_status ON payments (merchant_id, status, created_at, id);
        CREATE INDEX payments_by_order ON payments (merchant_id, order_id, created_at, id);
        CREATE INDEX payments_unanswered ON payments (deadline) WHERE answer_state IS NULL;

        CREATE TABLE answer_errors (
            payment_id TEXT NOT NULL REFERENCES payments (id),
            position INTEGER NOT NULL,
            field TEXT NOT NULL,
            code TEXT NOT NULL,
            message TEXT NOT NULL,
            PRIMARY KEY (payment_id, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE callbacks (
            sequence INTEGER NOT NULL PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            merchant_id TEXT NOT NULL,
            transaction_id TEXT,
            content_digest BLOB NOT NULL,
            event TEXT,
            payment_id TEXT REFERENCES payments (id),
            mismatch INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            status TEXT NOT NULL,
            slots_used INTEGER NOT NULL,
            next_attempt_at INTEGER,
            due_at INTEGER,
            attempts_made INTEGER NOT NULL,
            is_running INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX callbacks_identity ON callbacks (merchant_id, ifnull(transaction_id, ''), content_digest);
        CREATE INDEX callbacks_newest ON callbacks (merchant_id, sequence);
        CREATE INDEX callbacks_by_status ON callbacks (merchant_id, status, sequence);
        CREATE INDEX callbacks_due ON callbacks (due_at, sequence, merchant_id) WHERE due_at IS NOT NULL;
        CREATE INDEX callbacks_running ON callbacks (sequence) WHERE is_running = 1;
        CREATE INDEX callbacks_of_payment ON callbacks (payment_id) WHERE payment_id IS NOT NULL;

        CREATE TABLE delivery_attempts (
            callback_sequence INTEGER NOT NULL REFERENCES callbacks (sequence),
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            http_status INTEGER,
            duration_ms INTEGER NOT NULL,
            error TEXT,
            PRIMARY KEY (callback_sequence, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE health (
            only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
            checks INTEGER NOT NULL
        ) STRICT;
        INSERT INTO health (only, checks) VALUES (1, 0);
        """
}

extension Connection {
    /// The number that a PRAGMA answers.
    func pragma(_ name: String) throws(StorageFault) -> Int64 {
        try first("PRAGMA \(name)") { row throws(StorageFault) in try row.integer() } ?? 0
    }

    /// Runs `body` in one transaction: all of it is committed, or nothing.
    func transaction<Value>(_ body: (Connection) throws(StorageFault) -> Value) throws(StorageFault) -> Value {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try body(self)
            try run("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends an open transaction with nothing changed.
    func rollBack() {
        // A fault may have ended it already; what is left to say then was said by that fault.
        if isInTransaction { _ = try? run("ROLLBACK") }
    }
}
