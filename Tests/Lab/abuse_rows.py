"""Strangers who want to disturb a session, crowds, and machines that are short of something."""
import os
import shutil
import socket
import struct
import subprocess
import threading
import time

from hosts import Failure, Lab, Twin, run, session
from network_rows import check, row, within


class Stranger:
    """Runs Python code on a host, and ends it."""

    def __init__(self, lab, index, code, *arguments):
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", lab.names[index], "python3", "-c", code, *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        lab.programs.append(self)

    def line(self):
        return self.process.stdout.readline().strip()

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def undisturbed(ada, bo, lab, newcomer):
    """Members still hear each other at once, and somebody new can join."""
    before, _ = bo.received("reliable")
    ada.ask("send reliable 50 200")
    bo.receives("reliable", before + 50, 5)
    cy = Twin(lab, newcomer, "cy")
    time_of_joining = ada.ask(f"invite {lab.address(newcomer)}", 10)
    bo.sees("cy")
    cy.say("quit")
    return time_of_joining


SILENT = """
import resource, socket, sys, time
resource.setrlimit(resource.RLIMIT_NOFILE, (5000, 5000))
held = []
for number in range(int(sys.argv[2])):
    one = socket.socket()
    one.settimeout(5)
    try:
        one.connect((sys.argv[1], 26752))
    except OSError:
        continue
    if number % 3 == 1:
        one.send(b"\\x16\\x03\\x01\\x00")
    held.append(one)
print(len(held), flush=True)
sys.stdin.readline()
"""

SLOW = """
import socket, sys, time
held = []
for number in range(50):
    one = socket.create_connection((sys.argv[1], 26752))
    held.append(one)
print("up", flush=True)
hello = bytes.fromhex("1603010200010001fc0303") + bytes(505)
for at in range(400):
    for place, one in enumerate(held):
        try:
            one.send(hello[at % len(hello):][:1])
        except OSError:
            held[place] = socket.create_connection((sys.argv[1], 26752))
    time.sleep(0.05)
"""

RESETS = """
import socket, struct, sys
done = 0
for number in range(int(sys.argv[2])):
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    try:
        one.connect((sys.argv[1], 26752))
        if number % 2:
            one.send(b"\\x16\\x03\\x01" + bytes(number % 50))
        done += 1
    except OSError:
        pass
    one.close()
print(done, flush=True)
"""

DATAGRAMS = """
import os, random, select, socket, sys, time
random.seed(1)
one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
one.connect((sys.argv[1], 26752))
end, sent, answers = time.monotonic() + float(sys.argv[2]), 0, 0
shapes = [os.urandom(size) for size in (0, 1, 12, 13, 28, 29, 60, 600, 1200, 1400)]
while time.monotonic() < end:
    for shape in shapes:
        try:
            one.send(shape)
            sent += 1
        except OSError:
            pass
    if select.select([one], [], [], 0)[0]:
        try:
            answers += len(one.recv(2000))
        except OSError:
            pass
print(sent, answers, flush=True)
"""

GARBAGE = """
import os, socket, sys
for number in range(int(sys.argv[2])):
    try:
        one = socket.create_connection((sys.argv[1], 26752), timeout=5)
        one.send(os.urandom(1 + number * 37 % 5000))
        one.close()
    except OSError:
        pass
print("done", flush=True)
"""


@row("2,000 silent connections", hosts=4)
def silent(lab):
    ada, bo = session(lab, "ada", "bo")
    before = ada.counts()
    stranger = Stranger(lab, 3, SILENT, lab.address(0), 2_000)
    opened = int(stranger.line())
    check(opened > 1_000, f"only {opened} connections were opened")
    joined = undisturbed(ada, bo, lab, 2)
    after = ada.counts()
    check(after["descriptors"] - before["descriptors"] <= 24, "strangers hold descriptors")
    check(after["resident"] - before["resident"] < 16 << 20, "strangers hold memory")
    # None of them stays longer than 5 s.
    end = time.monotonic() + 8
    while ada.counts()["descriptors"] > before["descriptors"] + 2:
        check(time.monotonic() < end, "strangers are still there")
        time.sleep(0.2)
    return f"a member joined meanwhile in {joined:.0f} ms"


