"""The real program with its boards: everyone has the same notes soon after the network is well."""
import fcntl
import os
import pty
import signal
import socket
import struct
import subprocess
import termios
import threading
import time

from abuse_rows import enter, open_capture
from hosts import Twin, run, session
from network_rows import check, row


class Board:
    """Somebody's corkboard on a terminal of 80 by 24, in folders of their own."""

    def __init__(self, lab, name, namespace, before=()):
        """`before`: words that start the program in another way, such as `prlimit`."""
        self.lab, self.name, self.namespace, self.before = lab, name, namespace, before
        home = os.path.join(lab.folder, name)
        folders = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state",
                   "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": "run"}
        for folder in folders.values():
            os.makedirs(os.path.join(home, folder), mode=0o700)
        self.environment = {key: os.path.join(home, each) for key, each in folders.items()}
        self.environment |= {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                             "TERM": "xterm-256color", "SHELL": "/bin/sh"}
        self.process = None
        self.drawn = b""
        lab.programs.append(self)

    def command(self, *words):
        where = ["ip", "netns", "exec", self.namespace, *self.before]
        return [*where, os.environ["CORKBOARD"], *words]

    def start(self, *words):
        """Starts the program; `words` come first, such as `invite` and an address."""
        self.terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            self.command(*words, "--name", self.name, "--no-discovery", "--port", "26752"),
            stdin=inner, stdout=inner, stderr=inner, env=self.environment, start_new_session=True,
        )
        os.close(inner)
        threading.Thread(target=self.drain, args=(self.terminal,), daemon=True).start()
        return self

    def drain(self, terminal):
        """Takes what the program draws, and keeps the last of it."""
        try:
            while drawn := os.read(terminal, 1 << 16):
                self.drawn = (self.drawn + drawn)[-(1 << 18):]
        except OSError:
            os.close(terminal)

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def shell(self, *words, text=None):
        done = subprocess.run(
            self.command(*words), env=self.environment, input=text, capture_output=True, text=True,
            timeout=20,
        )
        self.problem = done.stderr.strip()
        return done.stdout if done.returncode == 0 else None

    def notes(self):
        """All notes, as the disk of this one has them; None while there is no board."""
        listing = self.shell("ls", "--json")
        return listing if listing is None else sorted(listing.splitlines())

    def add(self, text):
        is_added = self.shell("add", "-", text=text) is not None
        check(is_added, f"{self.name} cannot add: {self.problem}")

    def has(self, *texts):
        notes = self.notes() or []
        return all(any(f'"{text}"' in note for note in notes) for text in texts)

    def kill(self):
        """The program itself, not the one that started it: they are one process after `exec`."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process = None

    def end(self):
        if self.process:
            self.kill()


def until(holds, limit, what):
    """Seconds until something is so."""
    start = time.monotonic()
    while not holds():
        check(time.monotonic() - start < limit, f"{what}: not within {limit} s")
        time.sleep(0.05)
    return time.monotonic() - start


def equal(*boards):
    notes = [each.notes() for each in boards]
    return notes[0] is not None and all(each == notes[0] for each in notes)


def bring(guest, host, address):
    """The guest asks to be let in; the host presses `a` until the guest has the host's board."""
    guest.start("join", address)

    def is_in():
        host.press("a")
        return equal(guest, host)

    until(is_in, 20, f"{guest.name} comes in")


def boards(lab, *places):
    """Boards in one session, with a note by the first; the others come in by its address."""
    people = [Board(lab, name, namespace) for name, namespace in places]
    people[0].start()
    until(lambda: people[0].shell("add", "-", text="first") is not None, 15, "the first note")
    for guest in people[1:]:
        bring(guest, people[0], lab.address(0))
    until(lambda: equal(*people), 5, "equal boards")
    return people


def apart(one, other):
    """Adds on both sides what the other cannot have."""
    for board in (one, other):
        for number in range(3):
            board.add(f"{board.name} alone {number}")
    check(not equal(one, other), "they are not apart")


@row("boards after the cable was out", hosts=2)
def boards_cut(lab):
    ada, bo = boards(lab, ("ada", lab.names[0]), ("bo", lab.names[1]))
    start = time.monotonic()
    lab.faults(cut=True)
    apart(ada, bo)
    time.sleep(max(0, start + 10 - time.monotonic()))
    lab.faults()
    took = until(lambda: equal(ada, bo), 5, "equal boards")
    check(len(ada.notes()) == 7, f"{len(ada.notes())} notes of 7")
    return f"equal after {took:.1f} s"


@row("boards of three of whom two do not reach each other", hosts=3)
def boards_partial(lab):
    ada, bo, cy = boards(lab, *zip(("ada", "bo", "cy"), lab.names))
    lab.between(0, 2, cut=True)
    for board in (ada, bo, cy):
        board.add(f"{board.name} in a bad time")
    through = until(lambda: equal(ada, bo, cy), 15, "equal boards through the third")
    lab.between(0, 2)
    ada.add("healed")
    took = until(lambda: equal(ada, bo, cy) and cy.has("healed"), 5, "equal boards")
    check(len(cy.notes()) == 5, f"{len(cy.notes())} notes of 5")
    return f"equal through the third after {through:.1f} s, after the cut {took:.1f} s"


