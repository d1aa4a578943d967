#!/usr/bin/env python3
"""What a session costs on the network, beside a bare echo over TCP and UDP in the same run.

  net.py TWIN [--sizes 2,8,16,32] [--seconds 5] [--readme README]

TWIN is a release build of SessionTwin; all of them run in one network namespace, so that the bytes on
its loopback are theirs alone. Needs root and a C compiler. --readme writes the tables into a file.
"""
import argparse
import os
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Lab"))
from abuse_rows import enter  # noqa: E402
from hosts import Lab, Twin, possible, run  # noqa: E402

PORT, RATE, SIZE = 27_000, 20, 100
# What a datagram begins with: its kind, in the upper two bits.
PROBE, ECHO = 1, 2


def echo(lab):
    """Microseconds one way between two bare threads, for UDP and TCP."""
    binary = os.path.join(lab.folder, "echo")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "echo.c")
    compiler = shutil.which("cc") or shutil.which("clang")
    subprocess.run([compiler, "-O2", "-pthread", "-o", binary, source], check=True)
    inside = ["ip", "netns", "exec", lab.names[0], binary]
    return {kind: float(run(*inside, kind, str(SIZE), "1500")) for kind in ("udp", "tcp")}


def wire(lab):
    """Bytes and packets on the namespace's loopback so far."""
    text = run("ip", "netns", "exec", lab.names[0], "cat", "/proc/net/dev")
    fields = next(line for line in text.splitlines() if "lo:" in line).split(":")[1].split()
    return int(fields[0]), int(fields[1])


def people(lab, count):
    twins = [Twin(lab, 0, f"p{i}", "--port", str(PORT + i)) for i in range(count)]
    twins[0].ask("found")
    for number in range(1, count):
        twins[0].ask(f"invite 127.0.0.1:{PORT + number}", 60)
    for twin in twins:
        while sum(each["datagramsArrive"] for each in twin.who().values()) < count - 1:
            time.sleep(0.1)
    time.sleep(2)
    return twins


