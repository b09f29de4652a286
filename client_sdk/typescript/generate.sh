#!/bin/sh
# Makes src/proto again from the contract: of the repository, or of a folder that is given.
set -eu
cd "$(dirname "$0")"
npm --prefix tools ci --ignore-scripts
tools/node_modules/.bin/buf generate "${1:-../../proto}" --template tools/buf.gen.yaml
