"""Writes the matrix of bad arguments as C: arguments.py COMPILER INCLUDE HERE OUTPUT.

Every function that a header in INCLUDE/gyre declares needs a row in HERE/arguments.rows, which has a good call of it. Every
parameter, every field of what it points to and every field of those is a slot; a slot's type selects its bad values
(in arguments.c). HERE/arguments.rules lists the unusual expectations.
"""
import glob
import os
import re
import sys

from declarations import Declarations, split_outside

DEREFERENCES_MAX = 3

# The values of arguments.c, in its order, with what is usually expected of them: refused (R) or either (E).
VALUES = {
    "NUMBER": [("NaN", "R"), ("+Inf", "R"), ("-Inf", "R"), ("-0", "E"), ("denormal", "E"), ("negative", "E"),
               ("1e308", "E"), ("-1e308", "E")],
    "POINTER": [("NULL", "R")],
    "USER": [("NULL", "E")],
    "TEXT": [("NULL", "R"), ("empty", "E"), ("not-UTF-8", "E"), ("long", "E")],
    "BODY": [("none", "R"), ("removed", "R"), ("foreign", "R"), ("no-index", "R"), ("no-generation", "R"),
             ("no-world", "R")],
    "FORCE": [("none", "R"), ("removed", "R"), ("foreign", "R"), ("no-index", "R"), ("no-generation", "R"),
              ("no-world", "R")],
    "ENUM": [("-1", "R"), ("count", "R"), ("INT_MAX", "R")],
    "INT": [("-1", "E"), ("INT_MIN", "E"), ("INT_MAX", "E")],
    "BITS": [("max", "R")],
    "MARKER": [("0", "R"), ("wrong", "R")],
    "U64": [("0", "E"), ("max", "E")],
    "U32": [("0", "E"), ("max", "E")],
    "SIZE": [("0", "E"), ("SIZE_MAX", "E"), ("SIZE_MAX/8+1", "E"), ("SIZE_MAX/2", "E")],
}
LEAVES = {"double": "NUMBER", "int": "INT", "unsigned": "BITS", "size_t": "SIZE", "uint64_t": "U64", "uint32_t": "U32",
          "gyre_body_id": "BODY", "gyre_force_id": "FORCE"}
PLACES = ["callback", "hook"]


class Rules:
    """Lines `pattern word reason`; * stands for anything in the pattern, which is function.slot=value."""
    WORDS = {"refused": "R", "ok": "O", "either": "E", "skip": "S", "explains": "X"}

    def __init__(self, path):
        self.rules = []
        for number, line in enumerate(open(path), 1):
            if line.strip() and not line.startswith("#"):
                pattern, word, reason = line.split(None, 2)
                expression = re.compile("^" + ".*".join(re.escape(p) for p in pattern.split("*")) + "$")
                self.rules.append([expression, self.WORDS[word], f"{path}:{number}: {pattern}", 0])

    def of(self, cell, usual, words):
        for rule in self.rules:  # the last one that fits counts
            if rule[1] in words and rule[0].match(cell):
                rule[3] += 1
                usual = rule[1]
        return usual

    def unused(self):
        return [r[2] for r in self.rules if r[3] == 0]


def is_output(parameter):
    return not parameter.is_const and (parameter.stars > 0 or parameter.array) and (
        parameter.name.startswith("out_") or parameter.name == "report")


