#!/usr/bin/env bash
# Looks over the files of Deploy that no other test runs: how exposed the systemd unit is and whether it holds no mistake, what the install script
# puts where, and whether Kubernetes would accept the manifests. Prints "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Integration/support.sh
compose() { :; }

# In tenths.
if command -v systemd-analyze >/dev/null; then
    check "the unit's exposure is at most 2.0" systemd-analyze security --offline=true --threshold=20 --no-pager Deploy/systemd/payment-gateway.service
    root=$folder/root
    check "the install script puts everything under another root" env DESTDIR="$root" Deploy/systemd/install /bin/true
    equal "secrets and settings are root's alone" "600 600 600 700 700" "$(cd "$root/etc/payment-gateway" &&
        stat -c %a environment secrets/hash-key secrets/secret-unbound secrets . | xargs)"
    echo written >"$root/etc/payment-gateway/environment"
    DESTDIR="$root" Deploy/systemd/install /bin/true >/dev/null
    equal "a second run leaves settings alone" written "$(cat "$root/etc/payment-gateway/environment")"
    sed 's#/usr/local/bin/payment-gateway#/bin/true#' Deploy/systemd/payment-gateway.service >"$folder/payment-gateway.service"
    equal "systemd finds no mistake in the unit" "" "$(systemd-analyze verify --man=no "$folder/payment-gateway.service" 2>&1 | grep payment-gateway.service || true)"
else
    echo "systemd-analyze is not there: the unit is not looked at"
fi

# kubernetes-validate comes from PyPI into a virtual environment of the project's own; it holds the schemas itself.
validate=.build/kubernetes/bin/kubernetes-validate
[ -x "$validate" ] || { python3 -m venv .build/kubernetes && timeout 300 .build/kubernetes/bin/pip install -q --disable-pip-version-check kubernetes-validate==1.37.0; }
for manifest in Deploy/kubernetes/*.yaml; do
    for version in 1.29 1.37; do
        check "Kubernetes $version accepts $(basename "$manifest")" "$validate" --strict --kubernetes-version "$version" "$manifest"
    done
done
