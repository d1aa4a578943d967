"""Bad networks: what each must do to a session."""
import os
import signal
import time

from hosts import Failure, Lab, Twin, run, session

ROWS = []


def row(name, hosts=2, is_long=False):
    """Registers a row of the matrix: a function of a lab with so many hosts."""
    def register(body):
        ROWS.append((name, hosts, is_long, body))
        return body
    return register


def check(holds, what):
    if not holds:
        raise Failure(what)


def within(moment, start, limit, what):
    check(moment - start <= limit, f"{what}: {moment - start:.1f} s of {limit}")
    return f"{what} {moment - start:.1f} s"


@row("a clean network")
def clean(lab):
    ada, bo = Twin(lab, 0, "ada"), Twin(lab, 1, "bo")
    ada.ask("found")
    time_of_invitation = ada.ask(f"invite {lab.address(1)}")
    ada.sees("bo", since=0)
    bo.sees("ada", since=0, datagramsArrive=True)
    ada.ask("send reliable 200 1000")
    ada.say("drag 100 1000")
    bo.receives("reliable", 200, 5)
    bo.receives("unreliable", 100, 5)
    return f"invited, let in and joined in {time_of_invitation:.0f} ms"


def survives(lab, messages, limit):
    """Joins through the faults that are set; reliable messages arrive once and in order."""
    ada, bo = Twin(lab, 0, "ada"), Twin(lab, 1, "bo")
    ada.ask("found")
    start = time.monotonic()
    ada.ask(f"invite {lab.address(1)}", 30)
    joined = within(bo.wait("session", 30)["at"], start, 10, "joined in")
    ada.sees("bo", since=0, limit=30)
    bo.sees("ada", since=0, limit=30)
    for twin in (ada, bo):
        twin.say(f"send reliable {messages} 500")
        twin.say(f"send unreliable {messages} 500")
    for twin in (ada, bo):
        twin.receives("reliable", messages, limit)
        got, _ = twin.received("reliable")
        check(got == messages, f"{got} reliable messages of {messages} came")
        got, _ = twin.received("unreliable")
        check(got <= messages, f"{got} unreliable messages of {messages} came")
    return joined


@row("loss of 20 %")
def loss(lab):
    lab.faults(loss=0.2)
    return survives(lab, 100, 60)


@row("loss of 30 %, doubled, reordered, jitter of 200 ms")
def worse(lab):
    lab.faults(loss=0.3, doubling=0.1, jitter=0.2)
    ada, bo = Twin(lab, 0, "ada"), Twin(lab, 1, "bo")
    ada.ask("found")
    ada.ask(f"invite {lab.address(1)}", 60)
    ada.sees("bo", since=0, limit=60)
    ada.say("send reliable 40 300")
    bo.receives("reliable", 40, 90)


@row("doubled and reordered, jitter of 500 ms")
def jitter(lab):
    lab.faults(doubling=0.3, jitter=0.5)
    return survives(lab, 60, 60)


@row("bursts of loss")
def bursts(lab):
    ada, bo = session(lab, "ada", "bo")
    ada.say("send reliable 2000 200")
    for _ in range(5):
        lab.faults(loss=0.9)
        time.sleep(0.5)
        lab.faults()
        time.sleep(1)
    bo.receives("reliable", 2000, 30)


@row("64 kbit/s")
def narrow(lab):
    ada, bo = session(lab, "ada", "bo")
    lab.faults(rate=64_000)
    before = ada.counts()["resident"]
    since = bo.mark
    ada.say("drag 100 400")
    ada.say("send reliable 20 1000")
    bo.receives("reliable", 20, 60)
    grown = ada.counts()["resident"] - before
    check(grown < 16 << 20, f"the sender grew by {grown >> 20} MiB")
    check(bo.changes("ada", since) <= 4, "somebody comes and goes all the time")
    return f"the sender grew by {grown >> 10} KiB"


@row("an MTU black hole, one way and both")
def hole(lab):
    lab.faults(0, 1, longest=1_280)
    ada, bo = session(lab, "ada", "bo")
    times = []
    for other in (lab.faults, lambda **faults: lab.faults(1, 0, **faults)):
        start = time.monotonic()
        got, _ = bo.received("reliable")
        ada.say("send reliable 40 250000")
        bo.receives("reliable", got + 40, 60)
        times.append(time.monotonic() - start)
        lab.faults(1, 0, longest=1_280)
    check(ada.who()["bo"]["datagramsArrive"], "datagrams do not get through")
    return f"10 MB in {times[0]:.1f} s one way, {times[1]:.1f} s both"