class Row:
    def __init__(self, number, function, variant, arguments, after):
        self.number, self.function, self.variant, self.arguments, self.after = number, function, variant, arguments, after
        self.name = function.name + (f"@{variant}" if variant else "")
        self.slots = []

    def find_slots(self, declarations):
        for parameter in self.function.parameters:
            self.walk(declarations, parameter, f"args_{self.number}", [], parameter.name, "", 0)

    def leaf(self, kind, steps, holder, path, name, limit=0):
        self.slots.append((path, steps + [f"offsetof({holder}, {name})"], kind, limit))

    # `holder` is the C type that has the field `name`; `steps` are offsets, with a dereference between any two.
    def walk(self, declarations, p, holder, steps, path, prefix, depth):
        name = prefix + p.name
        base = p.base
        while base in declarations.aliases:
            alias = declarations.aliases[base]
            if alias.endswith("*"):
                return self.leaf("USER", steps, holder, path, name)
            base = alias
        if p.is_function or base in declarations.callbacks:
            return self.leaf("POINTER", steps, holder, path, name)
        is_pointer = p.stars > 0 or (p.array and holder == f"args_{self.number}")
        if is_pointer:
            if base == "char" and p.is_const and p.stars == 1:
                return self.leaf("TEXT", steps, holder, path, name)
            if base == "void" and p.name == "user":
                return self.leaf("USER", steps, holder, path, name)
            if p.stars or p.array:
                self.leaf("POINTER", steps, holder, path, name)
            if is_output(p) or p.stars > 1 or base in declarations.opaque or base in ("void", "char", "uint8_t"):
                return None
            if depth < DEREFERENCES_MAX:
                return self.inside(declarations, base, base, steps + [f"offsetof({holder}, {name})"], path + "->", "",
                                   depth + 1, [])
            return None
        if base == "char":
            return None  # texts of reports
        if p.array:  # of a struct: the first and the last one stand for all
            ends = [[0] * len(p.array), [n - 1 for n in p.array]]
            for end in ends if ends[0] != ends[1] else ends[:1]:
                brackets = "".join(f"[{i}]" for i in end)
                self.inside(declarations, base, holder, steps, path + brackets, name + brackets, depth, [p])
            return None
        return self.inside(declarations, base, holder, steps, path, name, depth, [p])

    # The fields of a value of type `base` that is at `name` of `holder` ("" for the holder itself).
    def inside(self, declarations, base, holder, steps, path, name, depth, parameter):
        dot = "." if name else ""
        text = path if path.endswith("->") else path + "."
        if base in LEAVES:
            kind = "MARKER" if path.endswith("marker") else LEAVES[base]
            where = f"offsetof({holder}, {name})" if name else "0"
            self.slots.append((path.removesuffix("->") + ("[0]" if path.endswith("->") else ""), steps + [where], kind, 0))
        elif base in declarations.enums:
            where = f"offsetof({holder}, {name})" if name else "0"
            self.slots.append((path, steps + [where], "ENUM", declarations.enums[base]))
        elif base in declarations.structs:
            for field in declarations.structs[base]:
                self.walk(declarations, field, holder, steps, text + field.name, name + dot, depth)
        elif base in declarations.unions:
            for field in declarations.unions[base]:
                if field.name == self.variant:
                    self.walk(declarations, field, holder, steps, text + field.name, name + dot, depth)
        elif base != "void":
            raise SystemExit(f"arguments.py: {self.function.name}: no bad values are known for the type {base} of {path}")

    def write(self, out, rules):
        f, n = self.function, self.number
        fields = "".join(f" {'const ' if p.is_const else ''}{p.base} {'*' * (p.stars + bool(p.array))}{p.name};"
                         for p in f.parameters) or " char nothing;"
        out(f"typedef struct args_{n} {{{fields} }} args_{n};")
        out(f"static void fill_{n}(stage *s, void *args) {{")
        out(f"    args_{n} *a = args;")
        out("    inputs *in = &s->in;")
        out("    (void)a, (void)in;")
        for p, argument in zip(f.parameters, self.arguments):
            found = re.match(r"^OUT(?:\[(\d+)\])?$", argument)
            if found:
                explains = rules.of(f"{f.name}.{p.name}", "", "X") == "X"
                count = found.group(1) or (p.array[0] if p.array else 1)
                unit = "1" if p.base == "void" and p.stars == 1 else f"sizeof *a->{p.name}"
                argument = f"cell_output({count} * {unit}, {int(explains)})"
            elif rules.of(f"{f.name}.{p.name}", "", "X") == "X":
                argument = f"cell_may_change({argument}, sizeof *a->{p.name})"
            out(f"    a->{p.name} = {argument};")
        out("}")
        self.write_call(out)
        if self.slots:
            out(f"static const call_slot slots_{n}[] = {{")
            for path, steps, kind, limit in self.slots:
                cells = [rules.of(f"{self.name}.{path}={value}", usual, "ROES") for value, usual in VALUES[kind]]
                out(f'    {{"{path}", {len(steps)}, {{{", ".join(steps)}}}, {kind}, {limit}, "{"".join(cells)}"}},')
            out("};")

    def write_call(self, out):
        f, n = self.function, self.number
        call = f"{f.name}({', '.join('a->' + p.name for p in f.parameters)})"
        out(f"static gyre_result call_{n}(stage *s, void *args) {{")
        out(f"    args_{n} *a = args;")
        out("    (void)s, (void)a;")
        if f.result == "gyre_result":
            out(f"    return {call};")
        elif f.result == "const char *":
            out(f"    cell_touch_text({call});")
        else:
            out(f"    {'' if f.result == 'void' else '(void)'}{call};")
        if f.result != "gyre_result":
            out("    return GYRE_OK;")
        out("}")
        out(f"static void after_{n}(stage *s, void *args, gyre_result result) {{")
        out(f"    args_{n} *a = args;")
        out("    (void)s, (void)a, (void)result;")
        if self.after:
            always = self.after.startswith("always:")
            first = f.parameters[0].name if f.result == "void" or always else ""
            condition = f"a->{first}" if first else "result == GYRE_OK"
            if f.name == "gyre_file_free":
                condition = "a->bytes"
            out(f"    if ({condition}) {self.after.removeprefix('always:').strip()};")
        out("}")

    def table_line(self, rules, has_step):
        f = self.function
        worlds = [p for p in f.parameters if p.base == "gyre_world" and p.stars == 1]
        others = [p for p in f.parameters if p.base in ("gyre_scene", "gyre_recording") and p.stars == 1]
        changes = any(not p.is_const for p in worlds + others)
        steps = ""
        for place in PLACES if has_step and (worlds or others) else []:
            usual = "R" if f.result == "gyre_result" and changes else "E"
            steps += rules.of(f"{f.name}.step={place}", usual if worlds or place == "callback" else "S", "ROES")
        world = f"(int)offsetof(args_{self.number}, {worlds[0].name})" if worlds else "-1"
        n, slots = self.number, f"slots_{self.number}" if self.slots else "NULL"
        return (f'    {{"{self.name}", fill_{n}, call_{n}, after_{n}, sizeof(args_{n}), {slots}, {len(self.slots)}, '
                f'{int(f.result == "gyre_result")}, {int(changes)}, {world}, "{steps}"}},')


