#!/usr/bin/env python3
"""Eight people in one session for half an hour on a network that never gets well.

  soak.py TWIN [--minutes 30] [--people 8] [--seed 1]

All drag, all send reliably, and every few seconds a random direction gets random faults or a good
cable again. At the end everybody must be here, every reliable message must have come once and in
order, and memory must not have grown: a line through what each had in the last two thirds rises by
less than 1 MiB an hour, and descriptors are as many as before. Needs root.
"""
import argparse
import os
import random
import signal
import sys
import time

from hosts import Failure, Lab, possible, session

MARK = 30


def faults(rng):
    return rng.choice([
        {}, {}, {"loss": rng.uniform(0, 0.4)}, {"doubling": 0.3, "jitter": rng.uniform(0, 0.4)},
        {"rate": 64_000}, {"blocked": ["udp"]}, {"blocked": ["tcp"]}, {"longest": 1_280},
        {"cut": True},
    ])


def slope(samples):
    """Bytes an hour of the line through (seconds, bytes)."""
    count = len(samples)
    middle = sum(at for at, _ in samples) / count
    mean = sum(value for _, value in samples) / count
    below = sum((at - middle) ** 2 for at, _ in samples)
    return 3_600 * sum((at - middle) * (value - mean) for at, value in samples) / below


def soak(lab, minutes, rng):
    names = [f"p{index}" for index in range(len(lab.names))]
    twins = session(lab, *names)
    for twin in twins:
        twin.say("drag 20 100")
    time.sleep(5)
    first = [twin.counts() for twin in twins]
    samples = [[] for _ in twins]
    start = time.monotonic()
    end, measured = start + 60 * minutes, start
    while time.monotonic() < end:
        one, other = rng.sample(range(len(twins)), 2)
        lab.faults(one, other, **faults(rng))
        twins[rng.randrange(len(twins))].say("send reliable 5 500")
        time.sleep(rng.uniform(0.5, 3))
        if time.monotonic() - measured >= MARK:
            measured = time.monotonic()
            for twin, values in zip(twins, samples):
                values.append((measured - start, twin.counts()["resident"]))
            total = sum(values[-1][1] for values in samples) >> 10
            print(f"{measured - start:6.0f} s  {total} KiB", flush=True)
    lab.faults()
    last = healed(twins)
    rises = [slope(values[len(values) // 3:]) / (1 << 20) for values in samples]
    print(
        f"{minutes:g} minutes, {len(twins)} people: memory rises by {max(rises):.2f} MiB an hour at most,"
        f" {sum(rises) / len(rises):.2f} in the mean; descriptors"
        f" {max(each['descriptors'] for each in first)} before,"
        f" {max(each['descriptors'] for each in last)} after"
    )
    if max(rises) >= 1:
        raise Failure("memory rises")
    for before, after in zip(first, last):
        if after["descriptors"] > before["descriptors"]:
            raise Failure("descriptors are left open")


def healed(twins):
    """Everybody is here again, and nothing came twice or in the wrong order."""
    end = time.monotonic() + 15
    for twin in twins:
        while sum(each["presence"] == "here" for each in twin.who().values()) < len(twins) - 1:
            if time.monotonic() > end:
                raise Failure(f"{twin.name} sees {twin.who()}")
            time.sleep(0.2)
    time.sleep(5)
    last = [twin.counts() for twin in twins]
    for twin, report in zip(twins, last):
        wrong = [each for each in report["arrivals"] if each["kind"] == "reliable"]
        if sum(each["outOfOrder"] for each in wrong):
            raise Failure(f"{twin.name} got reliable messages in the wrong order")
    return last


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("twin")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    why = possible()
    if why:
        raise SystemExit(f"the soak cannot run: {why}")
    os.environ["TWIN"] = os.path.abspath(options.twin)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    with Lab(options.people, options.seed) as lab:
        soak(lab, options.minutes, random.Random(options.seed))


if __name__ == "__main__":
    main()
