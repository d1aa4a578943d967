#!/usr/bin/env python3
"""Breaks one rule of the board, or of its disk, at a time and counts what notices.

usage: mutants.py [SEEDS] [NAME…]

All mutants are built into one program, each behind a number that the environment gives. The
program without a mutant must hold on every seed, with one a check must fail on some, or this fails:
a trap, or a run without an end, is no check. Mutants of storage must fail a test of BoardStoreTests.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent.parent
SOURCES = TOP / "Sources"
SWITCH = """import Glibc
/// Which rule is broken: 0 for none.
let mutation = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
"""
OWN_MODULES = ["BoardCore", "SessionSimulator", "BoardSimulator"]
# Long ones, which say nothing that the others do not.
SKIPPED = "KillTests|StoreSpeedTests|SnapshotSizeTests"


def patched(mutants, target):
    """The text of each file of a target with every mutant in it, behind its number."""
    texts = {path.name: path.read_text() for path in (SOURCES / target).glob("*.swift")}
    names = list(dict.fromkeys(mutant["name"] for mutant in mutants))
    sites = {}
    for mutant in mutants:
        site = sites.setdefault((mutant["file"], mutant["find"], mutant.get("within")), [])
        site.append((names.index(mutant["name"]) + 1, mutant))
    for (file, find, within), site in sites.items():
        around = within or find
        counts = texts.get(file, "").count(around), around.count(find)
        if counts != (1, 1):
            sys.exit(f"{site[0][1]['name']}: stands {counts} times in {file}: {find}")
        result = find
        for number, mutant in site:
            if mutant.get("literal"):
                result = mutant["replace"].replace("NUMBER", str(number))
            elif mutant.get("statement"):
                result = f"if mutation == {number} {{ {mutant['replace']} }} else {{ {result} }}"
            else:
                result = f"(mutation == {number} ? ({mutant['replace']}) : ({result}))"
        texts[file] = texts[file].replace(around, around.replace(find, result))
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
    """How many seeds of the swarm and of the plain mix fail, how many directed runs, and why.

    Where the program traps or does not end on all seeds, on as many as it can: none, if need be.
    """
    environment = dict(os.environ, MUTANT=str(number))
    end = ""
    for tried in (seeds, seeds // 10, 0):
        command = [program, "count", "--seeds", str(tried)]
        try:
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=300 if tried else 60
            )
        except subprocess.TimeoutExpired:
            end = end or "; does not end on some seed"
            continue
        if done.returncode == 0:
            swarm, plain, directed, check = done.stdout.strip().split("\t")
            return (int(swarm), int(plain), int(directed)), check + end
        end = end or "; traps on some seed"
    return None, "no check" + end


def row(name, swarm, plain, directed, first):
    print(f"{name:<30} {swarm:>9} {plain:>9} {directed:>9}  {first}", flush=True)


def run_core(mutants, seeds, chosen, folder):
    """The mutants that nothing noticed."""
    names, texts = patched(mutants, "BoardCore")
    program = build(texts, folder)
    missed = []
    plain_seeds = len([seed for seed in range(1, seeds + 1) if seed % 3 == 0])
    row("broken rule", f"of {seeds - plain_seeds}", f"of {plain_seeds}", "directed", "first seen")
    for number, name in [(0, "(none)")] + list(enumerate(names, 1)):
        if number and chosen and name not in chosen:
            continue
        found, check = count(program, number, seeds)
        row(name, *(found or ("-", "-", "-")), check)
        if (found is not None and any(found)) != bool(number):
            missed.append(name)
    return missed


MANIFEST = """
let package = Package(name: "corkboard", targets: [
  .target(name: "BoardCore", swiftSettings: house),
  .target(name: "BoardUI", dependencies: ["BoardCore"], swiftSettings: house),
  .target(name: "BoardStore", dependencies: ["BoardCore", "CSQLite", "CZlib"],
    swiftSettings: house),
  .systemLibrary(name: "CSQLite"), .systemLibrary(name: "CZlib"),
  .target(name: "TestSupport", dependencies: ["BoardCore", "BoardUI"], path: "Tests/TestSupport",
    swiftSettings: house),
  .executableTarget(name: "BoardWriter", dependencies: ["BoardCore", "BoardStore"],
    path: "Tests/BoardWriter", swiftSettings: house),
  .testTarget(name: "BoardStoreTests", dependencies: ["BoardCore", "BoardStore", "BoardWriter",
    "CSQLite", "CZlib", "TestSupport"], exclude: ["Golden"], swiftSettings: house),
], swiftLanguageModes: [.v6])
"""


def build_store(texts, folder):
    """A package of storage and its tests alone."""
    manifest = (TOP / "Package.swift").read_text()
    (folder / "Package.swift").write_text(manifest[: manifest.index("let package =")] + MANIFEST)
    for path in ("Sources/BoardCore", "Sources/BoardUI", "Sources/BoardStore", "Sources/CSQLite",
                 "Sources/CZlib", "Tests/TestSupport", "Tests/BoardWriter", "Tests/BoardStoreTests"):
        shutil.copytree(TOP / path, folder / path)
    for name, text in texts.items():
        (folder / "Sources/BoardStore" / name).write_text(text)
    (folder / "Sources/BoardStore/Mutation.swift").write_text(SWITCH)
    subprocess.run(["swift", "build", "--build-tests"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)


def run_store(mutants, chosen, folder):
    names, texts = patched(mutants, "BoardStore")
    build_store(texts, folder)
    missed = []
    print(f"\n{'broken rule of storage':<30} {'tests':>9}  first seen")
    for number, name in [(0, "(none)")] + list(enumerate(names, 1)):
        if number and chosen and name not in chosen:
            continue
        command = ["swift", "test", "--skip-build", "--disable-xctest", "--skip", SKIPPED]
        try:
            done = subprocess.run(command, cwd=folder, env=dict(os.environ, MUTANT=str(number)),
                                  capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            print(f"{name:<30} {'-':>9}  no check; does not end", flush=True)
            missed.append(name)
            continue
        ended = r'Test (".+?"|\S+) (?:with \d+ test cases? )?failed after'
        failed = sorted(set(re.findall(ended, done.stdout)))
        is_trap = done.returncode != 0 and not re.search(r"Test run with .+ (passed|failed)",
                                                         done.stdout)
        first = (failed[0] if failed else "-") + ("; traps" if is_trap else "")
        print(f"{name:<30} {len(failed):>9}  {first}", flush=True)
        if bool(failed) != bool(number):
            missed.append(name)
    return missed


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    chosen = sys.argv[2:]
    mutants = tomllib.loads((HERE / "mutants.toml").read_text())["mutant"]
    store = [mutant for mutant in mutants if mutant.get("target") == "BoardStore"]
    core = [mutant for mutant in mutants if mutant not in store]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="corkboard-mutants-"))
    missed = []
    try:
        if not chosen or any(mutant["name"] in chosen for mutant in core):
            (folder / "core").mkdir()
            missed += run_core(core, seeds, chosen, folder / "core")
        if not chosen or any(mutant["name"] in chosen for mutant in store):
            (folder / "store").mkdir()
            missed += run_store(store, chosen, folder / "store")
    finally:
        shutil.rmtree(folder)
    if missed:
        sys.exit("not as it should be: " + ", ".join(missed))


if __name__ == "__main__":
    main()
