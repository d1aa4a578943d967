#!/usr/bin/env python3
"""Measures the board's synchronisation beside other libraries, on the same work, in one run.

  sync.py CORKBOARDBENCH [--runs 5] [--readme README.md] [--json FILE]

Makes a virtual environment with pycrdt, y-py and loro in .build; without an index of packages our
own column stands alone. Every measurement has a process of its own; the systems take turns, another
one first in each run, so that they share what the machine does besides. Medians. Ends with status 1
when a goal is missed.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import venv
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ENVIRONMENT = os.path.join(HERE, "../../../.build/bench-sync")
PACKAGES = {"pycrdt": "pycrdt", "y-py": "y_py", "loro": "loro"}
OURS = "corkboard"
SIZES = (1_000, 10_000)
GROWTH = (1_000, 10_000, 100_000)


def environment():
    """The interpreter that has the other libraries, and those that it has."""
    python = os.path.join(ENVIRONMENT, "bin/python")
    if not os.path.exists(python):
        venv.create(ENVIRONMENT, with_pip=True)
    found = [name for name in PACKAGES if has(python, name)]
    for name in (name for name in PACKAGES if name not in found):
        install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", name]
        if subprocess.run(install, stdout=sys.stderr).returncode == 0 and has(python, name):
            found.append(name)
        else:
            print(f"pip cannot install {name}: it has no column", file=sys.stderr)
    return python, [name for name in PACKAGES if name in found]


def has(python, name):
    command = [python, "-c", f"import {PACKAGES[name]}"]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def figures(command):
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def compare(program, python, others, notes, runs):
    """The medians of each system's figures."""
    systems = [OURS] + others
    found = {name: [] for name in systems}
    for turn in range(runs):
        first = turn % len(systems)
        for name in systems[first:] + systems[:first]:
            print(f"{notes:,} notes, run {turn + 1} of {runs}: {name}", file=sys.stderr)
            start = [program, "work"] if name == OURS else [
                python, os.path.join(HERE, "systems.py"), name]
            found[name].append(
                figures(start + ["--notes", str(notes), "--seed", str(7 * turn + notes)]))
    return {name: medians(found[name]) for name in systems}


def medians(many):
    return {key: statistics.median(one[key] for one in many) for key in many[0]}


def grow(program, notes, runs):
    """Figures of our own that no other library has."""
    print(f"{notes:,} notes: {OURS}", file=sys.stderr)
    size = ["--notes", str(notes)]
    many = []
    for turn in range(runs):
        one = {} if notes in SIZES else figures([program, "work", *size, "--seed", str(turn)])
        one.update(figures([program, "join", *size]))
        one.update(figures([program, "stored", *size]))
        one.update(memory(program, size))
        many.append(one)
    return medians(many)


def memory(program, size):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "snapshot")
        subprocess.run([program, "snapshot", path, *size], stdout=subprocess.DEVNULL, check=True)
        return figures([program, "memory", path])


