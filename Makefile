# The two commands of the README are `make demo` and `make test`; the rest is for those who work on the code.

SWIFT := swift
# Swift's libraries are linked in, so that the binary runs where no toolchain is.
RELEASE := -c release --static-swift-stdlib
# No run of the tests takes longer; one that does has hung.
TEST_LIMIT ?= 1200
# At most eight tests at a time: all at once, those that start processes and loops would starve each other on two cores.
TEST := timeout --kill-after=10 $(TEST_LIMIT) $(SWIFT) test --skip-build --experimental-maximum-parallelization-width 8

.PHONY: demo test lint build release bench fuzz soak validate-openapi clean

# ONCE=1 ends after the steps, with status 0 only if each worked.
demo: build
	@.ci/setup demo || echo "going on without the virtual card terminal"
	@.build/debug/payment-gateway demo $(if $(ONCE),--once)

build:
	@.ci/setup build
	@$(SWIFT) build --product payment-gateway

test: validate-openapi
	$(SWIFT) build --build-tests
	$(TEST)

# openapi-spec-validator comes from PyPI into a virtual environment of the project's own.
validate-openapi:
	@.ci/setup test
	@test -x .build/openapi/bin/openapi-spec-validator || { python3 -m venv .build/openapi && .build/openapi/bin/pip install -q --disable-pip-version-check openapi-spec-validator; }
	@.build/openapi/bin/openapi-spec-validator openapi.yaml

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Package.swift

release:
	@.ci/setup build
	$(SWIFT) build $(RELEASE) --product payment-gateway

bench: release
	@.ci/setup bench
	$(SWIFT) build $(RELEASE) --product card-reading-bench
	Benchmarks/run

# libFuzzer on each target of Tests/Fuzzing.
FUZZ_SECONDS ?= 60
fuzz:
	@.ci/setup build
	@Tests/Fuzzing/run $(FUZZ_SECONDS)

# Half an hour in parts that can be run alone: the long forms of the tests, SOAK times the rounds of the short ones (broken documents and requests,
# kill -9 under load, cards that leave; 10 minutes); slow peers and garbage handshakes beside a normal client (5); testssl.sh (3); AddressSanitizer (8).
SOAK ?= 20
SOAK_SECONDS ?= 60
.PHONY: soak-tests soak-load soak-testssl soak-addresses
soak: soak-tests soak-load soak-testssl soak-addresses

soak-tests:
	@.ci/setup soak
	$(SWIFT) build --build-tests
	SOAK=$(SOAK) $(TEST) --filter 'JSONRobustnessTests|FuzzTests|StreamPropertyTests|HostileCardTests|CallbackDurabilityTests|ConnectionEndTests|TapSoakTests|Conformance(Split|Mutation|Socket)Tests|ProxyTests'

soak-load: release
	@.ci/setup soak
	Tests/Load/slow-peers 4000 $(SOAK_SECONDS)
	Tests/Load/garbage-handshakes $(SOAK_SECONDS)

soak-testssl: release
	@.ci/setup soak
	Tests/Load/testssl

soak-addresses:
	@.ci/setup soak
	Tests/Load/address-sanitizer

clean:
	rm -rf .build
