#!/usr/bin/env python3
"""Runs the program's session on hosts of its own with bad networks between them.

  lab.py TWIN CORKBOARD [--only-long] [--list] [--seed N] [ROW...]

TWIN is the built SessionTwin, CORKBOARD the program itself. A row is named by a part of its name;
without one it is all but those that take minutes, with --only-long those. Needs root and network
namespaces; without them it says so and ends with status 0. It cleans up after itself, whatever
happens.
"""
import argparse
import os
import signal
import subprocess
import sys
import time

import abuse_rows  # noqa: F401, its rows register themselves
import board_rows  # noqa: F401, these too
import machine_rows  # noqa: F401, and these
import network_rows
from hosts import Failure, Lab, possible


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("twin")
    parser.add_argument("corkboard")
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--only-long", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = [
        each for each in network_rows.ROWS
        if each[2] == options.only_long or options.rows
        if not options.rows or any(part in each[0] for part in options.rows)
    ]
    if options.list:
        print("\n".join(each[0] for each in rows))
        return 0
    why = possible()
    if why:
        print(f"The lab is skipped: {why}.")
        return 0
    os.environ["TWIN"] = os.path.abspath(options.twin)
    os.environ["CORKBOARD"] = os.path.abspath(options.corkboard)
    # Any way of being stopped ends in the cleaning up of `with`.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    failures = 0
    for name, hosts, _, body in rows:
        start = time.monotonic()
        try:
            with Lab(hosts, options.seed) as lab:
                figures = body(lab)
        except (Failure, subprocess.CalledProcessError) as failure:
            failures += 1
            print(f"✘ {name}: {failure} (seed {options.seed})", flush=True)
        else:
            figures = f": {figures}" if figures else ""
            print(f"✔ {name}{figures} [{time.monotonic() - start:.1f} s]", flush=True)
    print(f"{len(rows) - failures} of {len(rows)} rows hold.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
