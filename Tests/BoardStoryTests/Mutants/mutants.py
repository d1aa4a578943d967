#!/usr/bin/env python3
"""Breaks one rule of the board at a time and counts the simulated seeds that notice.

usage: mutants.py [SEEDS] [NAME…]

All mutants are built into one program, each behind a number that the environment gives. The
program without a mutant must hold on every seed, with one it must fail on some, or this fails.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent.parent / "Sources"
SWITCH = """import Glibc
/// Which rule is broken: 0 for none.
let mutation = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
"""
OWN_MODULES = ["BoardCore", "SessionSimulator", "BoardSimulator"]


def patched(mutants):
    """The text of each file of BoardCore with every mutant in it, behind its number."""
    texts = {path.name: path.read_text() for path in (SOURCES / "BoardCore").glob("*.swift")}
    names = list(dict.fromkeys(mutant["name"] for mutant in mutants))
    sites = {}
    for mutant in mutants:
        site = sites.setdefault((mutant["file"], mutant["find"]), [])
        site.append((names.index(mutant["name"]) + 1, mutant))
    for (file, find), site in sites.items():
        count = texts.get(file, "").count(find)
        if count != 1:
            sys.exit(f"{site[0][1]['name']}: stands {count} times in {file}: {find}")
        result = find
        for number, mutant in site:
            if mutant.get("statement"):
                result = f"if mutation == {number} {{ {mutant['replace']} }} else {{ {result} }}"
            else:
                result = f"(mutation == {number} ? ({mutant['replace']}) : ({result}))"
        texts[file] = texts[file].replace(find, result)
    return names, texts


def without_imports(text):
    """The same source as part of one module."""
    own = {f"import {name}" for name in OWN_MODULES}
    own |= {f"package {line}" for line in own}
    return "\n".join(line for line in text.splitlines() if line not in own) + "\n"


def build(texts, folder):
    files = dict(texts)
    files["Mutation.swift"] = SWITCH
    others = [SOURCES / "SessionSimulator" / name for name in ("NetworkFaults.swift",
              "SeededGenerator.swift")]
    for name in ("BoardSimulator", "CorkboardSimulate"):
        others += (SOURCES / name).glob("*.swift")
    for path in others:
        files[path.name] = without_imports(path.read_text())
    for name, text in files.items():
        (folder / name).write_text(text)
    program = folder / "simulate"
    subprocess.run(
        ["swiftc", "-O", "-wmo", "-parse-as-library", "-package-name", "corkboard",
         "-module-name", "Mutated", "-suppress-warnings", "-o", program]
        + sorted(str(folder / name) for name in files),
        check=True,
    )
    return program


def count(program, number, seeds):
    """How many seeds of the swarm and of the plain mix fail, whether a directed run does, and why."""
    environment = dict(os.environ, MUTANT=str(number))
    command = [program, "count", "--seeds", str(seeds)]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return None, "does not end"
    if done.returncode != 0:
        return None, "traps"
    swarm, plain, directed, check = done.stdout.strip().split("\t")
    return (int(swarm), int(plain), int(directed)), check


def row(name, swarm, plain, directed, first):
    print(f"{name:<30} {swarm:>9} {plain:>9} {directed:>9}  {first}", flush=True)


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    mutants = tomllib.loads((HERE / "mutants.toml").read_text())["mutant"]
    names, texts = patched(mutants)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="corkboard-mutants-"))
    missed = []
    try:
        program = build(texts, folder)
        plain_seeds = len([seed for seed in range(1, seeds + 1) if seed % 3 == 0])
        row("broken rule", f"of {seeds - plain_seeds}", f"of {plain_seeds}", "directed", "first seen")
        for number, name in [(0, "(none)")] + list(enumerate(names, 1)):
            if number and sys.argv[2:] and name not in sys.argv[2:]:
                continue
            found, check = count(program, number, seeds)
            row(name, *(found or ("-", "-", "-")), check)
            is_caught = found is None or any(found)
            if is_caught != bool(number):
                missed.append(name)
    finally:
        shutil.rmtree(folder)
    if missed:
        sys.exit("not as it should be: " + ", ".join(missed))


if __name__ == "__main__":
    main()
