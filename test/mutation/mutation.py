#!/usr/bin/env python3
"""Measures how many wrong lines the tests detect: breaks src/ on purpose, one small change at a time, and counts the changes that fail a test.

  mutation.py SOURCE WORK [--count N] [--seed S] [--seconds T] [--bar PERCENT] [--only PREFIX] [--jobs J] [--record FILE]

Sites are spread over all files of src/ by their number of sites, in an order that the seed decides. A mutant is killed when a
test fails, crashes or takes too long; only tests that enter the changed function are run (learnt once, from a build that
writes down what it enters), the most sensitive first, up to a time limit: beyond that it counts as survived. Not
counted: changes that do not compile, that compile to the same object, or that a review found equivalent
(the file `equivalents`, with a reason each; an entry whose line has changed is void, and a listed change that a test kills counts as killed).
The verdicts go to WORK/verdicts.csv, the undetected changes to WORK/survivors.txt. Everything is kept in WORK and used again: verdicts
hold for as long as the library is the same (--again: tries the survivors once more, when there are new tests).
"""
import argparse
import concurrent.futures
import contextlib
import csv
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import threading
import time
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import library as libraries
import sites
import tests as testing

HERE = os.path.dirname(os.path.abspath(__file__))
OUT_OF_TIME = ("timeout", -signal.SIGXCPU, -signal.SIGKILL)


def say(text):
    print(text, flush=True)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def source_files(source):
    found = []
    for folder, _, names in os.walk(os.path.join(source, "src")):
        found += [os.path.relpath(os.path.join(folder, name), source) for name in names if name.endswith((".c", ".h", ".inc"))]
    return sorted(found)


def known_equivalents():
    """{(path, function, change, line): reason}, of the file `equivalents`: five fields with ` ~ ` between them."""
    known = {}
    for number, line in enumerate(read(os.path.join(HERE, "equivalents")).splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split(" ~ ")]
        if len(fields) != 5 or len(fields[4]) < 15:
            raise SystemExit("equivalents:%d: expected path ~ function ~ change ~ line ~ reason" % number)
        known[tuple(fields[:4])] = fields[4]
    return known


def sample(source, count, seed, only):
    """count sites at equal distances in the list of all, so that every file has its share; then in a random order."""
    listed = []
    for path in source_files(source):
        if path.startswith(only):
            listed += [(path, alternatives) for alternatives in sites.sites_of(read(os.path.join(source, path)))]
    chance = random.Random(seed)
    step = len(listed) / count if count < len(listed) else 1
    start = chance.random() * step
    places = sorted({int(start + i * step) for i in range(min(count, len(listed)))} & set(range(len(listed))))
    chosen = [(listed[i][0], chance.choice(listed[i][1])) for i in places]
    chance.shuffle(chosen)
    return chosen, len(listed)


