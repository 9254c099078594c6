#!/usr/bin/env bash
# Builds the image, starts docker/compose.yaml as the README says, and goes through what it has to withstand: payments and callbacks, a forged one,
# the merchant's backend away, the gateway killed, a card at the virtual terminal. Prints "N passed, N failed"; the exit status is 0 if all passed.
#
# Usage: Tests/Integration/compose.sh      KEEP=1 leaves everything running
# CONTAINER_TOOL is called as `… build` and `… compose`; default docker.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Integration/support.sh
compose() { docker compose -f docker/compose.yaml --profile tap "$@"; }

# Beside a stack that somebody works with: names, volumes and ports of its own.
export COMPOSE_PROJECT_NAME=payment-gateway-test
PUBLISHED_GATEWAY_PORT=$(free_port) PUBLISHED_SANDBOX_PORT=$(free_port) PUBLISHED_MERCHANT_PORT=$(free_port)
export PUBLISHED_GATEWAY_PORT PUBLISHED_SANDBOX_PORT PUBLISHED_MERCHANT_PORT
# On a slow machine a service is away for longer than the standard schedule would let a test wait.
RETRY_SCHEDULE=$(printf '5s,%.0s' {1..19})5s
export RETRY_SCHEDULE
gateway=https://localhost:$PUBLISHED_GATEWAY_PORT merchant=http://localhost:$PUBLISHED_MERCHANT_PORT
export CERTIFICATE=$folder/development.crt

# The README's lines of one heading, at this run's ports.
readme() {
    sed -n "/^### $1\$/,/^##/p" README.md | sed -n '/^```sh$/,/^```$/{/^```/d;p}' |
        sed "s/localhost:8443/localhost:$PUBLISHED_GATEWAY_PORT/g; s/localhost:9000/localhost:$PUBLISHED_MERCHANT_PORT/g; s# development.crt# $CERTIFICATE#g"
}
call() { curl -s --max-time 45 --cacert "$CERTIFICATE" -H "Authorization: Basic $TOKEN" "$@"; }
# pay ID AMOUNT [CARD]: the answer's body
pay() {
    local card=${3:-'{"cardHolderName": "Siti Nurhaliza", "cardNumber": "4111111111111111", "cardExpiredMonth": "01", "cardExpiredYear": "2039", "cardCvn": "123"}'}
    call "$gateway/v1/payments" -H 'Content-Type: application/json' -d '{
      "externalId": "'"$1"'", "orderId": "ORDER-'"$1"'", "amount": '"$2"', "transactionDescription": "Shoes", "cardDetails": '"$card"',
      "customerDetails": {"fullName": "Siti Nurhaliza", "phone": "+628123456789", "email": "siti@example.id", "ipAddress": "203.0.113.7"},
      "returnUrl": "https://shop.example.id/back"}'
}
status_of() { call "$gateway/v1/payments?externalId=$1" | member payments.0.status; }
order_status() { curl -s --max-time 5 "$merchant/orders" | member "ORDER-$1.status"; }
has_status() { [ "$(status_of "$1")" = "$2" ]; }
has_order() { [ "$(order_status "$1")" = "$2" ]; }
is_ready() { curl -sf --max-time 5 --cacert "$CERTIFICATE" "$gateway/readyz"; }
inside() { compose exec -T gateway "$@"; }

printf 'building with %s\n' "${tool[*]}"
docker build . -f docker/Dockerfile -t payment-gateway >"$log" 2>&1
docker build docker/example-merchant -f docker/example-merchant/Dockerfile -t payment-gateway-example-merchant >>"$log" 2>&1
docker build docker/virtual-terminal -f docker/virtual-terminal/Dockerfile -t payment-gateway-virtual-terminal >>"$log" 2>&1
pass "the images are built"

compose down -v -t 5 >/dev/null 2>&1 || true
readme 'With containers' >"$folder/steps"
# They set TOKEN.
. "$folder/steps" >"$folder/output" 2>"$log"
answer=$(grep -m 1 '^{"state"' "$folder/output" || cat "$folder/output")
equal "the README's lines start everything, and pay" SUCCESS "$(member state <<<"$answer")"
check "the payer's page is where a browser finds it" curl -sf -o /dev/null --max-time 5 "$(member payment.redirectUrl <<<"$answer")"
check "its callback confirms the payment" within 30 has_status INV-1 SUCCEEDED
check "the callback reaches the merchant's backend" within 30 has_order INV-1 SUCCESS

