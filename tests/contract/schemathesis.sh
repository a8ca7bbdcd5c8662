#!/usr/bin/env bash
# Plays the running service by its own document: every phase and check, then the event stream once more.
# PYTHON and SCHEMATHESIS name the programs of the two environments, PLAYING the seconds for which links are followed.
set -euo pipefail
cd "$(dirname "$0")/../.."

PYTHON=${PYTHON:-.venv/bin/python}
SCHEMATHESIS=${SCHEMATHESIS:-.venv-contract/bin/schemathesis}
PLAYING=${PLAYING:-60}
work=$(mktemp -d)
port=$("$PYTHON" -c 'from tests.contract.service import free_port; print(free_port())')
address=http://127.0.0.1:$port

EVERTURN_DATA=$work/data EVERTURN_PORT=$port EVERTURN_DEMO=false "$PYTHON" -m adapters.cli serve >"$work/service.log" 2>&1 &
service=$!

finish() {
  status=$?
  kill -INT "$service" 2>/dev/null || true
  wait "$service" 2>/dev/null || true
  if [ "$status" -ne 0 ]; then tail -n 40 "$work/service.log"; fi
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

prepared=$("$PYTHON" -m tests.contract.prepared "$address")
eval "$prepared"

fuzz() {
  local config=$1 name=$2
  shift 2
  "$SCHEMATHESIS" --config-file "infra/$config" run openapi/openapi.json --url "$address" --checks all --no-color \
    --report json,har --report-json-path "$work/$name.json" --report-har-path "$work/$name.har" "$@"
}

fuzz schemathesis.toml cases --phases examples,coverage,fuzzing
fuzz schemathesis-links.toml links --phases stateful --max-time "$PLAYING"
fuzz schemathesis-streams.toml streams --phases examples,coverage,fuzzing --include-operation-id listEvents
"$PYTHON" -m tests.contract.counted "$work"