class Programme:
    def __init__(self, source, work, jobs, patience):
        self.source, self.work, self.jobs, self.patience = source, work, jobs, patience
        self.scripts = threading.Lock()
        os.makedirs(work, exist_ok=True)
        say("building the library at -O1 with AddressSanitizer, and the tests")
        libraries.build(source, os.path.join(work, "watched"), "-O1 -w " + libraries.WATCHED, jobs)
        self.library = libraries.Library(source, os.path.join(work, "watched"))
        self.tests = testing.tests_of(self.library.place)
        self.learnt_file = os.path.join(work, "learnt.json")
        self.learnt = json.loads(read(self.learnt_file)) if os.path.exists(self.learnt_file) else {"tests": {}, "seconds": {}, "kills": {}}
        self.learn()
        self.time_tests()

    def save(self):
        with open(self.learnt_file + ".new", "w") as file:
            json.dump(self.learnt, file)
        os.replace(self.learnt_file + ".new", self.learnt_file)

    def learn(self):
        known = self.learnt["tests"]
        traced = os.path.join(self.work, "traced")
        trace = os.path.join(self.work, "trace.o")
        done = libraries.quiet([os.environ.get("CC", "cc"), "-O1", "-fPIC", "-c", os.path.join(HERE, "trace.c"), "-o", trace])
        if done.returncode:
            raise SystemExit(done.stdout)
        say("building the library that writes down which functions a test enters")
        libraries.build(self.source, traced, "-O1 -w -g1 -finstrument-functions", self.jobs, ["-DCMAKE_SHARED_LINKER_FLAGS=" + trace],
                        target="gyre_io")
        testing.learn(self.tests, traced, known, self.save, say)
        self.enters, self.holds, self.of_file = defaultdict(set), defaultdict(set), defaultdict(set)
        for name, what in known.items():
            for entered in what["enters"]:
                self.enters[entered].add(name)
                self.of_file[entered.split(":")[0]].add(name)
            for held in what["holds"]:
                self.holds[held].add(name)

    def time_tests(self):
        """The control: every test passes on the library as it is. A test that cannot run here (77) is left out.
        Earlier verdicts about these libraries are kept."""
        bytes_of_libraries = b""
        for name in libraries.LIBRARIES.values():
            with open(os.path.join(self.library.place, name), "rb") as file:
                bytes_of_libraries += file.read()
        key = hashlib.sha256(bytes_of_libraries).hexdigest()
        if self.learnt["seconds"].get("library") != key:
            self.learnt["seconds"] = {"library": key}
        known = self.learnt["seconds"]
        usable = []
        for test in self.tests:
            name = test.name + " " + test.key()
            if known.get(name):
                test.seconds = known[name]
                usable.append(test)
                continue
            before = os.times()
            code = test.run()
            after = os.times()
            if code == 77:
                continue
            if code != 0:
                raise SystemExit("mutation: %s fails (%s) on the unchanged library" % (test.name, code))
            test.seconds = max(0.01, after.children_user + after.children_system - before.children_user - before.children_system)
            usable.append(test)
            known[name] = test.seconds
        self.save()
        self.tests = usable
        say("%d tests pass on the unchanged library, in %.0f s" % (len(usable), sum(test.seconds for test in usable)))

    def tests_for(self, path, site):
        """Those that enter the function; between functions, those that enter any of the file. The most telling first."""
        names = set()
        if site.function:
            names = self.enters["%s:%s" % (path, site.function)] | (self.holds[site.function] if not path.endswith(".c") else set())
        else:
            names = set(self.of_file[path])
            if not names:
                for unit in self.library.units_reading(path):
                    names |= self.of_file[os.path.relpath(unit.source, self.source)]
        kills = self.learnt["kills"].get(path, {})
        folder = path.split("/")[1]
        expected = lambda test: testing.BROAD.get(test.name, 0.5 if test.folder == folder else 0.1)
        worth = lambda test: (-(kills.get(test.name, 0) + expected(test)) / (0.05 + test.seconds), test.name)
        return sorted((test for test in self.tests if test.name in names), key=worth)

    def judge(self, path, site, text=None):
        """(verdict, detail): killed by which test, survived, unreached (no test enters it), same or broken."""
        text = text if text is not None else sites.apply(read(os.path.join(self.source, path)), site)
        chosen = self.tests_for(path, site)
        place = os.path.join(self.work, "mutant-%d" % threading.get_ident())
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        # first the tests that have no copy of the function, which need not be built again
        holders = {test.target for test in chosen if test.name in self.holds[site.function]} if not path.endswith(".c") else set()
        if path == "src/world/clock.c":
            holders = {"test_clock"}
        verdict = self.judge_by(path, text, place, site, [test for test in chosen if test.target not in holders], set())
        if verdict[0] not in ("survived", "unreached") or not holders:
            return verdict
        return self.judge_by(path, text, place, site, [test for test in chosen if test.target in holders], holders)

    def fails(self, test, place, program):
        """Returns the kind of failure, or None. A busy machine can make a script fail and a program run out of time: a script counts if
        the unchanged library passes it afterwards, time that ran out if it does so again, with four times as much."""
        with self.scripts if test.target == "sh" else contextlib.nullcontext():  # they share folders
            limit = 3 * test.seconds + 2
            code = test.run(library=place, program=program, limit=limit)
            if code in OUT_OF_TIME:
                code = test.run(library=place, program=program, limit=4 * limit)
            if code in (0, 77) or test.target == "sh" and test.run(limit=4 * limit) != 0:
                return None
            return "out of time" if code in OUT_OF_TIME else "exit code %d" % code

    def judge_by(self, path, text, place, site, chosen, holders):
        made = self.library.make_mutant(path, text, place, site.function, holders)
        if isinstance(made, str):
            return made, ""
        if not chosen:
            return "unreached", ""
        spent = 0
        for test in chosen:
            spent += test.seconds
            if spent > self.patience and test is not chosen[0]:
                return "survived", "the quicker ones of %d tests" % len(chosen)
            how = self.fails(test, place, made.get(test.target))
            if how:
                kills = self.learnt["kills"].setdefault(path, {})
                kills[test.name] = kills.get(test.name, 0) + 1
                return "killed", "%s, %s" % (test.name, how)
        return "survived", "%d tests" % len(chosen)


def control(programme):
    """A change that means nothing must survive, one that compiles to the same must not count, a gross one must be killed."""
    path = "src/base/base64.c"
    text = read(os.path.join(programme.source, path))
    nothing = sites.Site(1, None, "nothing", [])
    expected = [("survived", text + "\nint gyre_mutation_control(void);\nint gyre_mutation_control(void) { return 1; }\n"),
                ("same", text + "\n// a comment\n"), ("killed", text.replace("return ", "return 1 + ")), ("broken", text + "\n}\n")]
    for want, changed in expected:
        got, _ = programme.judge(path, nothing, changed)
        if got != want:
            raise SystemExit("mutation: the control that should be '%s' is '%s'" % (want, got))
    say("controls: a change without meaning survives, a comment is no mutant, a gross fault is killed")


