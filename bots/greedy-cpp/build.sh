#!/bin/sh
# Builds the bot as `bot`, in a folder that is kept: only what has changed is compiled again.
# Files are compared, as the time of one that was put back says nothing; another compiler and a
# build that was cut short begin anew.
set -eu
tools=$( (c++ --version; cmake --version; protoc --version) | cksum | cut -d ' ' -f 1)
kept=${CONQUIAN_BUILD_CACHE:?names the folder that is kept}/$tools
[ ! -e "$kept/unfinished" ] || rm -rf "$kept"
mkdir -p "$kept"
touch "$kept/unfinished"

cp -R . "$kept/new"
find . -type f | while read -r file; do
  if cmp -s "$file" "$kept/source/$file"; then
    touch -r "$kept/source/$file" "$kept/new/$file"
  else
    touch "$kept/new/$file"
  fi
done
rm -rf "$kept/source"
mv "$kept/new" "$kept/source"

failed=0
{ cmake -S "$kept/source" -B "$kept/build" && cmake --build "$kept/build"; } || failed=$?
rm "$kept/unfinished"
[ "$failed" -eq 0 ] || exit "$failed"
cp "$kept/build/bot" bot
