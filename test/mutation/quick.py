#!/usr/bin/env python3
"""The machinery of mutation.py on one small file, within seconds: quick.py SOURCE BINARY

Fixed mutants of base64.c meet test_base64; each must have its known verdict. The library of the release build stays as it is: a
changed object is linked in front of it.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sites

PATH = "src/base/base64.c"
FLAGS = ["-std=c17", "-O1", "-w", "-fno-fast-math", "-ffp-contract=off"]


def verdict(source, binary, work, text, cc):
    file, object_file, program = (os.path.join(work, name) for name in ("base64.c", "base64.o", "test_base64"))
    with open(file, "w") as out:
        out.write(text)
    includes = ["-I" + os.path.join(source, folder) for folder in ("include", "src", "test")]
    if subprocess.run([cc, *FLAGS, *includes, "-c", file, "-o", object_file], stderr=subprocess.DEVNULL).returncode:
        return "broken", b""
    subprocess.run([cc, *FLAGS, *includes, os.path.join(source, "test/test_base64.c"), object_file, os.path.join(binary, "libgyre.a"),
                    "-lcmocka", "-lm", "-pthread", "-o", program], check=True)
    with open(object_file, "rb") as made:
        code = made.read()
    try:
        result = subprocess.run([program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20).returncode
    except subprocess.TimeoutExpired:
        result = -1
    return ("survived" if result == 0 else "killed"), code


def main():
    source, binary = sys.argv[1:3]
    cc = os.environ.get("CC", "cc")
    work = os.path.join(binary, "mutation-quick")
    os.makedirs(work, exist_ok=True)
    with open(os.path.join(source, PATH)) as file:
        text = file.read()
    found = sites.sites_of(text)
    failed, tried = [], []

    def expect(what, changed, wanted, same_as=None):
        tried.append(what)
        got, code = verdict(source, binary, work, changed, cc)
        if same_as is not None and code == same_as:
            got = "same"
        print("%-60s %s" % (what, got))
        if got != wanted:
            failed.append("%s: %s, expected %s" % (what, got, wanted))
        return code

    plain = expect("unchanged", text, "survived")
    expect("a comment", text + "// nothing\n", "same", plain)
    expect("a function without callers", text + "int gyre_mutation_control(void) { return 1; }\n", "survived", plain)
    expect("not C", text + "}\n", "broken")
    # the first site of some kinds that the file has
    kinds = {}
    for alternatives in found:
        for site in alternatives:
            kinds.setdefault(site.kind, site)
    for kind in ("<< to >>", "& to |", "63 to 64", "check removed", "< to >=", "+ to -"):
        if kind in kinds:
            site = kinds[kind]
            expect("%s:%d: %s" % (PATH, site.line, kind), sites.apply(text, site), "killed", plain)
    # the tokenizer: no site in comments, strings, directives and invariants, the right names of functions
    sample = '#define A 1 + 2\n// 1 + 2\nint f(int *a) {\n    GYRE_ASSERT(1 < 2);\n    g("1 + 2");\n    return a[0] + 1;\n}\n'
    listed = [(site.line, site.function, site.kind) for alternatives in sites.sites_of(sample) for site in alternatives]
    wanted = [(5, "f", "call of g removed"), (6, "f", "0 to 1"), (6, "f", "+ to -"), (6, "f", "1 to 0"), (6, "f", "1 to 2")]
    if listed != wanted:
        failed.append("sites of the sample: %s" % listed)
    for line in failed:
        print("FAILED: " + line)
    print("reached: %d fixed cases, %d not as expected" % (len(tried) + 1, len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