def read_rows(path, functions, kinds):
    rows, skipped, known = [], [], set()
    for line in open(path):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [p.strip() for p in line.rstrip("\n").split("|")]
        name, _, variant = parts[0].partition("@")
        known.add(name)
        if name not in functions:
            raise SystemExit(f"arguments.py: {path} has a row for {name}, which no header declares")
        if parts[1].startswith("skip:"):
            skipped.append(name)
            continue
        for kind in kinds if variant == "<kind>" else [variant]:
            arguments = split_outside(parts[1].replace("<kind>", kind), ",")
            if len(arguments) != len(functions[name].parameters):
                raise SystemExit(f"arguments.py: the row of {name} has {len(arguments)} arguments, its declaration "
                                 f"{len(functions[name].parameters)}")
            rows.append(Row(len(rows), functions[name], kind, arguments, parts[2] if len(parts) > 2 else ""))
    missing = [name for name in functions if name not in known]
    for name in missing:
        print(f"arguments.py: {name} is public and has no row in {os.path.basename(path)}", file=sys.stderr)
    if missing:
        raise SystemExit(1)
    return rows, skipped


def main():
    compiler, include, here, output = sys.argv[1:]
    headers = sorted(f"gyre/{os.path.basename(h)}" for h in glob.glob(f"{include}/gyre/*.h"))
    declarations = Declarations(compiler, [include, here], headers + ["arguments_control.h"])
    functions = {f.name: f for f in declarations.functions}
    kinds = [field.name for field in declarations.unions["gyre_force_parameters"]]
    rows, skipped = read_rows(f"{here}/arguments.rows", functions, kinds)
    rules = Rules(f"{here}/arguments.rules")
    lines, table, seen = [], [], set()
    for row in rows:
        row.find_slots(declarations)
        row.write(lines.append, rules)
        table.append(row.table_line(rules, row.function.name not in seen))
        seen.add(row.function.name)
    for rule in rules.unused():
        print(f"{rule} fits no cell", file=sys.stderr)
    if rules.unused():
        raise SystemExit(1)
    text = ["// Made by arguments.py from the headers and arguments.rows.", '#include "arguments_cells.h"',
            '#include "arguments_control.h"'] + lines
    text += ["const call_row arguments_rows[] = {"] + table + ["};"]
    text += [f"const size_t arguments_row_count = {len(rows)};"]
    count = len([name for name in functions if name.startswith("gyre_")])
    text += [f"const size_t arguments_function_count = {count - len(skipped)};"]
    for kind, values in VALUES.items():
        names = ", ".join(f'"{v}"' for v, _ in values)
        text += [f"static const char *const names_{kind}[] = {{{names}}};"]
    names = ", ".join(f"[{kind}] = names_{kind}" for kind in VALUES)
    text += [f"const char *const *const value_names[] = {{{names}}};"]
    with open(output, "w") as file:
        file.write("\n".join(text) + "\n")


main()
