"""A program on a pseudo-terminal of its own, with a screen to look at. Standard library only.

The screen knows the escape sequences that corkboard sends on an xterm and no others.
"""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import tempfile
import termios
import time
import unicodedata

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z@])|\x1b[()].|\x1b.|[\x00-\x1f]|[^\x00-\x1f\x1b]+")
FRAME_END = b"\x1b[?2026l"


class Screen:
    """The cells of a terminal, as text."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.row = self.column = 0
        self.clear()

    def clear(self):
        self.cells = [[" "] * self.columns for _ in range(self.rows)]

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    def text(self):
        return "\n".join(self.lines())

    def feed(self, text):
        for match in SEQUENCE.finditer(text):
            if match.group(2):
                self.control(match.group(1), match.group(2))
            elif match.group(0)[0] == "\x1b":
                continue
            elif match.group(0) < " ":
                self.move(match.group(0))
            else:
                for character in match.group(0):
                    self.put(character)

    def move(self, control):
        if control == "\r":
            self.column = 0
        elif control == "\n":
            self.row = min(self.rows - 1, self.row + 1)
        elif control == "\b":
            self.column = max(0, self.column - 1)
        elif control == "\t":
            self.column = min(self.columns - 1, (self.column // 8 + 1) * 8)

    def put(self, character):
        if unicodedata.combining(character):
            return
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if self.column + width > self.columns:
            self.column, self.row = 0, min(self.rows - 1, self.row + 1)
        self.cells[self.row][self.column] = character
        if width == 2:
            self.cells[self.row][self.column + 1] = ""
        self.column += width

    def control(self, parameters, final):
        if parameters.startswith("?"):
            return
        numbers = [int(part or 0) for part in parameters.split(";")]
        count = max(1, numbers[0])
        row = self.cells[self.row]
        if final == "H":
            self.row = min(self.rows, count) - 1
            self.column = min(self.columns, max(1, numbers[1] if len(numbers) > 1 else 1)) - 1
        elif final == "d":
            self.row = min(self.rows, count) - 1
        elif final == "G":
            self.column = min(self.columns, count) - 1
        elif final == "A":
            self.row = max(0, self.row - count)
        elif final == "B":
            self.row = min(self.rows - 1, self.row + count)
        elif final == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif final == "D":
            self.column = max(0, self.column - count)
        elif final == "X":
            for at in range(self.column, min(self.columns, self.column + count)):
                row[at] = " "
        elif final == "K":
            start, end = (0, self.column + 1) if numbers[0] == 1 else (self.column, self.columns)
            row[start:end] = [" "] * (min(end, self.columns) - start)
        elif final == "J":
            if numbers[0] == 2:
                self.clear()
            else:
                row[self.column:] = [" "] * (self.columns - self.column)
                for below in range(self.row + 1, self.rows):
                    self.cells[below] = [" "] * self.columns
        elif final == "P":
            del row[self.column:self.column + count]
            row.extend([" "] * (self.columns - len(row)))
        elif final == "@":
            row[self.column:self.column] = [" "] * count
            del row[self.columns:]


class Program:
    """One running program."""

    def __init__(self, arguments, columns=120, rows=40, home=None, extra=None):
        self.owns_home = home is None
        self.home = home or tempfile.mkdtemp(prefix="corkboard-bench-")
        environment = {
            "HOME": self.home, "TERM": "xterm-256color", "COLORTERM": "truecolor",
            "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
        }
        environment.update(extra or {})
        self.screen = Screen(columns, rows)
        self.pending = b""
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(arguments[0], arguments, environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, limit):
        """What comes within `limit` seconds, b"" when nothing does."""
        if not select.select([self.fd], [], [], max(0, limit))[0]:
            return b""
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:
            raise SystemExit("the program has ended:\n" + self.screen.text())
        if not data:
            raise SystemExit("the program has ended:\n" + self.screen.text())
        self.feed(data)
        return data

    def feed(self, data):
        """Shows on the screen what was read elsewhere."""
        whole = self.pending + data
        end = complete_end(whole)
        self.pending = whole[end:]
        self.screen.feed(whole[:end].decode("utf-8", "replace"))

    def settle(self, quiet=0.15, limit=10):
        """Reads until it has been silent for `quiet` seconds."""
        end = time.perf_counter() + limit
        while time.perf_counter() < end and self.read(quiet):
            pass

    def wait(self, text, limit=10):
        """Reads until a text stands on the screen."""
        end = time.perf_counter() + limit
        while text not in self.screen.text():
            if time.perf_counter() > end:
                raise SystemExit(f"waited for {text!r} in vain:\n{self.screen.text()}")
            self.read(0.05)

    def send(self, keys):
        os.write(self.fd, keys.encode())

    def press(self, keys):
        """Sends, and waits until the screen stands still again."""
        self.send(keys)
        self.read(0.5)
        self.settle(0.03)

    def processes(self):
        """This program and all that it has started."""
        children = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(name))
        found, left = [], [self.pid]
        while left:
            process = left.pop()
            found.append(process)
            left += children.get(process, [])
        return found

    def cpu(self):
        """Nanoseconds on a processor so far."""
        total = 0
        for process in self.processes():
            try:
                for task in os.listdir(f"/proc/{process}/task"):
                    with open(f"/proc/{process}/task/{task}/schedstat") as file:
                        total += int(file.read().split()[0])
            except OSError:
                continue
        return total

    def starved(self):
        """Nanoseconds so far that the program's main thread was ready and had no processor."""
        with open(f"/proc/{self.pid}/task/{self.pid}/schedstat") as file:
            return int(file.read().split()[1])

    def resident(self):
        """Bytes in memory of the program itself."""
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) * 1024

    def end(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
            deadline = time.perf_counter() + 3
            while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
                if time.perf_counter() > deadline:
                    os.kill(self.pid, signal.SIGKILL)
                if select.select([self.fd], [], [], 0.02)[0]:
                    try:
                        os.read(self.fd, 1 << 16)
                    except OSError:
                        time.sleep(0.01)
        except (ChildProcessError, ProcessLookupError):
            pass
        os.close(self.fd)
        if self.owns_home:
            shutil.rmtree(self.home, ignore_errors=True)


def complete_end(data):
    """Where the last whole character or sequence ends."""
    escape = data.rfind(b"\x1b")
    if escape >= 0 and not re.match(rb"\x1b(\[[?0-9;]*[A-Za-z@]|[^\[])", data[escape:]):
        return escape
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte >= 0xC0:
            needed = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return len(data) - back if back < needed else len(data)
        if byte < 0x80:
            break
    return len(data)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")