def report(rows, work, header):
    """The table by folder, and the survivors with their lines."""
    counted = [row for row in rows if row["verdict"] in ("killed", "survived", "unreached")]
    by_folder = defaultdict(Counter)
    for row in counted:
        by_folder[row["path"].split("/")[1]][row["verdict"]] += 1
    lines = [header, "%-12s %7s %7s %6s" % ("folder", "mutants", "killed", "%")]
    for folder, tally in sorted(by_folder.items()):
        total = sum(tally.values())
        lines.append("%-12s %7d %7d %6.1f" % (folder, total, tally["killed"], 100 * tally["killed"] / total))
    killed = sum(row["verdict"] == "killed" for row in counted)
    share = 100 * killed / max(1, len(counted))
    lines.append("%-12s %7d %7d %6.1f" % ("all", len(counted), killed, share))
    with open(os.path.join(work, "survivors.txt"), "w") as file:
        for row in sorted((row for row in counted if row["verdict"] != "killed"), key=lambda row: (row["path"], row["line"])):
            file.write("%s:%d: %s in %s (%s %s): %s\n" % (row["path"], row["line"], row["change"], row["function"], row["verdict"],
                                                       row["detail"], row["text"]))
    return lines, share, len(counted), killed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("work")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="of mutants, builds and learning aside; then stop, with what was done")
    parser.add_argument("--patience", type=float, default=45, help="seconds of tests that a mutant must survive to count as survived")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--bar", type=float, default=0)
    parser.add_argument("--least", type=int, default=1, help="mutants that must have been counted")
    parser.add_argument("--only", default="src/")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", help="file for the table")
    chosen = parser.parse_args()
    programme = Programme(os.path.realpath(chosen.source), os.path.realpath(chosen.work), chosen.jobs, chosen.patience)
    control(programme)
    begun = time.time()
    mutants, site_count = sample(programme.source, chosen.count, chosen.seed, chosen.only)
    rows, judged = [], {}
    verdicts = os.path.join(programme.work, "verdicts.csv")
    state = programme.learnt["seconds"]["library"]
    if os.path.exists(verdicts):
        with open(verdicts, newline="") as file:
            judged = {(row["path"], int(row["at"]), row["change"]): row for row in csv.DictReader(file)
                      if row.get("state") == state and (row["verdict"] != "survived" or not chosen.again)}

    def one(mutant):
        path, site = mutant
        known = judged.get((path, site.edits[0][0], site.kind))
        if known:
            return dict(known, line=site.line)
        started = time.time()
        if started - begun > chosen.seconds:
            return None
        verdict, detail = programme.judge(path, site)
        line = read(os.path.join(programme.source, path)).splitlines()[site.line - 1].strip()
        return {"path": path, "line": site.line, "function": site.function, "change": site.kind, "verdict": verdict,
                "detail": detail, "seconds": round(time.time() - started, 1), "text": line, "at": site.edits[0][0], "state": state}

    equivalents = known_equivalents()

    def reviewed(row):
        """The row, or the same one as equivalent, if it survived and the list has it."""
        is_known = (row["path"], row["function"] or "-", row["change"], row["text"]) in equivalents
        return dict(row, verdict="equivalent") if is_known and row["verdict"] == "survived" else row

    with open(verdicts, "w", newline="") as file, concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        table = csv.DictWriter(file, ["path", "line", "function", "change", "verdict", "detail", "seconds", "text", "at", "state"])
        table.writeheader()
        wanted = [pool.submit(one, mutant) for mutant in mutants]
        for key in set(judged) - {(path, site.edits[0][0], site.kind) for path, site in mutants}:
            table.writerow(judged[key])  # of another sample
        for done in concurrent.futures.as_completed(wanted):
            row = done.result()
            if not row:
                continue
            rows.append(reviewed(row))
            table.writerow(row)
            file.flush()
            if len(rows) % 25 == 0:
                programme.save()
                say("%d of %d after %.0f s" % (len(rows), len(mutants), time.time() - begun))
    programme.save()
    same_meaning = sum(row["verdict"] == "equivalent" for row in rows)
    header = "seed %d: %d of %d sites, %d of them no mutants (the same object, or not C), %d equivalent by review" % (
        chosen.seed, len(rows), site_count, sum(row["verdict"] in ("same", "broken") for row in rows), same_meaning)
    lines, share, counted, killed = report(rows, programme.work, header)
    say("\n".join(lines))
    if chosen.record:
        with open(chosen.record, "w") as file:
            file.write("\n".join(lines) + "\n")
    say("reached: %.1f %% of %d mutants killed (seed %d; %d more are equivalent by review)" % (share, counted, chosen.seed, same_meaning))
    return 0 if share >= chosen.bar and counted >= chosen.least else 1


if __name__ == "__main__":
    sys.exit(main())