@row("the cable is out for 12 s")
def partition(lab):
    ada, bo = session(lab, "ada", "bo")
    ada.say("drag 20 100")
    start = time.monotonic()
    marks = ada.mark, bo.mark
    lab.faults(cut=True)
    for twin, other, mark in ((ada, "bo", marks[0]), (bo, "ada", marks[1])):
        twin.sees(other, "quiet", since=mark)
        gone = within(twin.sees(other, "gone", since=mark), start, 9.5, "gone after")
    time.sleep(max(0, start + 12 - time.monotonic()))
    marks = ada.mark, bo.mark
    start = time.monotonic()
    lab.faults()
    back = within(ada.sees("bo", since=marks[0]), start, 3, "back after")
    bo.sees("ada", since=marks[1])
    ada.ask("send reliable 10 100")
    bo.receives("reliable", 10, 5)
    return f"{gone}, {back}"


@row("the cable is out for 60 s", is_long=True)
def long_partition(lab):
    ada, bo = session(lab, "ada", "bo")
    lab.faults(cut=True)
    time.sleep(60)
    mark, start = ada.mark, time.monotonic()
    lab.faults()
    return within(ada.sees("bo", since=mark), start, 3, "back after")


@row("two of three do not reach each other", hosts=3)
def partial(lab):
    ada, bo, cy = session(lab, "ada", "bo", "cy")
    marks = ada.mark, cy.mark
    lab.between(0, 2, cut=True)
    ada.sees("cy", "gone", since=marks[0])
    cy.sees("ada", "gone", since=marks[1])
    check(set(ada.who()) == {"bo", "cy"}, "the roster is not whole")
    check(bo.who()["ada"]["presence"] == "here", "ada is not here for bo")
    mark = ada.mark
    start = time.monotonic()
    lab.between(0, 2)
    return within(ada.sees("cy", since=mark), start, 5, "back after")


@row("one direction is dead")
def one_way(lab):
    ada, bo = session(lab, "ada", "bo")
    marks = ada.mark, bo.mark
    start = time.monotonic()
    lab.faults(1, 0, cut=True)
    at_ada = within(ada.sees("bo", "gone", since=marks[0]), start, 9.5, "gone at one after")
    at_bo = within(bo.sees("ada", "gone", since=marks[1]), start, 12, "at the other after")
    time.sleep(5)
    check(ada.changes("bo", marks[0]) <= 4 and bo.changes("ada", marks[1]) <= 4, "it flaps")
    return f"{at_ada}, {at_bo}"


