#!/usr/bin/env bash
# Lets schemathesis attack a running gateway, with the sandbox behind it and cards at a virtual terminal, by openapi.yaml: no request may be answered
# otherwise than the contract says, and none with 500. Prints "N passed, N failed"; the exit status is 0 if all passed.
#
# Usage: Tests/Integration/contract.sh [BINARY]      default .build/release/payment-gateway
# EXAMPLES is how many requests are made up for each operation, SEED what they come from: the same in each run, or `random`. What was sent and answered
# is in .build/contract. How the attack is made stands in schemathesis.toml.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Integration/support.sh
binary=$(realpath "${1:-.build/release/payment-gateway}")
seed=${SEED:-1} examples=${EXAMPLES:-100}
[ "$seed" != random ] || seed=$((RANDOM * 32768 + RANDOM))

# What runs here in a stack's place.
started=()
start() { "$@" & started+=($!); }
compose() {
    case $1 in
        logs) tail -n 10 "$folder"/*.log ;;
        down) kill "${started[@]}" 2>/dev/null; wait "${started[@]}" 2>/dev/null; return 0 ;;
    esac
}

# schemathesis comes from PyPI into a virtual environment of the project's own. What it makes up of a seed is Hypothesis's doing.
version=4.32.5
tool=.build/schemathesis-$version/bin/schemathesis
[ -x "$tool" ] || { python3 -m venv "${tool%/bin/*}" && timeout 300 "${tool%/*}/pip" install -q --disable-pip-version-check schemathesis==$version hypothesis==6.170.17; }

# pcscd has its folder compiled in: it gets a /run of its own, so that it neither needs root nor meets another pcscd.
# A virtual reader has two slots, at two ports one after the other.
vpcd=$(free_port) run=$folder/run
mkdir -p "$run/pcscd"
printf 'FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:0x%X\nLIBPATH /usr/lib/pcsc/drivers/serial/libifdvpcd.so\nCHANNELID 0x%X\n' "$vpcd" "$vpcd" >"$folder/reader.conf"
[ "$(id -u)" = 0 ] && root=() || root=(--map-root-user)
start unshare "${root[@]}" --mount setpriv --pdeathsig KILL sh -c 'mount --bind "$1" /run && exec /usr/sbin/pcscd --foreground --config "$2"' \
    sh "$run" "$folder/reader.conf" >"$folder/pcscd.log" 2>&1
export PCSCLITE_CSOCK_NAME=$run/pcscd/pcscd.comm

export GATEWAY_MERCHANT_ID=MCP2024000001 GATEWAY_SECRET_UNBOUND=unbound-of-a-test GATEWAY_HASH_KEY=hash-key-of-a-test
GATEWAY_MERCHANT_STORE_SECRET=whsec_$(head -c 32 /dev/urandom | base64)
export GATEWAY_MERCHANT_STORE_SECRET
listen=127.0.0.1:$(free_port) sandbox=127.0.0.1:$(free_port) store=$(free_port)
# A merchant's backend that refuses four callbacks, takes four, and so on: some are dead, and some are not.
store_code='
import http.server, itertools, sys
count = itertools.count()
class Store(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(500 if next(count) % 8 < 4 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Store).serve_forever()'
start python3 -c "$store_code" "$store" >"$folder/store.log" 2>&1
start "$binary" sandbox --listen "$sandbox" --callback-delay 100ms --retry-schedule 1s,1s,1s >"$folder/sandbox.log" 2>&1
# An iFortePay that does not answer shall not take half a minute each time, and a callback that is not taken is dead soon.
GATEWAY_LISTEN=$listen GATEWAY_UPSTREAM_URL=http://$sandbox GATEWAY_DATABASE=sqlite:$folder/ledger.db GATEWAY_REQUEST_DEADLINE=2s \
    GATEWAY_MERCHANT_STORE_URL=http://127.0.0.1:$store GATEWAY_ACKNOWLEDGE=stored GATEWAY_RETRY_SCHEDULE=100ms,100ms \
    start "$binary" serve >"$folder/gateway.log" 2>&1
check "the sandbox is there" within 20 "$binary" health --url "http://$sandbox"
check "the gateway is ready" within 20 curl -sf "http://$listen/readyz"
token=$("$binary" token encode)
has_terminal() { curl -sf -H "Authorization: Basic $token" "http://$listen/v1/terminals" | grep -q virtual-pcd-00-00; }
check "and has a terminal" within 20 has_terminal
# So that no wait for a card takes long.
tap() { while :; do "$binary" card "$1" --reader "127.0.0.1:$2" --for 500ms || sleep 1; sleep 0.3; done; }
start tap visa "$vpcd" >"$folder/card.log" 2>&1
start tap mastercard $((vpcd + 1)) >"$folder/other-card.log" 2>&1

report=.build/contract
rm -rf "$report"
mkdir -p "$report"
printf 'seed %s, %s examples for each operation\n' "$seed" "$examples"
attack() {
    timeout 3600 "$tool" --no-color --config-file Tests/Integration/schemathesis.toml run openapi.yaml --url "http://$listen" --seed "$seed" \
        --max-examples "$examples" --generation-database none --report-ndjson-path "$report/report.ndjson" >"$report/output" 2>&1
}
if attack; then
    pass "no answer breaks the contract: $(grep -m 1 ' generated' "$report/output" | xargs)"
else
    fail "no answer breaks the contract" "see below"
    sed -n '/= \(FAILURES\|ERRORS\) =/,$p' "$report/output" | cut -c1-400
fi

# The attack got somewhere: each operation did what it is for. Prints those that did not, and to the log what each was answered.
unsuccessful() {
    python3 - "$report/report.ndjson" openapi.yaml <<'EOF'
import collections, json, re, sys
answers = collections.defaultdict(collections.Counter)
for line in open(sys.argv[1]):
    recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder", {})
    for id, interaction in recorder.get("interactions", {}).items():
        case = recorder["cases"][id]["value"]
        if interaction.get("response"): answers[case["method"] + " " + case["path"]][interaction["response"]["status_code"]] += 1
for operation, statuses in sorted(answers.items()):
    print(operation, *(f"{status}x{count}" for status, count in sorted(statuses.items())), file=sys.stderr)
path = ""
for line in open(sys.argv[2]):
    path = next(iter(re.findall("^  (/.*):$", line)), path)
    for method in re.findall("^    (get|post|delete):$", line):
        operation = method.upper() + " " + path
        if not any(status < 300 for status in answers[operation]): print(operation)
EOF
}
equal "each operation succeeded, but for the event stream" "GET /v1/terminals/events" "$(unsuccessful 2>"$report/answers")"
check "the gateway is ready still" curl -sf "http://$listen/readyz"
equal "no error is in its log but that of dead callbacks" "" "$(grep '"level":"error"' "$folder/gateway.log" | grep -v -m 3 '"status":"DEAD"' || true)"
equal "nor a card number" "" "$(grep -m 3 -e 4111111111111111 -e 5555555555554444 -e 3530111333300000 "$folder/gateway.log" || true)"
