"""What the attack of contract.sh needs to get past the first rule of a route, where no schema can say how."""

import hashlib
import hmac
import itertools
import json
import os
import re

import schemathesis

count = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    operation, body = case.operation.definition.raw.get("operationId"), case.body
    if not isinstance(body, dict):
        return
    number = next(count)
    if operation == "createPayment":
        # Most bodies are a change of one example. Under its externalId they would all be conflicts, or the first one's outcome, whatever else they
        # hold: so only some sound ones keep it.
        is_sound = re.fullmatch("[A-Za-z0-9._-]{1,64}", str(body.get("externalId")))
        if is_sound and (case.meta.generation.mode.is_negative or number % 10):
            case.body = {**body, "externalId": f"CONTRACT-{number}"}
    elif operation.startswith("receive") and "data" in body and number % 4:
        # Without insignificant white space the value is signed, too, however it is sent.
        data = json.dumps(body["data"], separators=(",", ":")).encode()
        signature = hmac.new(os.environ["GATEWAY_HASH_KEY"].encode(), data, hashlib.sha256).hexdigest()
        case.body = {**body, "signature": signature}
