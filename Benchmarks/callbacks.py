"""Prints COUNT signed callbacks, one a line, each of a transaction of its own. Usage: callbacks.py HASH_KEY COUNT"""

import hashlib
import hmac
import sys

key, count = sys.argv[1].encode(), int(sys.argv[2])
for number in range(count):
    data = f'{{"transactionId":"TXN-{number:08d}","amount":10000,"paymentStatus":"SUCCESS"}}'
    signature = hmac.new(key, data.encode(), hashlib.sha256).hexdigest()
    print(f'{{"event":"payment.success","data":{data},"signature":"{signature}"}}')
