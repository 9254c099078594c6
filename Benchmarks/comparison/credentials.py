"""The made-up merchant that every server knows, and bodies signed with its key or not."""

import base64
import hashlib
import hmac

MERCHANT = "BENCH"
SECRET = "0x00112233445566778899"
HASH_KEY = "h4shK3y/with+b64="
AUTHORIZATION = "Basic " + base64.b64encode(f"{MERCHANT}:{SECRET}:{HASH_KEY}".encode()).decode()


def callback(transaction, signed=True):
    """The contract's callback, in one line. An unsigned one has a well-formed signature of another key."""
    data = f'{{"transactionId":"{transaction}","amount":10000,"paymentStatus":"SUCCESS"}}'
    key = HASH_KEY if signed else "another key"
    signature = hmac.digest(key.encode(), data.encode(), hashlib.sha256).hex()
    return f'{{"event":"payment.success","data":{data},"signature":"{signature}"}}'


def write_callbacks(path, first, count):
    """Signed callbacks, one a line, each of a transaction of its own."""
    with open(path, "w", encoding="ascii") as file:
        for number in range(first, first + count):
            file.write(callback(f"TXN-{number:08d}") + "\n")
