# Two commands do everything on a machine with Python >= 3.11 and make: `make run` and `make test`.
SHELL := /bin/sh
.DEFAULT_GOAL := help
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$name" && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:
WORKERS ?= auto

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/python:
	@test -n "$(PYTHON)" || { echo "Everturn needs Python 3.11 or newer; name one with make PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "The venv module is missing (Debian: apt-get install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/base: $(VENV)/python infra/lock/base.txt pyproject.toml
	@echo "Installing what the service needs ..."
	@$(BIN)/python $(PIP) -r infra/lock/base.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(VENV)/base infra/lock/dev.txt
	@echo "Installing what tests and checks need ..."
	@$(BIN)/python $(PIP) -r infra/lock/dev.txt
	@touch $@

.venv-contract/ready: $(VENV)/base infra/lock/contract.txt
	@$(PYTHON) -m venv .venv-contract
	@.venv-contract/bin/python $(PIP) -r infra/lock/contract.txt
	@touch $@

install: $(VENV)/base ## Makes the environment of the service

run: $(VENV)/base ## Starts the service with its own Postgres and a demo match
	@exec $(BIN)/everturn serve

test: $(VENV)/dev ## Runs the tests (the quick ones)
	@$(BIN)/python -m pytest -q -n $(WORKERS)

slow: $(VENV)/dev ## Runs the slow tests
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m slow

check: $(VENV)/dev ## Format, lint, types, imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev ## Formats the code
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(VENV)/dev ## Prints the benchmarks, measured side by side
	@$(BIN)/python -m tests.bench

contract: $(VENV)/dev .venv-contract/ready ## Tests the API with schemathesis
	@tests/contract/schemathesis.sh

openapi: $(VENV)/base ## Writes openapi/openapi.json anew
	@$(BIN)/everturn openapi --output openapi/openapi.json

lock: $(VENV)/dev ## Compiles the lock files anew (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml -o infra/lock/base.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --extra dev -c infra/lock/base.txt -o infra/lock/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --only-extra --extra contract -o infra/lock/contract.txt

clean: ## Removes the environments
	rm -rf $(VENV) .venv-contract

.PHONY: help install run test slow check format bench contract openapi lock clean
