#!/usr/bin/env python3
"""Measures what a late joiner does to everybody's screen.

  join.py PROGRAM [--notes 10000] [--json FILE]

Ada and Bo drag notes of a large board; Cy comes and gets all of it. Every 40 ms a key is pressed at
each of the three, and the time to the end of the frame that answers it is taken, before Cy comes and
while Cy joins; less the time for which other programs had the processor. Ends with status 1 when a key waited for longer than 50 ms. Standard library only.
"""
import argparse
import json
import os
import queue
import random
import select
import subprocess
import sys
import tempfile
import threading
import time

from bench import first_frame
from terminal import FRAME_END, Program, quantile

PAUSE = 0.04
LIMIT = 50


HELP = "Esc closes"


class Probe:
    """One program whose keys are answered or not.

    Frames come for other reasons, too: where help opens and closes, the screen tells.
    """

    def __init__(self, name, program, keys):
        self.name, self.program, self.keys = name, program, keys
        self.count, self.asked, self.starved, self.times = 0, None, 0, []

    def ask(self):
        if self.asked is None:
            self.asked, self.starved = time.perf_counter(), self.program.starved()
            self.program.send(self.keys[self.count % len(self.keys)])
            self.count += 1

    def look(self, data, moment):
        self.program.feed(data)
        if FRAME_END not in data or self.asked is None or moment < self.asked:
            return
        key = self.keys[(self.count - 1) % len(self.keys)]
        if key not in "?\r" or (key == "?") == (HELP in self.program.screen.text()):
            self.answer(moment)

    def answer(self, moment):
        waited = moment - self.asked
        self.times.append(waited * 1e3 - (self.program.starved() - self.starved) / 1e6)
        self.asked = None


class Listener(threading.Thread):
    """Takes down when what came: looking at it may take longer than a frame."""

    def __init__(self, probes):
        super().__init__(daemon=True)
        self.probes = {probe.program.fd: probe for probe in probes}
        self.heard = queue.SimpleQueue()
        self.is_over = False
        self.start()

    def run(self):
        while not self.is_over:
            for fd in select.select(list(self.probes), [], [], 0.05)[0]:
                self.heard.put((self.probes[fd], os.read(fd, 1 << 16), time.perf_counter()))


def watch(probes, seconds, until=None):
    """Asks all of them in turn; returns how long it took for `until` to hold."""
    start = time.perf_counter()
    next_ask = start
    listener = Listener(probes)
    try:
        while time.perf_counter() - start < seconds:
            now = time.perf_counter()
            if now >= next_ask:
                for probe in probes:
                    probe.ask()
                next_ask += PAUSE
            try:
                probe, data, moment = listener.heard.get(timeout=max(0, next_ask - now))
            except queue.Empty:
                continue
            probe.look(data, moment)
            if until and until():
                return time.perf_counter() - start
        return None
    finally:
        listener.is_over = True
        listener.join()
        while not listener.heard.empty():
            probe, data, moment = listener.heard.get()
            probe.look(data, moment)


def board(program, count, home):
    """A board of so many notes in a home of its own."""
    path = os.path.join(home, "large.csv")
    words = "ship the beta call back buy milk ask Ada think again write it down".split()
    with open(path, "w") as file:
        file.write("text,x,y,width,height,color\r\n")
        for number in range(count):
            text = f"{number} " + " ".join(random.choice(words) for _ in range(8))
            column, row = number % 100, number // 100
            file.write(f"{text},{column * 25},{row * 8},24,7,{number % 8 + 1}\r\n")
    subprocess.run(
        [program, "import", path], env={"HOME": home, "PATH": "/usr/bin:/bin"}, check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )


def start(program, name, port, home=None):
    started = Program(
        [program, "--no-discovery", "--name", name, "--port", str(port)], home=home
    )
    first_frame(started, started.started, 10)
    started.settle(0.5)
    return started


def bring(host, guest, port):
    host.press("i")
    host.press(f"127.0.0.1:{port}\r")
    guest.wait("accept")
    time.sleep(0.4)
    guest.send("a")


def measure(program, count):
    port = random.randint(30000, 60000)
    with tempfile.TemporaryDirectory(prefix="corkboard-join-") as home:
        board(program, count, home)
        programs = [start(program, "ada", port, home)]
        try:
            ada = programs[0]
            ada.wait("large")
            programs.append(start(program, "bo", port + 1))
            programs.append(start(program, "cy", port + 2))
            _, bo, cy = programs
            bring(ada, bo, port + 1)
            bo.wait("large")
            bo.settle(1, limit=10)
            for person in (ada, bo):
                person.press("\t")
            bo.press("\t\t\t\tm")
            ada.press("m")
            probes = [Probe("ada", ada, "l"), Probe("bo", bo, "l"), Probe("cy", cy, "?\r")]
            watch(probes[:2], 3)
            before = {probe.name: probe.times for probe in probes}
            for probe in probes:
                probe.times = []
            ada.press("\r")
            probes[0].keys, probes[0].count = "?\r", 0
            bring(ada, cy, port + 2)
            joined = watch(probes, 10, lambda: "large" in cy.screen.text()
                           and len(probes[2].times) > 60)
            during = {probe.name: probe.times for probe in probes}
            if joined is None or "large" not in cy.screen.text():
                raise SystemExit("nobody joined:\n" + cy.screen.text())
            for probe in probes:
                if probe.asked is not None:
                    probe.answer(time.perf_counter())
            return before, during
        finally:
            for each in programs:
                each.end()


def main():
    # Who listens must not wait until who looks has done with a screen.
    sys.setswitchinterval(0.0005)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--json")
    options = parser.parse_args()
    before, during = measure(os.path.abspath(options.program), options.notes)
    print(f"{options.notes} notes; key to the end of its frame, in ms\n")
    print("| at | when | p50 | p95 | longest |\n| --- | --- | ---: | ---: | ---: |")
    worst = 0
    for when, figures in (("before", before), ("joining", during)):
        for name, times in figures.items():
            if times:
                p50, p95 = quantile(times, 0.5), quantile(times, 0.95)
                print(f"| {name} | {when} | {p50:.1f} | {p95:.1f} | {max(times):.1f} |")
                if when == "joining":
                    worst = max(worst, max(times))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(dict(before=before, during=during), file)
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
