"""Finds and renames the names that a C file of this project declares at file scope. Works for the house style, not for all of C."""

import re

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<directive>(?m:^)[ \t]*\#(?:\\\n|//|[^\n])*)
  | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<space>\s+)
  | (?P<mark>->|.)
""", re.X | re.S)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
MODIFIERS = {"static", "inline", "const", "extern", "volatile", "PURE", "OUT_OF_LINE", "_Alignas", "_Thread_local"}

KEYWORDS = {"_Static_assert", "struct", "union", "enum", "typedef", "void", "char", "int", "double", "float", "unsigned", "size_t", "bool"}


def tokens_of(text):
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def without_attributes(tokens):
    """The tokens without __attribute__((...))."""
    kept, depth, skips = [], 0, False
    for token in tokens:
        if token[1] == "__attribute__":
            skips = True
        elif skips:
            depth += (token[1] == "(") - (token[1] == ")")
            skips = depth > 0
        else:
            kept.append(token)
    return kept


def declarations(text):
    """Declarations at file scope, one list of tokens each. A body in braces is one token that contains its tokens."""
    current, body, depth = [], None, 0
    for kind, value in without_attributes([t for t in tokens_of(text) if t[0] not in ("comment", "space", "directive")]):
        if value == "}":
            depth -= 1
            if depth == 0:
                current.append(("body", body))
                body = None
                if is_function(current):
                    yield current
                    current = []
                continue
        if depth > 0:
            body.append((kind, value))
        elif value == "{":
            body = []
        elif value == ";":
            yield current
            current = []
        else:
            current.append((kind, value))
        depth += value == "{"
    if current:
        yield current


def is_function(tokens):
    """True if the declaration ends with the body of a function, not of a type or an initialiser."""
    values = [value for kind, value in tokens if kind != "body"]
    return "(" in values and "=" not in values and values[0] != "typedef"


def constants_of(body):
    """The constants in the body of an enum."""
    names, is_first, depth = [], True, 0
    for kind, value in body:
        if is_first and kind == "name":
            names.append(value)
            is_first = False
        depth += (value in "({[") - (value in ")}]")
        if value == "," and depth == 0:
            is_first = True
    return names


def name_of_declarator(tokens):
    """The name that a declaration (without its body) declares: f in `static int f(int a)`, a in `const int *a[3] = `."""
    name = None
    for i, (kind, value) in enumerate(tokens):
        if value == "(" and [t[1] for t in tokens[i + 1:i + 2]] == ["*"]:  # a pointer to functions
            inside = [t[1] for t in tokens[i + 2:] if t[0] == "name" and t[1] not in MODIFIERS]
            return inside[0] if inside else None
        if value in ("(", "[", "="):
            break
        if kind == "name" and value not in MODIFIERS:
            name = value
    return name


def declared_names(text):
    """The functions, variables, types, tags and constants that a file declares at file scope."""
    names = set()
    for declaration in declarations(text):
        for i, (kind, value) in enumerate(declaration):
            if kind == "body" and any(t[1] == "enum" for t in declaration[:i][-2:]):
                names.update(constants_of(value))
            if value in ("struct", "union", "enum") and declaration[i + 1][0] == "name" and declaration[i + 2:i + 3] and \
                    declaration[i + 2][0] == "body":
                names.add(declaration[i + 1][1])
        rest = [t for t in declaration if t[0] != "body"]
        # several declarators: `static const double A = 1, B = 2`
        depth, parts = 0, [[]]
        for token in rest:
            depth += (token[1] in ("(", "[")) - (token[1] in (")", "]"))
            if token[1] == "," and depth == 0:
                parts.append([])
            else:
                parts[-1].append(token)
        if len([t for t in rest if t[0] == "name"]) > 1:
            names.update(name for name in map(name_of_declarator, parts) if name)
    return names - KEYWORDS


def in_struct(stack):
    return bool(stack) and stack[-1]


def renamed(text, renames):
    """The text with renamed identifiers. Members (names after . and ->, and declarations inside a struct) keep their names."""
    if not renames:
        return text
    out, stack = [], []  # the stack has True for each open brace of a struct
    tokens = tokens_of(text)
    solid = [i for i, t in enumerate(tokens) if t[0] not in ("comment", "space")]
    place = {i: n for n, i in enumerate(solid)}

    def near(i, distance):
        n = place[i] + distance
        return tokens[solid[n]][1] if 0 <= n < len(solid) else ""

    for i, (kind, value) in enumerate(tokens):
        if kind == "directive":
            out.append(renamed_directive(value, renames))
            continue
        if value == "{" and kind == "mark":
            stack.append(near(i, -1) in ("struct", "union") or near(i, -2) in ("struct", "union"))
        elif value == "}" and kind == "mark" and stack:
            stack.pop()
        elif kind == "name" and value in renames:
            is_member = near(i, -1) in (".", "->")
            is_declared_member = in_struct(stack) and near(i, 1) in (";", ",", "[", ":") and near(i, -1) != "["
            if not is_member and not is_declared_member:
                value = renames[value]
        out.append(value)
    return "".join(out)


def renamed_directive(line, renames):
    """Renames identifiers in the replacement list of a #define; other directives are not changed."""
    match = re.match(r"([ \t]*#[ \t]*define[ \t]+\w+)(.*)$", line, re.S)
    if not match:
        return line
    word = r"(?<![\w.>#])(?<!\")\b[A-Za-z_]\w*\b(?!##)"
    return match.group(1) + re.sub(word, lambda m: renames.get(m.group(), m.group()), match.group(2))
