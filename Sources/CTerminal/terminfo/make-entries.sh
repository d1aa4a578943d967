#!/bin/sh
# Compiles corkboard.ti and writes ../Entries.c. Needs tic (package ncurses-bin).
set -eu
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tic -x -o "$folder" corkboard.ti
{
  echo '// Made by terminfo/make-entries.sh from terminfo/corkboard.ti. Not for editing.'
  echo '#include "Internal.h"'
  for name in corkboard-direct corkboard-tmux-direct corkboard-256color; do
    printf '\nstatic const unsigned char %s[] = {\n' "$(echo "$name" | tr - _)"
    od -An -v -tu1 -w24 "$folder/c/$name" | sed 's/  */,/g; s/^,/    /; s/$/,/'
    echo '};'
  done
  printf '\nconst struct cterminal_entry cterminal_entries[] = {\n'
  for name in corkboard-direct corkboard-tmux-direct corkboard-256color; do
    symbol=$(echo "$name" | tr - _)
    echo "    {\"$name\", $symbol, sizeof $symbol},"
  done
  echo '    {NULL, NULL, 0},'
  echo '};'
} > ../Entries.c