def deflated(program, *options):
    """Bytes in zlib's level 6 of a board of 1,000 notes after 100,000 moves."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "snapshot")
        subprocess.run([program, "snapshot", path, "--notes", "1000", *options],
                       stdout=subprocess.DEVNULL, check=True)
        with open(path, "rb") as file:
            return len(zlib.compress(file.read(), 6))


# What is measured of every system: its words, the figure's name, the unit, digits, goals by notes.
COMPARED = [
    ("one move, made", "moves_us", "µs", 2, {1_000: 2, 10_000: 2}),
    ("bytes of one move", "move_B", "B", 0, {1_000: 20, 10_000: 20}),
    ("bytes of a move in a batch of 10,000", "batch_B", "B", 1, {1_000: 10, 10_000: 10}),
    ("snapshot after 100,000 moves", "snap1_B", "B", 0, {}),
    ("encode it", "enc_ms", "ms", 2, {}),
    ("decode it (Loro does so later)", "load1_ms", "ms", 2, {10_000: 10}),
    ("decode it and read every note", "open_ms", "ms", 2, {}),
    ("10,000 + 10,000 moves apart, encode", "dvg_enc_ms", "ms", 1, {}),
    ("10,000 + 10,000 moves apart, merge", "dvg_apply_ms", "ms", 1, {1_000: 30, 10_000: 30}),
    ("create all notes", "create_ms", "ms", 1, {}),
]

# What is measured of ours alone, as it grows.
GROWN = [
    ("one move, made", "moves_us", "µs", 2),
    ("one move, received", "applies_us", "µs", 2),
    ("snapshot after 100,000 moves", "snap1_B", "B", 0),
    ("decode it", "load1_ms", "ms", 1),
    ("decode it, join and show", "open_ms", "ms", 1),
    ("open the board from disk", "stored_ms", "ms", 1),
    ("10,000 + 10,000 moves apart, merge", "dvg_apply_ms", "ms", 1),
    ("longest call while somebody joins: donor", "donor_ms", "ms", 1),
    ("longest call while somebody joins: joiner", "joiner_ms", "ms", 1),
    ("memory of a note", "note_B", "B", 0),
]
# What a state may grow by: numbers that became longer.
GROWN_BYTES = 1_000
GOALS = {("applies_us", 1_000): 2, ("applies_us", 10_000): 2, ("load1_ms", 10_000): 10,
         ("donor_ms", 10_000): 50, ("joiner_ms", 10_000): 50, ("note_B", 10_000): 1_000,
         ("moves_us", 1_000): 2, ("moves_us", 10_000): 2, ("dvg_apply_ms", 1_000): 30,
         ("dvg_apply_ms", 10_000): 30}


class Table:
    def __init__(self):
        self.lines = []
        self.missed = []

    def head(self, *cells):
        self.lines += ["", row(cells), row(["---"] + ["---:"] * (len(cells) - 1))]

    def add(self, words, values, goal, value):
        """`value` is judged by `goal`, if there is one."""
        holds = ""
        if goal is not None:
            is_met = value <= goal
            holds = f"≤ {goal:,}: " + ("yes" if is_met else "**missed**")
            if not is_met:
                self.missed.append(words)
        self.lines.append(row([words] + values + [holds]))


def row(cells):
    return "| " + " | ".join(cells) + " |"


def text(value, unit, digits):
    return f"{value:,.{digits}f} {unit}"


def compared(table, notes, found):
    systems = list(found)
    table.head(f"{notes:,} notes", *systems, "goal")
    for words, key, unit, digits, goals in COMPARED:
        mine = found[OURS][key]
        values = [text(mine, unit, digits)]
        for name in systems[1:]:
            value = found[name][key]
            ratio = value / mine
            values.append(f"{text(value, unit, digits)} ({ratio:,.{0 if ratio >= 10 else 1}f}×)")
        table.add(words, values, goals.get(notes), mine)


def grown(table, found):
    table.head("growth", *(f"{notes:,} notes" for notes in found), "goal")
    for words, key, unit, digits in GROWN:
        values = [text(found[notes][key], unit, digits) for notes in found]
        judged = [(GOALS[key, n], found[n][key]) for n in found if (key, n) in GOALS]
        goal = judged[0][0] if judged else None
        table.add(words, values, goal, max((value for _, value in judged), default=0))


def alone(table, program):
    table.head("of ours alone", "figure", "goal")
    alike, different = deflated(program), deflated(program, "--plain", "1")
    table.add("snapshot of 1,000 notes after 100,000 moves, zlib level 6",
              [f"{alike:,} B"], 40_000, alike)
    table.add("the same with texts that do not repeat", [f"{different:,} B"], None, 0)
    print("a million moves", file=sys.stderr)
    many = figures([program, "many", "--notes", "1000"])
    growth = many["late_B"] - many["early_B"]
    table.add("state of 1,000 notes, from 100,000 to a million moves",
              [f"{many['early_B']:,.0f} → {many['late_B']:,.0f} B"], GROWN_BYTES, growth)
    table.add("memory of that process",
              [f"{many['early_MB']:.1f} → {many['late_MB']:.1f} MB"], None, 0)
    table.add("bytes of setting a note down after a checkpoint, with its group",
              [f"{many['drop_B']:,.0f} B"], 20, many["drop_B"])


def write(readme, lines):
    begin, end = "<!-- sync: begin -->\n", "<!-- sync: end -->"
    with open(readme) as file:
        old = file.read()
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    if not re.search(pattern, old, re.DOTALL):
        sys.exit(f"{readme} has no place for the table: {begin.strip()} … {end}")
    new = re.sub(pattern, lambda _: begin + "\n".join(lines).strip() + "\n" + end, old,
                 flags=re.DOTALL)
    with open(readme, "w") as file:
        file.write(new)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--readme")
    parser.add_argument("--json")
    options = parser.parse_args()
    python, others = environment()
    if not others:
        print("No other library is here and pip reaches no index: only our own column.",
              file=sys.stderr)
    table = Table()
    found = {n: compare(options.program, python, others, n, options.runs) for n in SIZES}
    growth = {n: grow(options.program, n, min(options.runs, 5 if n in SIZES else 3)) for n in GROWTH}
    for notes in SIZES:
        growth[notes] = {**found[notes][OURS], **growth[notes]}
        compared(table, notes, found[notes])
    grown(table, growth)
    alone(table, options.program)
    print("\n".join(table.lines).strip())
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"compared": found, "growth": growth}, file, indent=2)
    if options.readme:
        write(options.readme, table.lines)
    return 1 if table.missed else 0


if __name__ == "__main__":
    sys.exit(main())