equal "a declined card fails" FAILED "$(pay declined 150051 | member payment.status)"

forged='{"event":"payment.success","data":{"transactionId":"TXN-FORGED","orderId":"ORDER-forged","amount":1,"paymentStatus":"SUCCESS"},"signature":"'$(printf '0%.0s' {1..64})'"}'
equal "a forged callback is refused" 403 "$(call -o /dev/null -w '%{http_code}' "$gateway/callback" -H 'Content-Type: application/json' -d "$forged")"
equal "the merchant's backend refuses what the gateway has not signed" 401 "$(curl -s -o /dev/null -w '%{http_code}' --max-time 5 "$merchant/webhooks" \
    -H 'webhook-id: cb_1' -H "webhook-timestamp: $(date +%s)" -H 'webhook-signature: v1,AAAA' -d "$forged")"
equal "neither leaves an order" "" "$(order_status forged)"

compose stop -t 5 merchant >"$log" 2>&1
equal "with the merchant's backend away payments are taken" PENDING "$(pay away 160000 | member payment.status)"
attempted() { call "$gateway/v1/callbacks?status=PENDING" | grep -q '"status":"PENDING"'; }
check "the callback waits in the ledger" within 60 attempted
compose start merchant >"$log" 2>&1
check "back again, the backend gets it after all" within 60 has_order away SUCCESS
check "and has kept its orders" has_order INV-1 SUCCESS

# Killed with a callback undelivered and a payment unsettled.
compose stop -t 5 merchant >"$log" 2>&1
pay killed-1 170000 >/dev/null
within 60 attempted || true
pay killed-2 180000 >/dev/null
compose kill -s KILL gateway >"$log" 2>&1
compose start merchant >"$log" 2>&1
compose start gateway >>"$log" 2>&1
check "after kill -9 the gateway is ready again" within 60 is_ready
check "the payments of before are there" has_status INV-1 SUCCEEDED
check "the declined one too" has_status declined FAILED
check "the callback that was undelivered arrives" within 90 has_order killed-1 SUCCESS
check "and that of the payment that was unsettled" within 90 has_order killed-2 SUCCESS
check "which settles it" within 30 has_status killed-2 SUCCEEDED

readme 'With containers and a virtual card terminal' >"$folder/steps"
. "$folder/steps" >"$folder/output" 2>"$log"
equal "with the README's lines for a terminal a card is tapped, and pays" SUCCEEDED "$(grep '^{"state"' "$folder/output" | member payment.status)"
check "its callback reaches the merchant's backend" within 30 has_order TAP-1 SUCCESS

equal "it runs as a user of its own" "10001" "$(inside id -u)"
cannot_write() { ! inside touch /tmp/file; }
check "on a root that is read-only" cannot_write
equal "without a capability" "CapBnd:0000000000000000NoNewPrivs:1" "$(inside grep -E '^(CapBnd|NoNewPrivs)' /proc/1/status | tr -d '[:space:]')"
# In MB, of a million bytes as container tools count.
size=$(inside sh -c 'du -sx --block-size=1 / 2>/dev/null; true' | awk '{ printf "%.0f", $1 / 1e6 }')
if [ "$size" -le 130 ]; then pass "the image's files take $size MB"; else fail "the image's files take $size MB, more than 130"; fi
# Where they are mounted they are found, so the search finds what there is.
secrets() { cat docker/development/secret-unbound docker/development/hash-key docker/development/store-secret; }
equal "secrets are in files of their own, and nowhere in the image" "/run/secrets/hash-key /run/secrets/secret-unbound /run/secrets/store-secret" \
    "$(secrets | inside sh -c 'grep -rlFs --file=- /usr /etc /opt /root /home /var /run; true' | sort | xargs)"
compose logs >"$folder/logs" 2>&1
check "the gateway keeps a log" grep -q 'payment.ended' "$folder/logs"
equal "no card number, secret or payer's link is in the logs" "" "$({ secrets; echo 4111111111111111; echo 'payment/process'; } | grep -Ff - "$folder/logs" | head -3)"
memory=$(inside sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/1/status)
printf 'the gateway holds %s MiB of memory\n' "$((memory / 1024))"
compose stop -t 25 gateway >"$log" 2>&1
has_stopped() { compose logs gateway 2>&1 | tail -n 5 | grep -q 'service.stopped.*"unfinishedCharges":0'; }
check "told to end, it ends by itself" has_stopped
