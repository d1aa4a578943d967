#!/usr/bin/env python3
"""One library's turn: the work of `CorkboardBench work`, in a process of its own.

  systems.py SYSTEM --notes N --moves N --apart N --seed N

Prints the figures as JSON. SYSTEM is pycrdt, y-py or loro. A note is a map {x, y, color, text}; one
move is one transaction that sets x and y; two replicas that begin with the same notes make moves
apart and are merged both ways.
"""
import argparse
import gc
import json
import random
import statistics
import sys
import time

TEXT = "Sticky note %d: ship the demo\nask Ana, then Bob"
COLORS = ["#fff59d", "#f48fb1", "#80deea", "#a5d6a7"]
# What the processor did for this process: what else the machine does counts less than by a clock.
now = time.process_time


def fields(index):
    return {"x": index % 200, "y": index // 200, "color": COLORS[index % 4], "text": TEXT % index}


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


class PyCrdt:
    """Yjs in Rust."""

    def __init__(self, client, blob=None):
        import pycrdt
        self.module = pycrdt
        self.doc = pycrdt.Doc(client_id=client)
        self.root = self.doc.get("notes", type=pycrdt.Map)
        if blob is not None:
            self.doc.apply_update(blob)

    def create(self, count):
        with self.doc.transaction():
            for index in range(count):
                self.root["n%05d" % index] = self.module.Map(fields(index))
        self.bind()

    def bind(self):
        self.notes = [self.root[key] for key in sorted(self.root.keys())]

    def move(self, index, x, y):
        note = self.notes[index]
        with self.doc.transaction():
            note["x"] = x
            note["y"] = y

    def move_bytes(self, index, x, y):
        sizes = []
        observer = self.doc.observe(lambda event: sizes.append(len(event.update)))
        self.move(index, x, y)
        self.doc.unobserve(observer)
        return sum(sizes)

    def snapshot(self):
        return self.doc.get_update()

    def version(self):
        return self.doc.get_state()

    def difference(self, version):
        return self.doc.get_update(version)

    def apply(self, blob):
        self.doc.apply_update(blob)

    def value(self):
        notes = ((key, self.root[key]) for key in self.root.keys())
        return {k: (int(m["x"]), int(m["y"]), m["color"], m["text"]) for k, m in notes}


class YPy:
    """An older Yjs in Rust."""

    def __init__(self, client, blob=None):
        import y_py
        self.module = y_py
        self.doc = y_py.YDoc(client)
        self.root = self.doc.get_map("notes")
        if blob is not None:
            y_py.apply_update(self.doc, blob)

    def create(self, count):
        with self.doc.begin_transaction() as transaction:
            for index in range(count):
                self.root.set(transaction, "n%05d" % index, self.module.YMap(fields(index)))
        self.bind()

    def bind(self):
        self.notes = [self.root[key] for key in sorted(self.root.keys())]

    def move(self, index, x, y):
        note = self.notes[index]
        with self.doc.begin_transaction() as transaction:
            note.set(transaction, "x", x)
            note.set(transaction, "y", y)

    def move_bytes(self, index, x, y):
        sizes = []
        observer = self.doc.observe_after_transaction(
            lambda event: sizes.append(len(event.get_update())))
        self.move(index, x, y)
        del observer
        return sizes[0]

    def snapshot(self):
        return self.module.encode_state_as_update(self.doc)

    def version(self):
        return self.module.encode_state_vector(self.doc)

    def difference(self, version):
        return self.module.encode_state_as_update(self.doc, version)

    def apply(self, blob):
        self.module.apply_update(self.doc, blob)

    def value(self):
        notes = ((key, self.root[key]) for key in self.root.keys())
        return {k: (int(m["x"]), int(m["y"]), m["color"], m["text"]) for k, m in notes}


class Loro:
    def __init__(self, client, blob=None):
        import loro
        self.module = loro
        self.doc = loro.LoroDoc()
        self.doc.peer_id = client
        self.root = self.doc.get_map("notes")
        if blob is not None:
            self.doc.import_(blob)

    def create(self, count):
        for index in range(count):
            note = self.root.insert_container("n%05d" % index, self.module.LoroMap())
            for name, value in fields(index).items():
                note.insert(name, value)
        self.doc.commit()
        self.bind()

    def bind(self):
        self.notes = [self.root.get(key).container for key in sorted(self.root.keys())]

    def move(self, index, x, y):
        note = self.notes[index]
        note.insert("x", x)
        note.insert("y", y)
        self.doc.commit()

    def move_bytes(self, index, x, y):
        version = self.doc.oplog_vv
        self.move(index, x, y)
        return len(self.doc.export(self.module.ExportMode.Updates(version)))

    def snapshot(self):
        return self.doc.export(self.module.ExportMode.Snapshot())

    def version(self):
        return self.doc.oplog_vv

    def difference(self, version):
        return self.doc.export(self.module.ExportMode.Updates(version))

    def apply(self, blob):
        self.doc.import_(blob)

    def value(self):
        notes = self.doc.get_deep_value()["notes"]
        return {k: (int(m["x"]), int(m["y"]), m["color"], m["text"]) for k, m in notes.items()}


SYSTEMS = {"pycrdt": PyCrdt, "y-py": YPy, "loro": Loro}


def milliseconds(work):
    start = now()
    result = work()
    return result, (now() - start) * 1e3


def moves_of(rnd, count, notes):
    return [(rnd.randrange(notes), rnd.randrange(200), rnd.randrange(60)) for _ in range(count)]


def run(system, notes, moves, apart, seed):
    rnd = random.Random(seed)
    figures = {}
    doc = system(101)
    before = resident()
    _, figures["create_ms"] = milliseconds(lambda: doc.create(notes))
    first = doc.snapshot()
    figures["snap0_B"] = len(first)
    loaded, figures["load0_ms"] = milliseconds(lambda: system(900, first))
    assert loaded.value() == doc.value()
    plan = moves_of(rnd, moves, notes)
    start = now()
    for index, x, y in plan:
        doc.move(index, x, y)
    figures["moves_us"] = (now() - start) / moves * 1e6
    sizes = [doc.move_bytes(*move) for move in moves_of(rnd, 501, notes)]
    figures["move_B"] = statistics.median(sizes)
    del plan, loaded
    gc.collect()
    figures["note_B"] = (resident() - before) / notes
    last, figures["enc_ms"] = milliseconds(doc.snapshot)
    figures["snap1_B"] = len(last)
    loaded, figures["load1_ms"] = milliseconds(lambda: system(900, last))
    value, figures["read_ms"] = milliseconds(loaded.value)
    assert value == doc.value()
    figures["open_ms"] = figures["load1_ms"] + figures["read_ms"]
    merge(system, first, notes, apart, rnd, figures)
    return figures


def merge(system, first, notes, apart, rnd, figures):
    a, b = system(201, first), system(202, first)
    versions = a.version(), b.version()
    for doc in (a, b):
        doc.bind()
        for move in moves_of(rnd, apart, notes):
            doc.move(*move)
    (of_a, of_b), figures["dvg_enc_ms"] = milliseconds(
        lambda: (a.difference(versions[1]), b.difference(versions[0])))
    _, figures["dvg_apply_ms"] = milliseconds(lambda: (b.apply(of_a), a.apply(of_b)))
    figures["dvg_B"] = (len(of_a) + len(of_b)) / 2
    figures["batch_B"] = len(of_a) / apart
    assert a.value() == b.value(), "both are equal"
    figures["converged"] = 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("system", choices=SYSTEMS)
    for name, default in (("notes", 1000), ("moves", 100_000), ("apart", 10_000), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    system = SYSTEMS[options.system]
    json.dump(run(system, options.notes, options.moves, options.apart, options.seed), sys.stdout)


if __name__ == "__main__":
    main()
