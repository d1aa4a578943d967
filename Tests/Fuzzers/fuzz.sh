#!/bin/bash
# Feeds every decoder with bytes that a fuzzer makes, for so many seconds each (fuzz.sh SECONDS).
# It begins with what the encoders make: each fuzzer writes its own seeds.
# The cores' own sources are compiled in; memory errors, traps, large allocations and slow inputs fail.
set -euo pipefail
seconds="${1:-30}"
here="$(cd "$(dirname "$0")" && pwd)"
sources="$here/../../Sources"
folder="${FUZZ_FOLDER:-$here/../../.build/fuzz}"
mkdir -p "$folder"

fuzz() { # name, then sources
  local name="$1"
  # Whole boards and rosters are longer than what others read.
  local length=4096
  shift
  [[ "$name" != State && "$name" != Session ]] || length=65536
  [ -z "${FUZZ_ONLY:-}" ] || [ "$FUZZ_ONLY" = "$name" ] || return 0
  rm -rf "$folder/$name.sources"
  mkdir -p "$folder/$name.sources" "$folder/$name.corpus"
  # One module of them all: what they import of each other is there, and one name is in two of them.
  for file in "$here/${name}Fuzzer.swift" "$here/Seeds.swift" "$@"; do
    local rename=''
    [[ "$file" != */BoardUI/* ]] || rename='s/\bBoardAction\b/KeyBoardAction/g'
    sed -E "/^(package )?import (BoardCore|BoardUI|SessionCore|SessionSimulator)\$/d;$rename" "$file" \
      > "$folder/$name.sources/$(basename "$file")"
  done
  swiftc -O -wmo -parse-as-library -sanitize=fuzzer,address -suppress-warnings \
    -I "$sources/CZlib" -package-name corkboard -module-name "Fuzz$name" -o "$folder/$name" \
    "$folder/$name.sources"/*.swift -lz
  rm -rf "$folder/$name.seeds"
  mkdir "$folder/$name.seeds"
  echo "== $name: $seconds s, $(FUZZ_SEEDS="$folder/$name.seeds" "$folder/$name")"
  "$folder/$name" -max_total_time="$seconds" -max_len="$length" -malloc_limit_mb=64 \
    -rss_limit_mb=1024 -timeout=5 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$folder/$name." "$folder/$name.corpus" "$folder/$name.seeds" 2>&1 |
    { grep -vE "^(INFO|stat::(new|slow|peak)|#+ |\")" || true; }
}

# Which decoder is fed by which of these: Decoders.md.
fuzz Board "$here/BoardSeeds.swift" "$sources"/BoardCore/*.swift
fuzz State "$here/BoardSeeds.swift" "$sources"/BoardCore/*.swift
fuzz Session $(find "$sources/SessionCore" -name '*.swift')
fuzz Peers $(find "$sources/SessionCore" "$sources/SessionSimulator" -name '*.swift')
fuzz Link $(find "$sources/SessionCore" -name '*.swift')
fuzz Multicast $(find "$sources/SessionCore" -name '*.swift')
fuzz Input "$sources"/BoardUI/Input/{InputDecoder*,Key,KeyModifiers}.swift
fuzz Import "$here/BoardSeeds.swift" "$sources"/BoardCore/*.swift $(find "$sources/BoardUI" -name '*.swift') \
  "$sources"/CorkboardApp/Commands/CommandRequest.swift
fuzz Deflated "$sources"/BoardStore/Deflated.swift
fuzz Envelope "$sources"/OpenGroupActivities/Runtime/MessageEnvelope.swift
