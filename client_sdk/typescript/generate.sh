#!/bin/sh
# Makes src/proto again from the contract: the repository's, or where the SDK was laid beside a bot
# the one laid in it.
set -eu
cd "$(dirname "$0")"
npm --prefix tools ci --ignore-scripts
contract=proto
test -d "$contract" || contract=../../proto
tools/node_modules/.bin/buf generate "$contract" --template tools/buf.gen.yaml
