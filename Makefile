# Everything is done from here; a machine needs Python 3.11 or newer and make. `make run` starts the service.
SHELL := /bin/sh
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
PIP := -m pip install --quiet --quiet --disable-pip-version-check
LOCKED := $(PIP) --require-hashes --only-binary :all:
COMPILE := uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet
WORKERS ?= auto

# New enough, able to make environments, and runs at all: a version manager's stand-in on the path may not.
SERVES := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell IFS=:; for name in python3.13 python3.12 python3.11 python3; do for folder in $$PATH; do \
	"$$folder/$$name" -c '$(SERVES)' >/dev/null 2>&1 && echo "$$folder/$$name" && exit; done; done)

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/made:
	@python="$(PYTHON)"; "$$python" -c '$(SERVES)' >/dev/null 2>&1 || { \
	echo "Everturn needs Python 3.11 or newer with its venv module" \
	"(Debian: apt-get install python3-venv), or name one: make PYTHON=/path/to/python3"; exit 1; } >&2; \
	echo "Making $(VENV) with $$python ..."; "$$python" -m venv $(VENV)
	@touch $@

$(VENV)/base: $(VENV)/made infra/lock/base.txt pyproject.toml
	@echo "Installing what the service needs ..."
	@$(BIN)/python $(LOCKED) -r infra/lock/base.txt
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(VENV)/base infra/lock/dev.txt
	@echo "Installing what tests and checks need ..."
	@$(BIN)/python $(LOCKED) -r infra/lock/dev.txt
	@touch $@

.venv-contract/made: $(VENV)/base infra/lock/contract.txt
	@echo "Installing schemathesis ..."
	@$(BIN)/python -m venv .venv-contract
	@.venv-contract/bin/python $(LOCKED) -r infra/lock/contract.txt
	@touch $@

install: $(VENV)/base ## Makes the service's environment

run: $(VENV)/base ## Starts the service
	@exec $(BIN)/everturn serve

test: $(VENV)/dev ## Runs the tests, without the slow ones
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m "not slow"

slow: $(VENV)/dev ## Runs the slow tests
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m slow

check: $(VENV)/dev ## Checks format, lint, types and imports
	@failed=0; for tool in "ruff format --check" "ruff check" mypy "lint-imports --no-logo"; do \
	echo "-- $$tool"; $(BIN)/$$tool || failed=1; done; exit $$failed

format: $(VENV)/dev ## Formats the code
	@$(BIN)/ruff format && $(BIN)/ruff check --fix

bench: $(VENV)/dev ## Runs the benchmarks
	@$(BIN)/python -m tests.bench

contract: $(VENV)/dev .venv-contract/made ## Tests the running API against its document
	@tests/contract/schemathesis.sh

lock: ## Brings the lock files up to date (needs uv)
	$(COMPILE) pyproject.toml --group build -o infra/lock/base.txt
	$(COMPILE) pyproject.toml --group dev -c infra/lock/base.txt -o infra/lock/dev.txt
	$(COMPILE) --group contract -o infra/lock/contract.txt

clean: ## Removes the environments
	rm -rf $(VENV) .venv-contract

.PHONY: help install run test slow check format bench contract lock clean
