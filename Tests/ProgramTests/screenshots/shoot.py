"""Drives the real program in kitty on a screen in memory and keeps pictures of it.

  shoot.py PROGRAM FOLDER

Every step waits for what is on the screen. Standard library only.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

FONT = ["-o", "font_family=DejaVu Sans Mono", "-o", "font_size=11"]
PLAIN = [
    "--config", "NONE", "-o", "remember_window_size=no", "-o", "window_padding_width=0",
    "-o", "allow_remote_control=yes", "-o", "cursor_blink_interval=0",
    "-o", "update_check_interval=0", "-o", "enable_audio_bell=no",
    "-o", "confirm_os_window_close=0", "-o", "placement_strategy=top-left",
]


class Display:
    """An X server without a monitor."""

    def __enter__(self):
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "2000x1200x24", "-nolisten", "tcp"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as answer:
            self.name = ":" + answer.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Window:
    """One kitty window with the program in it."""

    def __init__(self, display, command, columns, rows, environment):
        self.folder = tempfile.mkdtemp(prefix="corkboard-shot-")
        self.address = f"unix:{self.folder}/kitty"
        self.environment = {
            "DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1", "LC_ALL": "C.UTF-8",
            "PATH": os.environ["PATH"], "HOME": self.folder, "KITTY_CACHE_DIRECTORY": self.folder,
        }
        settings = [f"{name}={value}" for name, value in environment.items()]
        size = ["-o", f"initial_window_width={columns}c", "-o", f"initial_window_height={rows}c"]
        self.process = subprocess.Popen(
            ["kitty", *PLAIN, *FONT, *size, "--listen-on", self.address,
             "env", *settings, *command],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.until("the window", lambda: self.remote("ls", check=False) is not None, 20)

    def remote(self, *arguments, check=True, text=None):
        result = subprocess.run(
            ["kitty", "@", "--to", self.address, *arguments],
            env=self.environment, capture_output=True, text=True, input=text)
        if result.returncode == 0:
            return result.stdout
        if check:
            raise SystemExit(f"kitty {arguments[0]}: {result.stderr}")
        return None

    def until(self, what, is_there, limit=15):
        end = time.monotonic() + limit
        while not is_there():
            if time.monotonic() > end:
                shown = self.remote("get-text", check=False)
                raise SystemExit(f"waited for {what} in vain; there is:\n{shown}")
            time.sleep(0.05)

    def wait(self, *texts):
        for text in texts:
            self.until(repr(text), lambda: text in self.remote("get-text"))

    def settle(self):
        """Waits until three looks in a row have shown the same."""
        seen = []
        self.until("a picture that stands still", lambda: (
            seen.append(self.remote("get-text")) or len(seen) > 3 and len(set(seen[-3:])) == 1))

    def send(self, *keys):
        for key in keys:
            self.remote("send-text", "--stdin", text=key)
            time.sleep(0.06)

    def identifier(self):
        return subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
            env=self.environment, capture_output=True, text=True, check=True).stdout.split()[-1]

    def move(self, x):
        """Puts the window beside another, because what is covered has no picture."""
        subprocess.run(
            ["xdotool", "windowmove", "--sync", self.identifier(), str(x), "0"],
            env=self.environment, check=True)

    def shoot(self, path):
        subprocess.run(
            ["import", "-window", self.identifier(), "-strip", path],
            env=self.environment, check=True)

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Person:
    """Somebody with folders of their own and a window."""

    def __init__(self, display, program, name, port, columns=84, rows=32, extra=None):
        self.home = tempfile.mkdtemp(prefix="corkboard-home-")
        environment = {"HOME": self.home, "COLORTERM": "truecolor", "TERM": "xterm-256color"}
        environment.update(extra or {})
        command = [program, "--name", name, "--port", str(port), "--no-discovery"]
        self.window = Window(display, command, columns, rows, environment)
        self.window.settle()

    def close(self):
        self.window.close()
        shutil.rmtree(self.home, ignore_errors=True)


def write_notes(window):
    """A board as a small team might have it."""
    notes = [
        ("Ship the beta\rFriday, 14:00", "HHhK"),
        ("Call Maria about\rthe API keys", "HHHj"),
        ("日本語の\rドキュメント", "hhk"),
        ("Retro: what went\rwell? 🎉", "HHhjj"),
        ("Fix the flaky\rlogin test", "LLk"),
        ("Budget Q3 ✅", "LLKlll"),
    ]
    for number, (text, way) in enumerate(notes):
        window.send("o", text, "\x1b")
        window.wait(text.split("\r")[0])
        window.send(str(number % 8 + 1), "m", way, "\r")
    # Trails and notices go by themselves.
    window.settle()
    time.sleep(1.5)
    window.settle()


def beside(folder, left, right, name):
    parts = [os.path.join(folder, part) for part in ("left.png", "right.png")]
    left.shoot(parts[0])
    right.shoot(parts[1])
    target = os.path.join(folder, name)
    subprocess.run(
        ["convert", parts[0], "-background", "#d8d8d8", "(", parts[1], "-splice", "12x0", ")",
         "+append", "-strip", target], check=True)
    for part in parts:
        os.remove(part)


def two_people(display, program, folder):
    ada = Person(display, program, "ada", 26752)
    bo = Person(display, program, "bo", 26753)
    try:
        bo.window.move(1000)
        write_notes(ada.window)
        ada.window.shoot(os.path.join(folder, "alone.png"))
        ada.window.send("?")
        ada.window.settle()
        ada.window.shoot(os.path.join(folder, "help.png"))
        ada.window.send("\x1b", "i")
        ada.window.settle()
        ada.window.send("127.0.0.1:26753", "\r")
        bo.window.wait("ada")
        bo.window.settle()
        bo.window.shoot(os.path.join(folder, "invitation.png"))
        time.sleep(0.5)
        bo.window.send("a")
        bo.window.wait("ada’s board", "Budget Q3")
        bo.window.settle()
        # The trail fades: the picture is taken while it is there.
        ada.window.send("m", "LLlllkkkk")
        beside(folder, ada.window, bo.window, "two-peers.png")
        ada.window.send("\r")
    finally:
        ada.close()
        bo.close()


def one_person(display, program, folder, name, extra):
    person = Person(display, program, "ada", 26752, extra=extra)
    try:
        write_notes(person.window)
        person.window.shoot(os.path.join(folder, name))
    finally:
        person.close()


def main():
    program, folder = sys.argv[1:3]
    with Display() as display:
        two_people(display, program, folder)
        one_person(display, program, folder, "256-colors.png", {"COLORTERM": ""})
        one_person(display, program, folder, "monochrome.png", {"NO_COLOR": "1"})
    for name in sorted(os.listdir(folder)):
        print(os.path.join(folder, name))


main()
