#!/usr/bin/env python3
"""Measures corkboard from the outside and prints the table of the README.

  bench.py PROGRAM [--quick] [--json FILE]

Fifty notes at 120x40 in 24-bit colour; two programs meet on loopback. Ends with status 1 when a
figure misses its target. Standard library only.
"""
import argparse
import json
import os
import random
import sys
import time

from terminal import FRAME_END, Program, quantile

NOTES = 50
LIFT, DROP = "m", "\r"


def first_frame(program, start, limit=0.5):
    """Milliseconds until the end of the first frame, and the bytes up to it."""
    received = b""
    while time.perf_counter() - start < limit:
        received += program.read(limit)
        if FRAME_END in received:
            return (time.perf_counter() - start) * 1e3, received
    return None, received


def fill(program):
    """Makes the notes by keys, as a person would."""
    for number in range(NOTES):
        program.press("o")
        program.press(f"note {number}\rship the beta\rcall back")
        program.press("\x1b")
        time.sleep(0.03)
        program.settle(0.03)
    program.settle(0.3)


def first_screen(command, runs):
    times = []
    for _ in range(runs):
        program = Program(command)
        elapsed, _ = first_frame(program, program.started, 5)
        times.append(elapsed)
        program.end()
    return quantile(times, 0.5)


def moves(program, count, rate=10):
    """Moves the lifted note to and fro: time and bytes of each key's first frame, and all bytes."""
    times, sizes, totals = [], [], []
    for number in range(count):
        key = "l" if number // 8 % 2 == 0 else "h"
        start = time.perf_counter()
        program.send(key)
        elapsed, received = first_frame(program, start)
        total = len(received)
        if elapsed is not None:
            times.append(elapsed)
            sizes.append(received.index(FRAME_END) + len(FRAME_END))
        while time.perf_counter() - start < 1 / rate:
            total += len(program.read(start + 1 / rate - time.perf_counter()))
        totals.append(total)
    return times, sizes, totals


def idle(program, seconds):
    program.settle(1.5, limit=20)
    before, start, size = program.cpu(), time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        size += len(program.read(0.2))
    elapsed = time.perf_counter() - start
    return size / elapsed, (program.cpu() - before) / 1e9 / elapsed * 100


def alone(command, quick):
    program = Program(command)
    try:
        first_frame(program, program.started, 5)
        program.settle(0.5)
        fill(program)
        program.press(LIFT)
        moves(program, 16)
        times, sizes, totals = moves(program, 40 if quick else 200)
        program.press(DROP)
        program.settle(1)
        idle_bytes, idle_cpu = idle(program, 3 if quick else 10)
        return dict(
            key_p50=quantile(times, 0.5), key_p95=quantile(times, 0.95),
            move_bytes=quantile(sizes, 0.5), move_total=sum(totals) / len(totals),
            idle_bytes=idle_bytes, idle_cpu=idle_cpu, resident=program.resident() / 1048576,
        )
    finally:
        program.end()


def together(program_path, quick):
    """From a key at one program to the end of the frame at the other."""
    port = random.randint(30000, 60000)
    own = [program_path, "--no-discovery", "--name", "ada", "--port", str(port)]
    other = [program_path, "--no-discovery", "--name", "bo", "--port", str(port + 1)]
    ada, bo = Program(own), Program(other)
    try:
        for program in (ada, bo):
            first_frame(program, program.started, 5)
            program.settle(0.5)
        ada.press("o")
        ada.press("shared")
        ada.press("\x1b")
        time.sleep(0.1)
        ada.press("i")
        ada.press(f"127.0.0.1:{port + 1}\r")
        bo.wait("ada")
        time.sleep(0.4)
        bo.press("a")
        bo.wait("shared")
        ada.settle(0.5)
        bo.settle(0.5)
        ada.press(LIFT)
        bo.settle(0.5)
        return follow(ada, bo, 40 if quick else 150)
    finally:
        ada.end()
        bo.end()


def follow(ada, bo, count):
    times = []
    for number in range(count):
        bo.settle(0.02, limit=0.3)
        start = time.perf_counter()
        ada.send("l" if number // 8 % 2 == 0 else "h")
        elapsed, _ = first_frame(bo, start)
        if elapsed is not None:
            times.append(elapsed)
        while time.perf_counter() - start < 0.1:
            ada.read(0.01)
            bo.read(0.01)
    return dict(other_p50=quantile(times, 0.5), other_p95=quantile(times, 0.95), seen=len(times))


def rows(figures):
    """What is measured, the figure, its target as text, and whether it is met."""
    def row(name, value, unit, limit, digits=1):
        text = f"{value:.{digits}f} {unit}".strip()
        target = f"≤ {limit:g} {unit}".strip() if limit is not None else ""
        return name, text, target, limit is None or value <= limit
    return [
        row("first screen, p50", figures["first_screen"], "ms", 50),
        row("key to last byte of its frame, p50", figures["key_p50"], "ms", 2, 2),
        row("key to last byte of its frame, p95", figures["key_p95"], "ms", None, 2),
        row("one-cell move, its frame, p50", figures["move_bytes"], "bytes", 900, 0),
        row("one-cell move and its fading, mean", figures["move_total"], "bytes", None, 0),
        row("idle, output", figures["idle_bytes"], "bytes/s", 0, 0),
        row("idle, processor", figures["idle_cpu"], "%", 0.5, 2),
        row("memory", figures["resident"], "MiB", None),
        row("key to the other's screen, p50", figures["other_p50"], "ms", 10, 2),
        row("key to the other's screen, p95", figures["other_p95"], "ms", None, 2),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    command = [program, "--no-discovery"]
    figures = dict(first_screen=first_screen(command, 5 if options.quick else 15))
    figures.update(alone(command, options.quick))
    figures.update(together(program, options.quick))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(figures, file, indent=2)
    print(f"{NOTES} notes, 120×40, 24-bit color; two programs on loopback\n")
    print("| measured | figure | target |\n| --- | ---: | ---: |")
    table = rows(figures)
    for name, value, target, is_met in table:
        print(f"| {name} | {value} | {target}{'' if is_met else ' **missed**'} |")
    return 0 if all(is_met for *_, is_met in table) else 1


if __name__ == "__main__":
    sys.exit(main())