def flap(lab, seconds):
    ada, bo = session(lab, "ada", "bo")
    before = ada.counts()
    mark = ada.mark
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        lab.faults(cut=True)
        time.sleep(1)
        lab.faults()
        time.sleep(1)
    after = ada.counts()
    changes = ada.changes("bo", mark)
    check(changes <= 3 * max(1, seconds // 60) + 1, f"{changes} changes shown in {seconds} s")
    check(after["descriptors"] <= before["descriptors"] + 2, "descriptors grow")
    check(after["resident"] - before["resident"] < 8 << 20, "memory grows")
    ada.sees("bo")
    return f"{changes} changes shown in {seconds} s"


@row("a link that flaps")
def flapping(lab):
    return flap(lab, 30)


@row("a link that flaps for five minutes", is_long=True)
def flapping_long(lab):
    return flap(lab, 300)


@row("UDP is blocked")
def no_datagrams(lab):
    ada, bo = session(lab, "ada", "bo")
    ada.sees("bo", since=0, datagramsArrive=True)
    ada.say("drag 20 100")
    mark, start = ada.mark, time.monotonic()
    lab.faults(blocked=["udp"])
    slow = within(
        ada.sees("bo", since=mark, datagramsArrive=False), start, 2.5, "the slow way is shown after"
    )
    got, _ = bo.received("unreliable")
    bo.receives("unreliable", got + 20, 5)
    mark = ada.mark
    lab.faults()
    ada.sees("bo", since=mark, datagramsArrive=True)
    return slow


@row("TCP is blocked after joining")
def no_streams(lab):
    ada, bo = session(lab, "ada", "bo")
    bo.say("drag 20 100")
    mark, start = ada.mark, time.monotonic()
    lab.faults(blocked=["tcp"])
    return within(ada.sees("bo", "gone", since=mark), start, 9.5, "gone after")


@row("nobody can dial one of three", hosts=3)
def closed_door(lab):
    for other in (0, 2):
        lab.faults(other, 1, blocked=["syn"])
    ada, cy = Twin(lab, 0, "ada"), Twin(lab, 2, "cy")
    ada.ask("found")
    ada.ask(f"invite {lab.address(2)}")
    bo = Twin(lab, 1, "bo")
    bo.ask(f"knock {lab.address(2)}")
    for twin, other in ((ada, "bo"), (bo, "ada"), (cy, "bo")):
        twin.sees(other, since=0)


@row("addresses change")
def renumbered(lab):
    ada, bo = session(lab, "ada", "bo")
    mark = ada.mark
    lab.ip(1, "addr", "del", f"{lab.address(1)}/24", "dev", "lan0")
    ada.sees("bo", "gone", since=mark)
    mark, start = ada.mark, time.monotonic()
    lab.ip(1, "addr", "add", "10.78.0.77/24", "dev", "lan0")
    return within(ada.sees("bo", since=mark), start, 3, "back after")


@row("the interface comes after the program")
def late(lab):
    lab.ip(1, "link", "set", "lan0", "down")
    ada, bo = Twin(lab, 0, "ada"), Twin(lab, 1, "bo")
    ada.ask("found")
    bo.refused(f"knock {lab.address(0)}")
    lab.ip(1, "link", "set", "lan0", "up")
    bo.ask(f"knock {lab.address(0)}")
    ada.sees("bo", since=0)


@row("a program is killed and comes back")
def killed(lab):
    folder = os.path.join(lab.folder, "bo")
    os.mkdir(folder)
    ada, bo = Twin(lab, 0, "ada"), Twin(lab, 1, "bo", "--folder", folder)
    ada.ask("found")
    ada.ask(f"invite {lab.address(1)}")
    bo.wait("session")
    ada.sees("bo", since=0)
    time.sleep(0.5)
    mark, start = ada.mark, time.monotonic()
    bo.signal(signal.SIGKILL)
    gone = within(ada.sees("bo", "gone", since=mark), start, 9.5, "gone after")
    mark, start = ada.mark, time.monotonic()
    Twin(lab, 1, "bo", "--folder", folder)
    back = within(ada.sees("bo", since=mark), start, 3, "back after")
    check(not any(event["event"] == "visitor" for event in ada.events), "somebody was asked")
    return f"{gone}, {back}"


@row("a program that crashes again and again")
def crashes(lab):
    folder = os.path.join(lab.folder, "bo")
    os.mkdir(folder)
    ada, bo = Twin(lab, 0, "ada"), Twin(lab, 1, "bo", "--folder", folder)
    ada.ask("found")
    ada.ask(f"invite {lab.address(1)}")
    ada.sees("bo", since=0)
    time.sleep(0.5)
    before = ada.counts()["descriptors"]
    for _ in range(10):
        bo.signal(signal.SIGKILL)
        bo.process.wait()
        bo = Twin(lab, 1, "bo", "--folder", folder)
        time.sleep(0.5)
    ada.sees("bo")
    check(len(ada.who()) == 1, "there is a ghost")
    check(ada.counts()["descriptors"] <= before + 2, "descriptors grow")


@row("the power goes")
def power(lab):
    ada, bo = session(lab, "ada", "bo")
    mark, start = ada.mark, time.monotonic()
    bo.signal(signal.SIGSTOP)
    lab.ip(1, "link", "set", "lan0", "down")
    return within(ada.sees("bo", "gone", since=mark), start, 9.5, "gone after")


@row("sleep", hosts=3)
def sleep(lab):
    ada, bo, cy = session(lab, "ada", "bo", "cy")
    mark = ada.mark
    bo.signal(signal.SIGSTOP)
    ada.sees("bo", "gone", since=mark)
    mark_of_bo, mark_of_cy = bo.mark, cy.mark
    mark, start = ada.mark, time.monotonic()
    bo.signal(signal.SIGCONT)
    back = within(ada.sees("bo", since=mark), start, 3, "back after")
    time.sleep(1)
    check(cy.changes("ada", mark_of_cy) <= 1, "somebody else is blamed")
    check(
        all(each["presence"] == "here" for each in bo.who().values()),
        f"{bo.events[mark_of_bo:][-1]}",
    )
    return back


@row("a NAT on one side")
def nat(lab):
    router = f"{lab.names[1]}-nat"
    lab.namespace(router)
    run("ip", "link", "add", "up0", "netns", router, "type", "veth", "peer", "name", "in0",
        "netns", lab.names[1])
    lab.ip(1, "addr", "add", "192.168.77.1/24", "dev", "in0")
    lab.ip(1, "link", "set", "in0", "up")
    run("ip", "-n", router, "addr", "add", "192.168.77.2/24", "dev", "up0")
    run("ip", "-n", router, "link", "set", "up0", "up")
    run("ip", "-n", router, "route", "add", "default", "via", "192.168.77.1")
    within_router = ["ip", "netns", "exec", lab.names[1]]
    run(*within_router, "sysctl", "-qw", "net.ipv4.ip_forward=1")
    run(*within_router, "iptables", "-t", "nat", "-A", "POSTROUTING", "-o", "lan0", "-j",
        "MASQUERADE")
    ada = Twin(lab, 0, "ada")
    bo = Twin(lab, 1, "bo", namespace=router)
    ada.ask("found")
    bo.ask(f"knock {lab.address(0)}")
    ada.sees("bo", since=0)
    bo.sees("ada", since=0, datagramsArrive=True)
    ada.sees("bo", datagramsArrive=True)
    ada.ask("send unreliable 50 100")
    bo.receives("unreliable", 25, 5)
