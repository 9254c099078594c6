# What the scripts beside it share: counted checks, and a folder and a container stack that are gone in the end. Whoever sources it defines compose().

read -ra tool <<<"${CONTAINER_TOOL:-docker}"
# The README's lines call docker.
docker() { "${tool[@]}" "$@"; }

folder=$(mktemp -d)
log=$folder/log
passed=0 failed=0
pass() { passed=$((passed + 1)); printf 'ok      %s (%s s)\n' "$1" "$SECONDS"; }
fail() { failed=$((failed + 1)); printf 'FAILED  %s (%s s)%s\n' "$1" "$SECONDS" "${2:+: $2}"; }
# check NAME COMMAND…: whether the command succeeds
check() {
    local name=$1 output; shift
    if output=$("$@" 2>&1); then pass "$name"; else fail "$name" "$(tail -n 3 <<<"$output" | cut -c1-400)"; fi
}
# equal NAME EXPECTED ACTUAL
equal() { if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "expected '$2', got '${3:0:400}'"; fi; }
# within SECONDS COMMAND…: whether the command succeeds before long
within() {
    local end=$((SECONDS + $1)); shift
    until "$@" >/dev/null 2>&1; do [ "$SECONDS" -lt "$end" ] || return 1; sleep 0.5; done
}
# member PATH: the member of the first JSON document in the input, as text; nothing where there is none
member() {
    python3 -c 'import json, sys
try:
    value = json.JSONDecoder().raw_decode(sys.stdin.read())[0]
    for name in sys.argv[1].split("."): value = value[int(name) if name.isdigit() else name]
    print(value)
except (ValueError, LookupError, TypeError): pass' "$1"
}
free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
    echo "$port"
}

finish() {
    local status=$?
    trap - EXIT
    set +e
    [ "$status" -eq 0 ] || fail "it goes on to its end" "status $status"
    if [ "$failed" -gt 0 ]; then
        [ -s "$log" ] && tail -n 40 "$log"
        compose logs 2>&1 | tail -n 80
    fi
    # KEEP=1 leaves everything running.
    [ -n "${KEEP:-}" ] || compose down -v -t 5 >"$log" 2>&1 || fail "everything can be taken down" "$(tail -n 5 "$log")"
    rm -rf "$folder"
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
    exit
}
trap finish EXIT
