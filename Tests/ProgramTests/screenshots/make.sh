#!/bin/sh
# Remakes screenshots/ from the running program:  make.sh PROGRAM [FOLDER]
#
# Needs a terminal emulator on a screen in memory. Missing packages are installed when root and
# apt-get are there, else named. Where it may, it takes a network and a host name of its own, so
# that the pictures show invented addresses and nobody on the real network notices.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(readlink -f "${1:?usage: make.sh PROGRAM [FOLDER]}")
folder=$(readlink -m "${2:-$here/../../../screenshots}")

missing=""
for pair in Xvfb:xvfb kitty:kitty import:imagemagick xdotool:xdotool python3:python3; do
  command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair##*:}"
done
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf ] || missing="$missing fonts-dejavu"
[ -e /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf ] ||
  missing="$missing fonts-noto-color-emoji"
[ -e /usr/share/fonts/opentype/noto ] || missing="$missing fonts-noto-cjk"
[ -e /usr/lib/x86_64-linux-gnu/dri/swrast_dri.so ] || [ "$(uname -m)" != x86_64 ] ||
  missing="$missing libgl1-mesa-dri"
if [ -n "$missing" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -q
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
  else
    echo "Screenshots need these packages: sudo apt-get install -y$missing" >&2
    exit 1
  fi
fi

mkdir -p "$folder"
if unshare --net --uts true 2>/dev/null && command -v ip >/dev/null; then
  exec unshare --net --uts sh -c '
    hostname ada-laptop
    ip link set lo up
    ip link add lan type veth peer name switch &&
      ip link set switch up && ip link set lan up && ip address add 192.168.1.20/24 dev lan
    exec python3 "$@"' sh "$here/shoot.py" "$program" "$folder"
fi
exec python3 "$here/shoot.py" "$program" "$folder"