@row("boards after kill -9")
def boards_killed(lab):
    ada, bo = boards(lab, ("ada", lab.names[0]), ("bo", lab.names[1]))
    for number in range(5):
        bo.add(f"kept {number}")
        bo.kill()
        ada.add(f"meanwhile {number}")
        bo.start()
        until(lambda: equal(ada, bo) and ada.has(f"kept {number}"), 5, "equal boards")
    check(len(bo.notes()) == 11, f"{len(bo.notes())} notes of 11")
    return "five times"


def behind(lab, index):
    """A namespace of its own behind a host that translates addresses."""
    inside = f"{lab.names[index]}-in"
    lab.namespace(inside)
    run("ip", "link", "add", "up0", "netns", inside, "type", "veth", "peer", "name", "in0",
        "netns", lab.names[index])
    lab.ip(index, "addr", "add", "192.168.77.1/24", "dev", "in0")
    lab.ip(index, "link", "set", "in0", "up")
    run("ip", "-n", inside, "addr", "add", "192.168.77.2/24", "dev", "up0")
    run("ip", "-n", inside, "link", "set", "up0", "up")
    run("ip", "-n", inside, "route", "add", "default", "via", "192.168.77.1")
    router(lab, index, "sysctl", "-qw", "net.ipv4.ip_forward=1")
    router(lab, index, "iptables", "-t", "nat", "-A", "POSTROUTING", "-o", "lan0", "-j",
           "MASQUERADE")
    return inside


def router(lab, index, *words):
    run("ip", "netns", "exec", lab.names[index], *words)


def forget_connections(lab, index):
    """A host that translates addresses forgets all that it knew: conntrack's table is emptied."""
    place = os.open(f"/run/netns/{lab.names[index]}", os.O_RDONLY)
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    enter(place)
    netfilter = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12)
    enter(own)
    # Delete, of connection tracking, without a name: everything; and say whether it was done.
    netfilter.send(struct.pack("=IHHII", 20, 0x0102, 5, 1, 0) + bytes(4))
    error = struct.unpack_from("=i", netfilter.recv(4_096), 16)[0]
    netfilter.close()
    os.close(place)
    os.close(own)
    check(error == 0, f"the table is not emptied: {os.strerror(-error)}")


@row("a NAT that forgets and takes other ports")
def rebound(lab):
    inside = behind(lab, 1)
    ada = Twin(lab, 0, "ada")
    bo = Twin(lab, 1, "bo", namespace=inside)
    ada.ask("found")
    bo.ask(f"knock {lab.address(0)}")
    ada.sees("bo", since=0, datagramsArrive=True)
    bo.sees("ada", since=0, datagramsArrive=True)
    for twin in (ada, bo):
        twin.say("drag 20 100")
    capture = open_capture(lab, 0)
    time.sleep(1)
    mark = ada.mark
    # Else its own system answers what it does not know any more, and streams end at once.
    router(lab, 1, "iptables", "-I", "OUTPUT", "-p", "tcp", "--tcp-flags", "RST", "RST", "-j", "DROP")
    router(lab, 1, "iptables", "-t", "nat", "-I", "POSTROUTING", "1", "-p", "udp", "-o", "lan0",
           "-j", "MASQUERADE", "--to-ports", "40000-40010")
    forget_connections(lab, 1)
    start = time.monotonic()
    moved = None
    while moved is None:
        check(time.monotonic() - start < 2, "the way does not move within 2 s")
        frame = capture.recv(4_096)
        # IPv4 and UDP from ada, to one of the new ports.
        is_ours = frame[12:14] == b"\x08\x00" and frame[23] == 17 and frame[29] == 1
        if is_ours and 40_000 <= struct.unpack("!H", frame[36:38])[0] <= 40_010:
            moved = time.monotonic() - start
    capture.close()
    got, _ = bo.received("unreliable")
    bo.receives("unreliable", got + 20, 3)
    check(ada.changes("bo", mark) <= 1, "somebody came and went")
    return f"the way moves after {moved:.2f} s"


@row("two behind two NATs", hosts=3)
def two_nats(lab):
    inner = [behind(lab, 1), behind(lab, 2)]
    ada, bo, cy = boards(lab, ("ada", lab.names[0]), ("bo", inner[0]), ("cy", inner[1]))
    for board in (bo, cy):
        board.add(f"by {board.name}")
    took = until(lambda: equal(ada, bo, cy), 5, "equal boards through the third")
    check(cy.has("by bo") and bo.has("by cy"), "notes are missing")
    return f"equal through the third after {took:.1f} s"


@row("100 MB with a cut at each tenth")
def cuts(lab):
    ada, bo = session(lab, "ada", "bo")
    before = wire(lab)
    ada.say("send reliable 400 250000")
    rule = ["OUTPUT", "-p", "tcp", "--sport", "26752", "-j", "REJECT", "--reject-with", "tcp-reset"]
    for tenth in range(1, 10):
        bo.receives("reliable", 40 * tenth, 30)
        router(lab, 1, "iptables", "-I", *rule)
        time.sleep(0.05)
        router(lab, 1, "iptables", "-D", *rule)
    bo.receives("reliable", 400, 30)
    check(bo.received("reliable") == (400, 0), f"{bo.received('reliable')}")
    more = (wire(lab) - before) / 100e6
    check(more < 1.15, f"{more:.2f} bytes were sent for each")
    return f"{more:.2f} bytes were sent for each, TLS and TCP with it"


def wire(lab):
    text = run("ip", "netns", "exec", lab.names[0], "cat", "/proc/net/dev")
    return int(next(line for line in text.splitlines() if "lan0:" in line).split(":")[1].split()[8])

