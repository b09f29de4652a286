#!/bin/sh
# Writes v1/ anew from the contract: of proto/ beside this, as copies have it, or the repository's.
# Needs Go, and protoc: the one of grpcio-tools where PROTOC names it, as in
#   PROTOC="python -m grpc_tools.protoc" ./generate.sh
set -eu
cd "$(dirname "$0")"
proto=proto
[ -d "$proto" ] || proto=../../proto

plugins=$(mktemp -d)
trap 'rm -rf "$plugins"' EXIT
GOBIN=$plugins go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.6
GOBIN=$plugins go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.5.1

rm -f v1/*.pb.go
PATH=$plugins:$PATH ${PROTOC:-protoc} -I "$proto" \
    --go_out=. --go_opt=module=conquian \
    --go-grpc_out=. --go-grpc_opt=module=conquian \
    "$proto"/conquian/v1/*.proto
gofmt -l -w v1
