"""The tests that mutants meet: programs and scripts of ctest, what each costs, and which functions of src/ it enters."""
import hashlib
import json
import os
import re
import resource
import signal
import subprocess

# Left out: pages in browsers, other builds, documents, times of benchmarks, and faults made by tracing or by another malloc.
LEFT_OUT = re.compile(r"^(web|examples|consumer)\.|^trust\.(?!(arguments|extremes|memory|sequences|snapshots)$)|howto$|check_(determinism|tsan|install|layers|spec|bench|man|docs|glb|svg|part_picture|"
                      r"hardening|code_blocks|site|web.*)$")
# The long measurements, cut short: their bars hold for any number of samples.
PROGRAMS = {"trust.memory": ["test/trust/memory_faults", "quick"]}  # of its script the half that needs no other malloc
SHORTER = {"math.accuracy_elementary": ["20000"], "motion.accuracy_flow": ["20000"], "world.soak": ["2000", "20", "ledger"]}
# An error that AddressSanitizer finds is no exit code that a script expects. Swelling mutants are ended.
SANITIZER = "exitcode=99:detect_odr_violation=0:hard_rss_limit_mb=4096:malloc_context_size=3:quarantine_size_mb=16"
MAP_BYTES = 1 << 25
# Tests that compare results of many inputs detect most changes of any file: worth trying before the time limit.
BROAD = {"app.check_same_answers": 2, "record.check_same_files": 1, "project.same_bits": 1}


class Test:
    def __init__(self, entry, place):
        self.name = entry["name"]
        self.command = entry["command"][:1] + SHORTER.get(self.name, entry["command"][1:])
        if self.name in PROGRAMS:
            self.command = [os.path.join(place, PROGRAMS[self.name][0]), *PROGRAMS[self.name][1:]]
        self.folder = self.name.split(".")[0]
        self.target = os.path.basename(self.command[0])
        self.environment = {}
        self.place = "."
        for item in entry.get("properties", []):
            if item["name"] == "ENVIRONMENT":
                self.environment = dict(pair.split("=", 1) for pair in item["value"])
            if item["name"] == "WORKING_DIRECTORY":
                self.place = item["value"]
        if self.name in PROGRAMS:
            self.environment["ASAN_OPTIONS"] = SANITIZER + ":detect_leaks=0"  # it makes leaks on purpose, and counts them itself
        self.seconds = 1.0  # of the processor, on the library as it is

    def key(self):
        """Another one when the test's own text changes."""
        with open(self.command[1] if self.target == "sh" else self.command[0], "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def run(self, library=None, program=None, trace=None, limit=None):
        """0 if it passes. limit: seconds of the processor; programs that sleep have ten times that."""
        environment = {**os.environ, "CMOCKA_TEST_ABORT": "1", "ASAN_OPTIONS": SANITIZER, **self.environment}
        if library:
            environment["LD_LIBRARY_PATH"] = library
        if trace:
            environment["MUTATION_TRACE"] = trace
        limit = limit or 120

        def restrict():
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        command = [program or self.command[0], *self.command[1:]]
        child = subprocess.Popen(command, cwd=self.place, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=restrict)
        try:
            code = child.wait(timeout=10 * limit + 20)
        except subprocess.TimeoutExpired:
            code = "timeout"
        try:
            os.killpg(child.pid, signal.SIGKILL)  # also what it may have left behind
        except ProcessLookupError:
            pass
        child.wait()
        return code


def tests_of(place):
    listed = subprocess.run(["ctest", "--test-dir", place, "--show-only=json-v1"], stdout=subprocess.PIPE, text=True, check=True)
    tests = [Test(entry, place) for entry in json.loads(listed.stdout)["tests"]]
    return [test for test in tests if not LEFT_OUT.search(test.name)]


def functions_of_library(library):
    """{offset in the library: (file, function)}"""
    symbols = subprocess.run(["nm", library], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split() for line in symbols.splitlines()]
    rows = [(row[0], row[2]) for row in rows if len(row) == 3 and row[1] in "tT"]
    places = subprocess.run(["addr2line", "-e", library], input="\n".join(row[0] for row in rows), stdout=subprocess.PIPE,
                            text=True, check=True).stdout.splitlines()
    found = {}
    for (address, name), line in zip(rows, places):
        path = line.rsplit(":", 1)[0]
        if "/src/" in path:
            found[int(address, 16)] = ("src/" + os.path.normpath(path).rsplit("/src/", 1)[1], name.split(".")[0])
    return found


def own_copies(program):
    """Names of functions inside a test program: among them its copies of inline functions."""
    if not os.access(program, os.X_OK) or program.endswith(".sh") or os.path.basename(program) == "sh":
        return []
    symbols = subprocess.run(["nm", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    rows = [line.split() for line in symbols.splitlines()]
    return [row[2].split(".")[0] for row in rows if len(row) == 3 and row[1] == "t"]


def learn(tests, place, known, save, say):
    """Finds the functions that each test enters: {test: {"enters": [file:function], "holds": [name]}}, one test after the other, with
    the library of `place` that writes them down."""
    # trace.c gives each library one half of the map
    functions = {(half, at): what for half, name in enumerate(("libgyre.so", "libgyre_io.so"))
                 for at, what in functions_of_library(os.path.join(place, name)).items() if at < MAP_BYTES // 2}
    trace = os.path.join(place, "trace.map")
    for test in tests:
        key = test.key()
        if known.get(test.name, {}).get("key") == key:
            continue
        with open(trace, "wb") as file:
            file.truncate(MAP_BYTES)
        # The functions that a long program enters in its first seconds are enough; a test ends, and its last functions count too.
        test.run(library=place, trace=trace, limit=6 if test.name.startswith("trust.") else 30)
        with open(trace, "rb") as file:
            hit = file.read()
        enters = sorted({"%s:%s" % what for (half, at), what in functions.items() if hit[half * MAP_BYTES // 2 + at]})
        known[test.name] = {"key": key, "enters": enters, "holds": sorted(set(own_copies(test.command[0])))}
        say("  %-32s %5d functions" % (test.name, len(enters)))
        save()
    os.path.exists(trace) and os.remove(trace)
