#!/usr/bin/env python3
"""A switch in user space that loses, doubles, delays, cuts and blocks.

  switch.py SEED NAMESPACE...

Makes a tap in each network namespace (`lan0` there) and carries frames between them. Lines of JSON on
its input change the faults: {"from": 0, "to": 1, "faults": {...}}; a port that is left out stands for
all, and the faults replace those that were set before. It ends with its input. Needs root.

Faults of a direction: loss, doubling (0 to 1), delay, jitter (seconds), rate (bits a second), cut
(true), longest (bytes of an IP packet; longer ones vanish), blocked ("tcp", "udp", "syn": a list).
"""
import errno
import fcntl
import heapq
import json
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 2, 0x1000
QUEUE = 64 << 10
HEADER = 14


def tap(name, namespace):
    """A tap whose other end is `lan0` of a namespace, still down."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    request = struct.pack("16sH", name.encode(), IFF_TAP | IFF_NO_PI)
    fcntl.ioctl(descriptor, TUNSETIFF, request)
    subprocess.check_call(["ip", "link", "set", name, "netns", namespace, "name", "lan0"])
    return descriptor


def kind(frame):
    """What a frame carries: the length of its IP packet, and "tcp", "udp" or "" with "syn"."""
    ether = frame[12:14]
    if ether == b"\x08\x00" and len(frame) >= HEADER + 20:
        protocol, start = frame[HEADER + 9], HEADER + 4 * (frame[HEADER] & 15)
        length = len(frame) - HEADER
    elif ether == b"\x86\xdd" and len(frame) >= HEADER + 40:
        protocol, start, length = frame[HEADER + 6], HEADER + 40, len(frame) - HEADER
    else:
        return 0, ()
    if protocol == 17:
        return length, ("udp",)
    if protocol == 6 and len(frame) > start + 13:
        is_first = frame[start + 13] & 0x12 == 0x02
        return length, ("tcp", "syn") if is_first else ("tcp",)
    return length, ()


class Switch:
    def __init__(self, seed, namespaces):
        self.random = random.Random(seed)
        self.taps = [tap(f"cl{os.getpid()}x{i}", name) for i, name in enumerate(namespaces)]
        self.faults = {}
        self.free = {}
        self.places = {}
        self.waiting = []
        self.count = 0

    def change(self, line):
        order = json.loads(line)
        ports = range(len(self.taps))
        for source in [order["from"]] if "from" in order else ports:
            for target in [order["to"]] if "to" in order else ports:
                self.faults[source, target] = order["faults"]

    def carry(self, source, frame):
        if len(frame) < HEADER:
            return
        self.places[frame[6:12]] = source
        known = None if frame[0] & 1 else self.places.get(frame[:6])
        for target in range(len(self.taps)) if known is None else [known]:
            if target != source:
                self.send(source, target, frame)

    def send(self, source, target, frame):
        faults = self.faults.get((source, target), {})
        if faults.get("cut") or self.random.random() < faults.get("loss", 0):
            return
        if "longest" in faults or "blocked" in faults:
            length, kinds = kind(frame)
            if length > faults.get("longest", 1 << 16):
                return
            if any(each in faults.get("blocked", ()) for each in kinds):
                return
        now = time.monotonic()
        start = now
        if "rate" in faults:
            start = max(now, self.free.get((source, target), 0))
            if (start - now) * faults["rate"] / 8 > QUEUE:
                return
            start += len(frame) * 8 / faults["rate"]
            self.free[source, target] = start
        for _ in range(2 if self.random.random() < faults.get("doubling", 0) else 1):
            late = faults.get("delay", 0) + self.random.random() * faults.get("jitter", 0)
            if start + late <= now:
                self.put(target, frame)
                continue
            self.count += 1
            heapq.heappush(self.waiting, (start + late, self.count, target, frame))

    def put(self, target, frame):
        try:
            os.write(self.taps[target], frame)
        except OSError:
            # The interface there is down, or full: a cable would lose it, too.
            pass

    def read(self, source):
        for _ in range(64):
            try:
                self.carry(source, os.read(self.taps[source], 1 << 16))
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EIO):
                    raise
                return

    def run(self):
        ports = {descriptor: port for port, descriptor in enumerate(self.taps)}
        pending = b""
        while True:
            pause = self.waiting[0][0] - time.monotonic() if self.waiting else None
            ready, _, _ = select.select([0, *ports], [], [], pause and max(0, pause))
            for descriptor in ready:
                if descriptor:
                    self.read(ports[descriptor])
                    continue
                data = os.read(0, 1 << 16)
                if not data:
                    return
                *lines, pending = (pending + data).split(b"\n")
                for line in lines:
                    self.change(line)
                    print("changed", flush=True)
            while self.waiting and self.waiting[0][0] <= time.monotonic():
                _, _, target, frame = heapq.heappop(self.waiting)
                self.put(target, frame)


if __name__ == "__main__":
    switch = Switch(int(sys.argv[1]), sys.argv[2:])
    print("up", flush=True)
    switch.run()
