#!/usr/bin/env bash
# Installs the service into a container that systemd boots in, with Deploy/systemd/install, and looks whether the hardened unit really runs: it gets
# its secrets, keeps its ledger, finds a card terminal through pcscd, reloads, comes back after kill -9, and ends by itself. Prints "N passed, N failed".
#
# Usage: Tests/Integration/systemd.sh      after Tests/Integration/compose.sh, whose image has the binary
# CONTAINER_TOOL is called as `… build` and `… compose`; default docker.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Integration/support.sh
export COMPOSE_PROJECT_NAME=payment-gateway-systemd-test
compose() { docker compose -f Tests/Integration/systemd/compose.yaml "$@"; }
inside() { compose exec -T machine "$@"; }

docker build Deploy -f Tests/Integration/systemd/Dockerfile -t payment-gateway-systemd-test >"$log" 2>&1
compose down -v -t 5 >/dev/null 2>&1 || true
compose up -d >"$log" 2>&1
is_booted() { inside systemctl is-active multi-user.target; }
check "systemd starts" within 60 is_booted
# As on any machine whose first process is not itself in a container: without it the service manager can show nobody a secret.
inside mount --make-rshared /

installed=$(inside /root/Deploy/systemd/install /root/payment-gateway)
check "the install script says what is missing" grep -q 'secrets/hash-key' <<<"$installed"
inside sh -c 'echo unbound-of-a-test >/etc/payment-gateway/secrets/secret-unbound; echo hash-key-of-a-test >/etc/payment-gateway/secrets/hash-key'
equal "and when nothing is" "installed; 'systemctl enable --now payment-gateway' starts it" "$(inside /root/Deploy/systemd/install /root/payment-gateway)"
check "the service starts" inside systemctl enable --now payment-gateway
is_ready() { inside curl -sf http://127.0.0.1:8080/readyz; }
check "it is ready" within 30 is_ready
token=$(inside sh -c 'GATEWAY_MERCHANT_ID=MCP2024000001 GATEWAY_SECRET_UNBOUND=unbound-of-a-test GATEWAY_HASH_KEY=hash-key-of-a-test payment-gateway token encode')
has_terminal() { inside curl -sf -H "Authorization: Basic $token" http://127.0.0.1:8080/v1/terminals | grep -q virtual-pcd-00-00; }
check "it finds the card terminal" within 30 has_terminal
check "it takes another certificate's place without ending" inside systemctl reload payment-gateway
pid() { inside systemctl show -P MainPID payment-gateway; }
first=$(pid)
inside systemctl kill -s KILL payment-gateway
has_another() { [ "$(pid)" != "$first" ] && is_ready; }
check "killed, it comes back" within 30 has_another
equal "its ledger is nobody else's" "700 payment-gateway" "$(inside stat -c '%a %U' /var/lib/payment-gateway)"
inside journalctl -u payment-gateway -o cat --no-pager >"$folder/journal"
equal "its log is its own: JSON lines, and one that it is ready" "" "$(grep -vE '^\{|is ready at|systemd|payment-gateway\.service' "$folder/journal" | head -3)"
check "told to end, it ends by itself" inside systemctl stop payment-gateway
equal "with status 0" "success" "$(inside systemctl show -P Result payment-gateway)"
