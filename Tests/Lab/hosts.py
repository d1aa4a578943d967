"""Hosts in network namespaces on one switch, and the programs on them. Standard library only; needs root."""
import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Failure(Exception):
    """What did not hold, in one line."""


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def possible():
    """Why hosts cannot be made here; None when they can."""
    if os.geteuid() != 0:
        return "it needs root"
    name = f"cl{os.getpid()}-try"
    try:
        run("ip", "netns", "add", name)
        run("ip", "netns", "del", name)
    except (OSError, subprocess.CalledProcessError):
        return "network namespaces cannot be made here"
    return None if os.path.exists("/dev/net/tun") else "there is no /dev/net/tun"


class Lab:
    """Namespaces on a switch: `with Lab(3) as lab`. Nothing of it is left afterwards."""

    def __init__(self, count, seed=1):
        self.names = [f"cl{os.getpid()}-{index}" for index in range(count)]
        self.extra = []
        self.programs = []
        self.folder = tempfile.mkdtemp(prefix="corkboard-lab-")
        self.seed = seed
        self.switch = None

    def __enter__(self):
        atexit.register(self.end)
        for name in self.names:
            self.namespace(name)
        self.switch = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "switch.py"), str(self.seed), *self.names],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )
        self.switch.stdout.readline()
        for index, name in enumerate(self.names):
            self.ip(index, "addr", "add", f"{self.address(index)}/24", "dev", "lan0")
            self.ip(index, "link", "set", "lan0", "up")
        return self

    def __exit__(self, *_):
        self.end()

    def namespace(self, name):
        run("ip", "netns", "add", name)
        run("ip", "-n", name, "link", "set", "lo", "up")
        if name not in self.names:
            self.extra.append(name)

    def address(self, index):
        return f"10.78.0.{index + 1}"

    def ip(self, index, *words):
        return run("ip", "-n", self.names[index], *words)

    def faults(self, source=None, target=None, **faults):
        """Sets the faults of a direction; none at all: it is a good cable again."""
        order = {"faults": faults}
        if source is not None:
            order["from"] = source
        if target is not None:
            order["to"] = target
        self.switch.stdin.write(json.dumps(order) + "\n")
        self.switch.stdout.readline()

    def between(self, one, other, **faults):
        self.faults(one, other, **faults)
        self.faults(other, one, **faults)

    def end(self):
        atexit.unregister(self.end)
        for program in self.programs:
            program.end()
        if self.switch:
            self.switch.stdin.close()
            self.switch.wait()
            self.switch = None
        for name in self.names + self.extra:
            subprocess.run(["ip", "netns", "del", name], capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class Twin:
    """A participant without a screen; see Tests/SessionTwin."""

    def __init__(self, lab, index, name, *options, namespace=None, before=(), environment=None):
        self.name = name
        where = namespace or lab.names[index]
        command = ["ip", "netns", "exec", where, *before, os.environ["TWIN"], "--name", name]
        command += ["--port", "26752", *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, **(environment or {})},
        )
        self.events = []
        self.lock = threading.Condition()
        threading.Thread(target=self.follow, daemon=True).start()
        lab.programs.append(self)
        self.wait("ready")

    def follow(self):
        for line in self.process.stdout:
            event = json.loads(line)
            event["at"] = time.monotonic()
            with self.lock:
                self.events.append(event)
                self.lock.notify_all()
        with self.lock:
            self.events.append({"event": "ended", "at": time.monotonic()})
            self.lock.notify_all()

    @property
    def mark(self):
        """Where the events end now."""
        return len(self.events)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, holds, limit, what, since=0):
        """The first event from `since` on of which something holds, within so many seconds."""
        end = time.monotonic() + limit
        with self.lock:
            place = since
            while True:
                while place < len(self.events):
                    if holds(self.events[place]):
                        return self.events[place]
                    place += 1
                left = end - time.monotonic()
                if left <= 0:
                    last = self.events[-3:]
                    raise Failure(f"{self.name}: {what}: not within {limit} s; last: {last}")
                self.lock.wait(left)

    def wait(self, event, limit=15, since=0):
        return self.until(lambda found: found["event"] == event, limit, f"waits for {event}", since)

    def ask(self, line, limit=15):
        """Says something and waits until it is done; returns the milliseconds it took."""
        since, name = self.mark, line.split()[0]
        self.say(line)

        def answers(event):
            if event["event"] == "failed" and event.get("text", "").startswith(name):
                raise Failure(f"{self.name}: {event['text']}")
            return event["event"] == "done" and event.get("text") == name

        return self.until(answers, limit, f"does {line!r}", since)["milliseconds"]

    def refused(self, line, limit=15):
        """Says what cannot be done; returns why not."""
        since, name = self.mark, line.split()[0]
        self.say(line)
        return self.until(
            lambda event: event["event"] == "failed" and event["text"].startswith(name),
            limit, f"is refused {line!r}", since,
        )["text"]

    def who(self):
        since = self.mark
        self.say("who")
        return {each["name"]: each for each in self.wait("who", since=since)["people"]}

    def sees(self, name, presence="here", limit=15, since=None, **facts):
        """Until somebody is here, quiet or gone for this one; returns the moment it was so."""
        def holds(event):
            return event["event"] == "people" and any(
                each["name"] == name and each["presence"] == presence
                and all(each[key] == value for key, value in facts.items())
                for each in event["people"]
            )

        start = since
        if start is None:
            lists = [i for i, event in enumerate(self.events) if event["event"] == "people"]
            start = lists[-1] if lists else 0
        return self.until(holds, limit, f"sees {name} {presence} {facts or ''}", start)["at"]

    def changes(self, name, since):
        """How often the presence of somebody changed from a mark on."""
        last, count = None, 0
        for event in self.events[since:]:
            for each in event.get("people") or [] if event["event"] == "people" else []:
                if each["name"] == name and each["presence"] != last:
                    last, count = each["presence"], count + 1
        return count

    def counts(self):
        since = self.mark
        self.say("counts")
        return self.wait("counts", since=since)

    def received(self, kind):
        """How many messages of a kind came, and how many of them in the wrong order."""
        arrivals = [each for each in self.counts()["arrivals"] if each["kind"] == kind]
        return sum(a["count"] for a in arrivals), sum(a["outOfOrder"] for a in arrivals)

    def receives(self, kind, count, limit):
        """Until so many messages of a kind have come."""
        end = time.monotonic() + limit
        while True:
            got, wrong = self.received(kind)
            if wrong and kind == "reliable":
                raise Failure(f"{self.name}: {wrong} reliable messages in the wrong order or again")
            if got >= count:
                return got
            if time.monotonic() > end:
                raise Failure(f"{self.name}: {got} of {count} {kind} messages within {limit} s")
            time.sleep(0.1)

    def signal(self, number):
        self.process.send_signal(number)

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()


def session(lab, *names, options=()):
    """Twins on the first hosts, all in one session: the first founds it and invites the others."""
    twins = [Twin(lab, index, name, *options) for index, name in enumerate(names)]
    twins[0].ask("found")
    for index, twin in enumerate(twins[1:], 1):
        twins[0].ask(f"invite {lab.address(index)}", 30)
    for twin in twins:
        for other in twins:
            if other is not twin:
                twin.sees(other.name, since=0)
    return twins