@row("strangers that send a byte now and then", hosts=4)
def slow(lab):
    ada, bo = session(lab, "ada", "bo")
    stranger = Stranger(lab, 3, SLOW, lab.address(0))
    stranger.line()
    before = ada.counts()["descriptors"]
    joined = undisturbed(ada, bo, lab, 2)
    check(ada.counts()["descriptors"] <= before + 24, "strangers hold descriptors")
    return f"a member joined meanwhile in {joined:.0f} ms"


def storm(lab, count):
    ada, bo = session(lab, "ada", "bo")
    before = ada.counts()
    strangers = [Stranger(lab, 3, RESETS, lab.address(0), count // 4) for _ in range(4)]
    done = sum(int(stranger.line()) for stranger in strangers)
    check(done > count / 2, f"only {done} connections were made")
    undisturbed(ada, bo, lab, 2)
    after = ada.counts()
    check(after["resident"] - before["resident"] < 16 << 20, "memory grows")
    check(after["descriptors"] <= before["descriptors"] + 6, "descriptors grow")
    return f"{done} resets"


@row("10,000 resets", hosts=4)
def resets(lab):
    return storm(lab, 10_000)


@row("100,000 resets", hosts=4, is_long=True)
def many_resets(lab):
    return storm(lab, 100_000)


@row("garbage on TCP", hosts=4)
def garbage(lab):
    ada, bo = session(lab, "ada", "bo")
    stranger = Stranger(lab, 3, GARBAGE, lab.address(0), 2_000)
    stranger.line()
    undisturbed(ada, bo, lab, 2)


@row("datagrams of a stranger at full rate", hosts=4)
def datagrams(lab):
    ada, bo = session(lab, "ada", "bo")
    ada.sees("bo", since=0, datagramsArrive=True)
    stranger = Stranger(lab, 3, DATAGRAMS, lab.address(0), 6)
    time.sleep(1)
    undisturbed(ada, bo, lab, 2)
    sent, answers = map(int, stranger.line().split())
    check(answers == 0, f"{answers} bytes were answered to a stranger")
    # The stranger's end closes the socket: what the system itself says is not the program's answer.
    check(ada.who()["bo"]["presence"] == "here", "a member is not here any more")
    return f"{sent / 6:.0f} a second, not a byte of answer"


def open_capture(lab, index):
    """A raw socket on a host's interface that sees every frame."""
    descriptor = os.open(f"/run/netns/{lab.names[index]}", os.O_RDONLY)
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        enter(descriptor)
        capture = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
        capture.bind(("lan0", 0))
        capture.settimeout(5)
    finally:
        enter(own)
        os.close(descriptor)
        os.close(own)
    return capture


def enter(descriptor):
    import ctypes
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, 0x40000000):
        raise Failure("this process cannot enter a namespace")


@row("datagrams that are sent again", hosts=4)
def replayed(lab):
    ada, bo = session(lab, "ada", "bo")
    ada.sees("bo", since=0, datagramsArrive=True)
    capture = open_capture(lab, 0)
    bo.say("drag 50 100")
    frames = []
    end = time.monotonic() + 10
    while len(frames) < 50 and time.monotonic() < end:
        frame = capture.recv(4_096)
        # IPv4 and UDP, to ada.
        if frame[12:14] == b"\x08\x00" and frame[23] == 17 and frame[30:34] == bytes([10, 78, 0, 1]):
            frames.append(frame)
    bo.say("drag 0 100")
    check(len(frames) == 50, "no datagrams were seen")
    time.sleep(0.5)
    before, _ = ada.received("unreliable")
    # From the same address, and as if from another one.
    other = [f[:26] + bytes([10, 78, 0, 3]) + f[30:] for f in frames]
    descriptor = os.open(f"/run/netns/{lab.names[3]}", os.O_RDONLY)
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    enter(descriptor)
    sender = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    sender.bind(("lan0", 0))
    enter(own)
    for _ in range(100):
        for frame in frames + [patched(frame) for frame in other]:
            sender.send(frame)
    after, _ = ada.received("unreliable")
    check(after == before, f"{after - before} datagrams were taken twice")
    check(ada.who()["bo"]["address"].startswith("10.78.0.2"), "the way to a member was moved")
    ada.say("drag 20 100")
    got, _ = bo.received("unreliable")
    bo.receives("unreliable", got + 20, 5)
    return f"{100 * 2 * len(frames)} datagrams"


def patched(frame):
    """The same frame with the checksum of its IP header made right, and none of UDP's."""
    header = bytearray(frame[14:34])
    header[10:12] = b"\0\0"
    total = sum(struct.unpack("!10H", header))
    total = (total & 0xFFFF) + (total >> 16)
    header[10:12] = struct.pack("!H", ~(total + (total >> 16)) & 0xFFFF)
    return frame[:14] + bytes(header) + frame[34:40] + b"\0\0" + frame[42:]


@row("few descriptors")
def starved(lab):
    limit = ["prlimit", "--nofile=24:24"]
    ada = Twin(lab, 0, "ada", before=limit)
    bo = Twin(lab, 1, "bo")
    ada.ask("found")
    ada.ask(f"invite {lab.address(1)}")
    ada.sees("bo", since=0)
    stranger = Stranger(lab, 1, SILENT, lab.address(0), 200)
    stranger.line()
    time.sleep(1)
    ada.ask("send reliable 20 100")
    bo.receives("reliable", 20, 5)
    stranger.end()
    time.sleep(6)
    check(ada.who()["bo"]["presence"] == "here", "a member was lost")


@row("32 participants, and one more", hosts=1)
def crowd(lab):
    port = 27_000
    twins = []
    for number in range(33):
        twins.append(Twin(lab, 0, f"p{number}", "--port", str(port + number)))
    founder = twins[0]
    founder.ask("found")
    start = time.monotonic()
    for number in range(1, 32):
        founder.ask(f"invite {lab.address(0)}:{port + number}", 30)
    joined = time.monotonic() - start
    for twin in twins[:32]:
        end = time.monotonic() + 30
        while sum(each["presence"] == "here" for each in twin.who().values()) < 31:
            check(time.monotonic() < end, f"{twin.name} sees {len(twin.who())} of 31")
            time.sleep(0.2)
    why = founder.refused(f"invite {lab.address(0)}:{port + 32}", 30)
    check("as many people as it can" in why, f"the 33rd was told: {why}")
    founder.ask("send reliable 5 100")
    for twin in twins[1:32]:
        twin.receives("reliable", 5, 10)
    return f"all 32 here after {joined:.1f} s"


def clock_shim(lab):
    """What programs are started with whose clock is shifted."""
    shim = os.path.join(lab.folder, "clock.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
    compiler = shutil.which("cc") or shutil.which("clang")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl"], check=True)
    return shim


@row("clocks ten years apart")
def clocks(lab):
    shim = clock_shim(lab)
    ten_years = 10 * 365 * 86_400
    twins = [
        Twin(lab, index, name, environment={"LD_PRELOAD": shim, "CLOCK_OFFSET": str(offset)})
        for index, (name, offset) in enumerate((("ada", ten_years), ("bo", -ten_years)))
    ]
    ada, bo = twins
    ada.ask("found")
    ada.ask(f"invite {lab.address(1)}")
    bo.sees("ada", since=0)
    ada.sees("bo", since=0)
    ada.ask("send reliable 20 100")
    bo.receives("reliable", 20, 5)
