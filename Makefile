# The two commands of the README are `make demo` and `make test`; the rest is for those who work on the code.

# Where SwiftPM builds; release and debug stay apart so that one does not throw away the other's work.
SWIFT := swift
RELEASE := -c release --static-swift-stdlib
TOOL := .build/release/payment-gateway

.PHONY: demo test lint build release bench soak validate-openapi clean

# ONCE=1 ends after the steps, with status 0 only if each worked.
demo: build
	@.build/debug/payment-gateway demo $(if $(ONCE),--once)

build:
	@.ci/setup build
	@$(SWIFT) build --product payment-gateway

test: validate-openapi
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --experimental-maximum-parallelization-width 8

# openapi-spec-validator comes from PyPI into a virtual environment of the project's own.
validate-openapi:
	@.ci/setup test
	@test -x .build/openapi/bin/openapi-spec-validator || { python3 -m venv .build/openapi && .build/openapi/bin/pip install -q --disable-pip-version-check openapi-spec-validator; }
	@.build/openapi/bin/openapi-spec-validator openapi.yaml

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

release:
	@.ci/setup build
	$(SWIFT) build $(RELEASE) --product payment-gateway

bench: release
	@.ci/setup bench
	Benchmarks/run

soak: release
	Benchmarks/soak

clean:
	rm -rf .build
