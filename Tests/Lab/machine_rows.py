"""Machines that are not as they should be, with real boards on them."""
import json
import os
import subprocess
import time

from abuse_rows import SILENT, Stranger, clock_shim
from board_rows import Board, bring, equal, until
from hosts import Twin, session
from network_rows import check, row, within

TEN_YEARS = 10 * 365 * 86_400


class Clock:
    """The wall clock of one program, which can be set while it runs."""

    def __init__(self, lab, name, shim):
        self.path = os.path.join(lab.folder, f"{name}.clock")
        self.environment = {"LD_PRELOAD": shim, "CLOCK_FILE": self.path}
        self.set(0)

    def set(self, seconds):
        with open(f"{self.path}.new", "w") as file:
            file.write(str(seconds))
        os.replace(f"{self.path}.new", self.path)


@row("clocks that jump", hosts=4)
def jumps(lab):
    shim = clock_shim(lab)
    clocks = [Clock(lab, name, shim) for name in ("ada", "cy")]
    ada = Twin(lab, 0, "ada", environment=clocks[0].environment)
    bo = Twin(lab, 1, "bo")
    ada.ask("found")
    ada.ask(f"invite {lab.address(1)}")
    for one, other in ((ada, "bo"), (bo, "ada")):
        one.sees(other, since=0, datagramsArrive=True)
    cy, di = Board(lab, "cy", lab.names[2]), Board(lab, "di", lab.names[3])
    cy.environment |= clocks[1].environment
    cy.start()
    until(lambda: cy.shell("add", "-", text="first") is not None, 15, "the first note")
    bring(di, cy, lab.address(2))
    ada.say("drag 20 100")
    marks = ada.mark, bo.mark
    slowest = 0
    for number, jump in enumerate((86_400, -TEN_YEARS, TEN_YEARS, 0), 1):
        for clock in clocks:
            clock.set(jump)
        for one, other in ((ada, bo), (bo, ada)):
            one.ask("send reliable 20 100")
            other.receives("reliable", 20 * number, 5)
        for board in (cy, di):
            board.add(f"by {board.name} at {jump}")
        slowest = max(slowest, until(lambda: equal(cy, di), 5, "equal boards"))
        # A silence that a clock only seems to show would be told by now.
        time.sleep(4)
    for one, other, mark in ((ada, "bo", marks[0]), (bo, "ada", marks[1])):
        check(one.changes(other, mark) <= 1, f"{other} came and went for {one.name}")
        check(one.who()[other]["presence"] == "here", f"{other} is lost")
    check(len(di.notes()) == 9, f"{len(di.notes())} notes of 9")
    past = str(time.gmtime(time.time() - TEN_YEARS).tm_year)
    check(past in (cy.shell("history", "--json") or ""), "the clock did not jump")
    return f"boards equal after {slowest:.1f} s at most"


@row("a line of one byte a second to one of three", hosts=3)
def trickle(lab):
    ada, bo, cy = session(lab, "ada", "bo", "cy")
    before = ada.counts()
    lab.faults(0, 1, rate=8)
    mark, start = ada.mark, time.monotonic()
    for number in range(1, 9):
        ada.ask("send reliable 100 10000")
        cy.receives("reliable", 100 * number, 3)
    gone = within(ada.sees("bo", "gone", since=mark), start, 10, "gone after")
    check(ada.changes("cy", mark) <= 1, "somebody else is blamed")
    after = ada.counts()
    grown = after["resident"] - before["resident"]
    check(grown < 24 << 20, f"{grown >> 20} MiB are kept for one who takes nothing")
    lab.faults()
    mark, start = ada.mark, time.monotonic()
    back = within(ada.sees("bo", since=mark), start, 5, "back after")
    got, _ = bo.received("reliable")
    ada.ask("send reliable 20 100")
    bo.receives("reliable", got + 20, 5)
    return f"{gone}, {back}; {grown / (1 << 20):.1f} MiB more meanwhile"


@row("a board with 64 descriptors", hosts=3)
def sixty_four(lab):
    ada = Board(lab, "ada", lab.names[0], before=("prlimit", "--nofile=64:64"))
    bo, cy = Board(lab, "bo", lab.names[1]), Board(lab, "cy", lab.names[2])
    ada.start()
    until(lambda: ada.shell("add", "-", text="first") is not None, 15, "the first note")
    bring(bo, ada, lab.address(0))
    place = f"/proc/{ada.process.pid}"
    with open(f"{place}/limits") as limits:
        line = next(each for each in limits if each.startswith("Max open files"))
    check(line.split()[3:5] == ["64", "64"], line.strip())
    stranger = Stranger(lab, 1, SILENT, lab.address(0), 300)
    stranger.line()
    most = 0
    for number in range(5):
        ada.add(f"by ada {number}")
        bo.add(f"by bo {number}")
        until(lambda: equal(ada, bo), 5, "equal boards beside 300 strangers")
        most = max(most, len(os.listdir(f"{place}/fd")))
    check(most <= 48, f"{most} of 64 descriptors are taken by strangers and what is needed")
    stranger.end()
    bring(cy, ada, lab.address(0))
    cy.add("by cy")
    took = until(lambda: equal(ada, bo, cy), 5, "equal boards with a newcomer")
    check(len(ada.notes()) == 12, f"{len(ada.notes())} notes of 12")
    return f"{most} descriptors at most, a newcomer's notes are there after {took:.1f} s"


def replica(board, text):
    """The replica id under which somebody made a note."""
    notes = [json.loads(each) for each in board.notes()]
    return next(each["id"][:16] for each in notes if each["text"] == text)


@row("a copied folder in one session", hosts=3)
def copied(lab):
    cy, bo = Board(lab, "cy", lab.names[0]), Board(lab, "bo", lab.names[1])
    cy.start()
    until(lambda: cy.shell("add", "-", text="first") is not None, 15, "the first note")
    bring(bo, cy, lab.address(0))
    bo.add("by bo")
    copy = Board(lab, "copy", lab.names[2])
    source, target = (each.environment["XDG_DATA_HOME"] for each in (bo, copy))
    subprocess.run(["cp", "-a", f"{source}/.", target], check=True)
    # As on an image of a disk, nothing tells that it is a copy.
    os.remove(os.path.join(target, "corkboard", "device.place"))
    copy.start()
    start = time.monotonic()
    for board in (bo, copy):
        until(lambda: "This device twice".encode() in board.drawn, 15, f"{board.name} is told")
    told = time.monotonic() - start
    until(lambda: press(copy, "a", "A new key is made"), 5, "a new key")
    bo.press("d")
    # Who has a new key leaves without a goodbye: it would be the other one's as well.
    copy.press("q")
    until(lambda: copy.process.poll() is not None, 5, "the copy ends")
    until(lambda: equal(cy, bo), 15, "equal boards without the copy")
    bo.add("by bo again")
    # What it copied it had at once: it is in when it has what came later.
    copy.start("join", lab.address(0))
    until(lambda: cy.press("a") or copy.has("by bo again"), 20, "the copy comes in")
    copy.add("by the copy")
    until(lambda: equal(cy, bo, copy) and cy.has("by the copy", "by bo again"), 5, "equal boards")
    check(len(cy.notes()) == 4, f"{len(cy.notes())} notes of 4")
    check(replica(cy, "by the copy") != replica(cy, "by bo"), "the copy has bo's replica id")
    check(replica(cy, "by the copy") != replica(cy, "by bo again"), "two have one replica id")
    return f"both are told after {told:.1f} s"


def press(board, key, words):
    """Presses a key until words are drawn."""
    board.press(key)
    return words.encode() in board.drawn