def watch(lab, twins, seconds):
    """What the twins take within so many seconds."""
    before, start = [twin.counts() for twin in twins], wire(lab)
    time.sleep(seconds)
    end, after = wire(lab), [twin.counts() for twin in twins]
    latencies = sorted(
        latency for each in after for arrival in each["arrivals"]
        if arrival["kind"] == "unreliable" for latency in arrival["latencies"]
    )
    def count(reports):
        return sum(a["count"] for each in reports for a in each["arrivals"])
    return {
        "cpu": statistics.mean(
            (b["processor"] - a["processor"]) / 1e9 / seconds for a, b in zip(before, after)
        ),
        "resident": statistics.mean(each["resident"] for each in after),
        "bytes": (end[0] - start[0]) / seconds,
        "moves": (count(after) - count(before)) / seconds,
        "latency": latencies[len(latencies) // 2] if latencies else None,
    }


def measure(count, seconds):
    with Lab(1) as lab:
        twins = people(lab, count)
        idle = watch(lab, twins, seconds)
        twins[0].say(f"drag {RATE} {SIZE}")
        time.sleep(1)
        one = watch(lab, twins, seconds)
        for twin in twins[1:]:
            twin.say(f"drag {RATE} {SIZE}")
        time.sleep(1)
        every = watch(lab, twins, seconds)
        return idle, one, every


def open_capture(lab):
    """A raw socket that sees what leaves on the namespace's loopback, with the kernel's times."""
    place = os.open(f"/run/netns/{lab.names[0]}", os.O_RDONLY)
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    enter(place)
    capture = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
    enter(own)
    capture.bind(("lo", 0))
    capture.setsockopt(socket.SOL_SOCKET, 35, 1)  # SO_TIMESTAMPNS
    capture.settimeout(0.2)
    os.close(place)
    os.close(own)
    return capture


def threads(lab, seconds):
    """Microseconds from one network thread's datagram to the other's, which answers it.

    A probe is answered at once by the thread that opens it. So this is one way, with waking up,
    opening, deciding and sealing at its end; programs' other threads have no part in it.
    """
    capture = open_capture(lab)
    end, asked, found = time.monotonic() + seconds, {}, []
    while time.monotonic() < end:
        try:
            frame, extra, _, where = capture.recvmsg(2_048, 64)
        except TimeoutError:
            continue
        if where[2] != 4 or len(frame) < 43 or frame[12:14] != b"\x08\x00" or frame[23] != 17:
            continue
        source, target = struct.unpack("!HH", frame[34:38])
        ticks = struct.unpack("qq", extra[0][2])
        moment = ticks[0] * 1_000_000_000 + ticks[1]
        kind = frame[42] >> 6
        if kind == PROBE:
            asked[source, target] = moment
        elif kind == ECHO and (target, source) in asked:
            found.append((moment - asked.pop((target, source))) / 1_000)
    capture.close()
    return statistics.median(found), len(found)


def latencies(seconds):
    """Microseconds from `send` to a loop over messages, at the median; and the bare echo."""
    with Lab(1) as lab:
        bare = echo(lab)
        ada, bo = people(lab, 2)
        bo.counts()
        ada.say(f"drag 100 {SIZE}")
        bo.say(f"drag 100 {SIZE}")
        between, count = threads(lab, 4 * seconds)
        for twin in (ada, bo):
            twin.say(f"drag 0 {SIZE}")
        found = {"udp": median(bo, "unreliable"), "threads": between, "probes": count}
        for _ in range(100):
            ada.ask(f"send reliable 1 {SIZE}")
            time.sleep(0.01)
        found["tcp"] = median(bo, "reliable")
        return bare, found


def median(twin, kind):
    arrivals = [each for each in twin.counts()["arrivals"] if each["kind"] == kind]
    return statistics.median(latency for each in arrivals for latency in each["latencies"])


def goal(ratio, most):
    return f"≤ {most}: {'yes' if round(ratio, 1) <= most else '**missed**'}"


def table(sizes, seconds):
    bare, found = latencies(seconds)
    lines = [
        f"One way, median, messages of {SIZE} bytes between two programs on one machine:", "",
        "| | bare echo / 2 | `send` to `messages(of:)` | ratio | goal |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for kind, name in (("udp", "unreliable (UDP)"), ("tcp", "reliable (TCP, TLS 1.3)")):
        ratio = found[kind] / bare[kind]
        lines.append(f"| {name} | {bare[kind]:.0f} µs | {found[kind]:.0f} µs | {ratio:.1f}"
                     f" | {goal(ratio, 8) if kind == 'udp' else ''} |")
        if kind == "udp":
            ratio = found["threads"] / bare["udp"]
            lines.append(
                f"| between the two network threads alone ({found['probes']} probes) |"
                f" {bare['udp']:.0f} µs | {found['threads']:.0f} µs | {ratio:.1f} | {goal(ratio, 3)} |"
            )
    lines += [
        "", f"Each participant, {RATE} moves of {SIZE} bytes a second, all on one machine:", "",
        "| participants | CPU idle | CPU, one drags | CPU, all drag | bytes a move on the wire"
        " | memory | CPU idle, each link | all drag, each link |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    memory = {}
    for size in sizes:
        idle, one, every = measure(size, seconds)
        memory[size] = idle["resident"]
        # What goes on without a move goes on beside it, too.
        per_move = (every["bytes"] - idle["bytes"]) / every["moves"]
        lines.append(
            f"| {size} | {idle['cpu']:.2%} | {one['cpu']:.2%} | {every['cpu']:.2%}"
            f" | {per_move:.0f} | {idle['resident'] / (1 << 20):.1f} MiB"
            f" | {idle['cpu'] / (size - 1):.3%} | {every['cpu'] / (size - 1):.2%} |"
        )
    if len(sizes) > 1:
        first, last = sizes[0], sizes[-1]
        each = (memory[last] - memory[first]) / (last - first) / 1024
        lines += ["", f"An idle peer more: {each:.0f} KiB of memory (limit 128)."]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("twin")
    parser.add_argument("--sizes", default="2,8,16,32")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--readme")
    options = parser.parse_args()
    why = possible()
    if why:
        raise SystemExit(f"bench-net cannot run: {why}")
    os.environ["TWIN"] = os.path.abspath(options.twin)
    text = table([int(size) for size in options.sizes.split(",")], options.seconds)
    print(text)
    if options.readme:
        begin, end = "<!-- net: begin -->", "<!-- net: end -->"
        with open(options.readme) as file:
            whole = file.read()
        before, rest = whole.split(begin)
        after = rest.split(end)[1]
        with open(options.readme, "w") as file:
            file.write(f"{before}{begin}\n{text}\n{end}{after}")


if __name__ == "__main__":
    main()
