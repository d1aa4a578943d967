"""Machines that are not as they should be, with real boards on them."""
import os
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
