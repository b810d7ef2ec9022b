"""The public headers as data: structs, enums and functions, read from what the C preprocessor makes of them.

The headers are regular (clang-format, one style), so that a few patterns are a parser; a declaration that fits none of them is an
error, never skipped silently.
"""
import re
import subprocess


class Parameter:
    """One parameter of a function or one field of a struct: `const gyre_vec3 *points`, `double m[3][3]`."""

    def __init__(self, text):
        self.is_function = "(" in text
        self.array = [int(n) for n in re.findall(r"\[(\d+)\]", text)]
        text = re.sub(r"\[\d+\]", "", text).strip()
        if self.is_function:  # gyre_result (*on_step)(gyre_world *world, void *user)
            found = re.match(r".*?\(\*(\w+)\)", text)
            self.name, self.base, self.stars, self.is_const = found.group(1), "function", 0, False
            return
        found = re.match(r"^(const )?(?:struct )?([\w ]+?)\s*(\**)\s*(\w+)$", text)
        if not found:
            raise SystemExit(f"declarations.py: cannot read the declaration '{text}'")
        self.is_const, self.base, self.stars = bool(found.group(1)), found.group(2), len(found.group(3))
        self.name = found.group(4)


class Function:
    def __init__(self, result, name, parameters):
        self.result, self.name, self.parameters = result, name, parameters


def split_outside(text, separator):
    """Pieces between separators that are in no brackets."""
    pieces, depth, piece = [], 0, ""
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == separator and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += c
    return [p.strip() for p in pieces + [piece] if p.strip()]


def preprocessed(compiler, include, headers):
    """Returns our headers after preprocessing, without the contents of system headers."""
    source = "".join(f'#include "{h}"\n' for h in headers)
    output = subprocess.run([compiler, "-E", "-x", "c", "-"] + [f"-I{i}" for i in include], input=source, text=True,
                            stdout=subprocess.PIPE, check=True, cwd="/").stdout
    lines, is_ours = [], False
    for line in output.splitlines():
        marker = re.match(r'^# \d+ "(.*?)"', line)
        if marker:
            is_ours = any(marker.group(1).startswith(i) for i in include)
        elif is_ours and not line.startswith("#"):
            lines.append(line)
    text = " ".join(lines)
    return re.sub(r'_Pragma\("[^"]*"\)', "", text)


def fields_of(text):
    """`double x, y, z; const char *name;` as parameters, one each."""
    fields = []
    for declaration in split_outside(text, ";"):
        first, *others = split_outside(declaration, ",") if "(" not in declaration else [declaration]
        fields.append(Parameter(first))
        kind = re.match(r"^((?:const )?[\w ]+?)\s*\**\w+(\[.*)?$", first)
        fields += [Parameter(f"{kind.group(1)} {o}") for o in others]
    return fields


class Declarations:
    def __init__(self, compiler, include, headers):
        self.structs, self.unions, self.enums, self.opaque, self.aliases = {}, {}, {}, set(), {}
        self.callbacks, self.functions, self.constants = set(), [], {}
        text = re.sub(r"\s+", " ", preprocessed(compiler, include, headers))
        # bodies of inline functions end without a semicolon
        text = re.sub(r"static inline ([^{;]*\))\s*\{[^}]*\}", r"\1;", text)
        for declaration in split_outside(text, ";"):
            self.read(declaration)

    def count(self, text):
        """Lengths of arrays are numbers or constants of an enum, plain or as sums of products."""
        def value(found):
            inside = found.group(1)
            return f"[{self.constants[inside]}]" if inside in self.constants else found.group(0)
        return re.sub(r"\[(\w+)\]", value, text)

    def read_enum(self, body, name):
        value = -1
        for item in split_outside(body, ","):
            parts = [p.strip() for p in item.split("=")]
            value = eval(parts[1], {}, self.constants) if len(parts) == 2 else value + 1
            self.constants[parts[0]] = value
        if name:
            self.enums[name] = value  # the last one is the count

    def read(self, text):
        found = re.match(r"^(?:typedef )?enum(?: \w+)? \{(.*)\}\s*(\w*)$", text)
        if found:
            return self.read_enum(found.group(1), found.group(2))
        found = re.match(r"^typedef (struct|union) \w+ \{(.*)\}\s*(\w+)$", text)
        if found:
            kinds = self.structs if found.group(1) == "struct" else self.unions
            kinds[found.group(3)] = fields_of(self.count(found.group(2)))
            return None
        found = re.match(r"^typedef struct (\w+) (\w+)$", text)
        if found:
            return self.opaque.add(found.group(2))
        found = re.match(r"^typedef [\w ]+?\**\s*\(\*(\w+)\)\(.*\)$", text)
        if found:
            return self.callbacks.add(found.group(1))
        found = re.match(r"^typedef ([\w ]+?\s*\**)\s*(\w+)$", text)
        if found:
            self.aliases[found.group(2)] = found.group(1).strip()
            return None
        found = re.match(r"^((?:const )?[\w ]+?[\s*]+)(\w+)\((.*)\)$", text)
        if not found:
            raise SystemExit(f"declarations.py: cannot read '{text[:200]}'")
        parameters = [Parameter(p) for p in split_outside(self.count(found.group(3)), ",") if p != "void"]
        self.functions.append(Function(found.group(1).strip(), found.group(2), parameters))
        return None
