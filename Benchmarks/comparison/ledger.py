"""Fills a ledger with payments that each had their callback, in the schema that the gateway made of an empty file, faster than the gateway could."""

import sqlite3

# Rows as real ones are: an id that begins with its time, the provider's transaction id at random, digests, an address of a payer's page. Nine of ten
# payments were paid, the rest declined; one merchant's, so that every index is as deep as it gets. What is drawn at random is kept: it is used twice.
PAYMENTS = """
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :rows),
    drawn (n, at, random) AS MATERIALIZED (SELECT n, :since + n * 1000, lower(hex(randomblob(32))) FROM numbers),
    made (n, at, random, id) AS (SELECT n, at, random, payment_id(at, random) FROM drawn)
    INSERT INTO payments (
        rowid, id, merchant_id, external_id, order_id, status, confirmed_by, mismatch, amount, tenor, channel, authentication,
        card_network, card_first6, card_last4, card_expiry_month, card_expiry_year, card_source, redirect_url, transaction_id, approval_code,
        fingerprint, answer_state, answer_code, answer_message, answer_retryable, answer_errors, outcome_in_doubt, deadline, created_at, updated_at)
    SELECT
        place(id), id, :merchant, printf('INV-%08d', n), printf('ORDER-%08d', n),
        iif(n % 10, 'SUCCEEDED', 'FAILED'), 'CALLBACK', 0, 10000 + n % 1000000, 0, 'BRICC', '3DS',
        'VISA', '411111', '1111', 1, 2039, 'MANUAL', 'https://pay.example.id/payment/process/?refno=' || substr(random, 17, 32),
        printf('%s-%s-4%s-a%s-%s', substr(random, 1, 8), substr(random, 9, 4), substr(random, 13, 3), substr(random, 16, 3), substr(random, 19, 12)), NULL,
        randomblob(32), 'SUCCESS', '00', 'Success', 0, 0, 0, at + 30000, at, at + 20000
    FROM made
    """
CALLBACKS = """
    INSERT INTO callbacks (
        id, merchant_id, transaction_id, content_digest, event, payment_id, mismatch, received_at,
        status, slots_used, next_attempt_at, due_at, attempts_made, is_running, body)
    SELECT
        'cb_' || substr(id, 5), merchant_id, transaction_id, randomblob(32), 'payment.success', id, 0, updated_at,
        iif(amount % 1000, 'DELIVERED', 'DEAD'), 0, NULL, NULL, 0, 0,
        CAST(printf(
            '{"event":"payment.success","data":{"transactionId":"%s","externalId":"%s","orderId":"%s","amount":%d,"currency":"IDR",'
            || '"paymentStatus":"SUCCESS","paymentChannel":"BRICC","installmentTenor":0},"signature":"%s"}',
            transaction_id, external_id, order_id, amount, lower(hex(fingerprint))) AS BLOB)
    FROM payments ORDER BY rowid
    """
SINCE = 1_760_000_000_000


def payment_id(at, random):
    """As the gateway makes one of a moment and random digits."""
    digits = (at >> shift & 31 for shift in range(45, -1, -5))
    return "pay_" + "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[digit] for digit in digits) + random[:16].upper()


def place(payment):
    """The number of a payment's row (Sources/Data/Storage/PaymentPlace.swift)."""
    number = 0
    for digit in payment[5:15]:
        number = number * 43 + ord(digit) - ord("0")
    return number


def fill(path, merchant, rows):
    """`path` is a ledger that no gateway has open."""
    ledger = sqlite3.connect(path, isolation_level=None)
    ledger.create_function("payment_id", 2, payment_id, deterministic=True)
    ledger.create_function("place", 1, place, deterministic=True)
    # Nothing of it need survive a crash; the gateway turns the write-ahead log on again when it opens the file.
    for setting in ("journal_mode = DELETE", "journal_mode = OFF", "synchronous = OFF", "cache_size = -4000000", "temp_store = MEMORY"):
        ledger.execute("PRAGMA " + setting)
    # An index that is made of what is there is made in order, and in a fraction of the time. Not the one whose keys come in no order: made so, its
    # pages would be full, and the next callbacks would have to split nearly each they come to, which those of a grown ledger do not.
    indexes = ledger.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND name <> 'callbacks_identity'").fetchall()
    ledger.execute("BEGIN")
    for name, _ in indexes:
        ledger.execute(f"DROP INDEX {name}")
    ledger.execute(PAYMENTS, {"rows": rows, "since": SINCE, "merchant": merchant})
    ledger.execute(CALLBACKS)
    for _, statement in indexes:
        ledger.execute(statement)
    ledger.execute("COMMIT")
    ledger.close()


def sample(path, count, newest):
    """Ids of `count` payments, spread over the `newest` ones."""
    ledger = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    last = ledger.execute("SELECT max(sequence) FROM callbacks").fetchone()[0]
    places = sorted({last - place * newest // count for place in range(count)})
    found = [ledger.execute("SELECT payment_id FROM callbacks WHERE sequence = ?", [place]).fetchone()[0] for place in places]
    ledger.close()
    return found
