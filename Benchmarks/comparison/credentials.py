"""The made-up merchant that every server knows, and bodies signed with its key or not."""

import base64
import hashlib
import hmac
import itertools
import uuid

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


numbers = itertools.count(1)


def in_order():
    """A transaction's name as in the contract's example, the next in order."""
    return f"TXN-{next(numbers):08d}"


def at_random():
    """A transaction's name as the provider's newer interfaces give it, in no order."""
    return str(uuid.uuid4())


def write_callbacks(path, count, name=in_order):
    """Signed callbacks, one a line, each of a transaction of its own."""
    path.write_text("".join(callback(name()) + "\n" for _ in range(count)))
    return path
