"""Where C code can be broken on purpose, and how: sites_of(text) lists one small change after the other.

A site is one token (an operator, a constant, a name) or one statement (a check, a call). Comments, strings, preprocessor lines
and invariants (GYRE_ASSERT, GYRE_VALIDATE: not in release builds) are left alone. The house style tells operators apart: a
binary one has spaces on both sides, a pointer's star has not.
"""
import re
from collections import namedtuple

# edits: (offset, length, replacement) each; function: the name of the one around it, or None between functions
Site = namedtuple("Site", "line function kind edits")
Token = namedtuple("Token", "kind text at")

TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<string>"(?:\\.|[^"\\\n])*")|(?P<char>'(?:\\.|[^'\\\n])+')
    |(?P<number>(?:0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[uUlLfF]*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<sign><<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||<=|>=|==|!=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE)

BINARY = {
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="],
}
NAMES = {"smaller": "larger", "larger": "smaller", "fmin": "fmax", "fmax": "fmin", "true": "false", "false": "true"}
INVARIANTS = {"GYRE_ASSERT", "GYRE_VALIDATE", "static_assert", "_Static_assert"}
LEAVES = {"return", "goto", "continue", "break"}
KEYWORDS = {"return", "case", "else", "sizeof", "goto", "in"}


def tokens_of(text):
    kept = []
    for match in TOKEN.finditer(text):
        if match.lastgroup not in ("space", "comment", "directive"):
            kept.append(Token(match.lastgroup, match.group(), match.start()))
    return kept


def closing(tokens, index):
    """The index of the bracket that closes the one at index."""
    depth = 0
    for i in range(index, len(tokens)):
        if tokens[i].text in "([{":
            depth += 1
        elif tokens[i].text in ")]}":
            depth -= 1
            if depth == 0:
                return i
    return len(tokens) - 1


def functions_of(tokens):
    """For every token the name of the function around it."""
    names = [None] * len(tokens)
    i = 0
    while i < len(tokens):
        if tokens[i].text == "{":
            end = closing(tokens, i)
            if i > 0 and tokens[i - 1].text == ")":
                depth, j = 0, i - 1
                while j >= 0:
                    depth += (tokens[j].text == ")") - (tokens[j].text == "(")
                    if depth == 0:
                        break
                    j -= 1
                for k in range(i, end + 1):
                    names[k] = tokens[j - 1].text
            i = end
        i += 1
    return names


def changed_number(text):
    """Other values for a constant: 0 and 1 become each other, everything else one more."""
    digits = text.rstrip("uUlL") if not text[:2].lower() == "0x" else text
    if re.fullmatch(r"\d+", digits):
        value, suffix = int(digits), text[len(digits):]
        return {0: ["1"], 1: ["0", "2"]}.get(value, [str(value + 1)])[0:2] if not suffix else [str(value + 1) + suffix]
    if digits[:2].lower() == "0x" and "." not in digits and "p" not in digits.lower():
        return ["(%s + 1)" % text]
    return ["(%s + 1)" % text]


def is_binary(text, token):
    return text[token.at - 1] in " \n" and text[token.at + len(token.text)] in " \n"


def is_size_of_array(tokens, i):
    """A number in brackets behind a name that a type or a comma stands before: one more is no fault."""
    opening = i - 1
    while opening > 1 and (tokens[opening].kind in ("name", "number") or tokens[opening].text in ("+", "*")):
        opening -= 1
    if tokens[opening].text != "[":
        return False
    name = opening - 1
    while name > 1 and tokens[name].text == "]":  # of more dimensions
        while name > 1 and tokens[name].text != "[":
            name -= 1
        name -= 1
    before = tokens[name - 1]
    end = i
    while tokens[end].text == "]" or tokens[end].text == "[" or tokens[end].kind in ("name", "number") or tokens[end].text in ("+", "*"):
        end += 1
    if before.text == "," and tokens[end].text == "=" and tokens[end + 1].text == "{":  # one more array with a list
        return True
    return before.kind == "name" and before.text not in KEYWORDS or before.text == "*"


def token_changes(text, tokens, i):
    """The changes of one token: (kind, edits) each."""
    token = tokens[i]
    before = tokens[i - 1].text if i > 0 else ""
    one = lambda kind, new: (kind, [(token.at, len(token.text), new)])
    if token.kind == "sign":
        if token.text in BINARY and is_binary(text, token):
            return [one("%s to %s" % (token.text, new), new) for new in BINARY[token.text]]
        if token.text == "-" and before not in (")", "]") and (i > 0 and tokens[i - 1].kind not in ("name", "number")
                                                               or before in KEYWORDS):
            return [one("unary minus removed", "")]
        if token.text == "!":
            return [one("negation removed", "")]
    if token.kind == "number":
        return [] if is_size_of_array(tokens, i) else [one("%s to %s" % (token.text, new), new) for new in changed_number(token.text)]
    if token.kind == "name":
        if token.text in NAMES:
            return [one("%s to %s" % (token.text, NAMES[token.text]), NAMES[token.text])]
        if before == "return" and token.text.startswith("GYRE_ERR_") and tokens[i + 1].text == ";":
            return [one("%s to GYRE_OK" % token.text, "GYRE_OK")]
    return []


def statement_changes(text, tokens, i):
    """A check that is left out, a call that is not made."""
    token = tokens[i]
    if token.text == "if" and tokens[i + 1].text == "(":
        end = closing(tokens, i + 1)
        then = end + 1
        if tokens[then].text == "{":
            then += 1
        if tokens[then].text in LEAVES:
            first = tokens[i + 1].at + 1
            return [("check removed", [(first, 0, "0 && ("), (tokens[end].at, 0, ")")])]
    if (token.kind == "name" and i > 0 and tokens[i - 1].text in (";", "{", "}") and tokens[i + 1].text == "(" and
            token.text not in {"if", "while", "for", "switch", "return", "sizeof"}):
        end = closing(tokens, i + 1)
        if tokens[end + 1].text == ";":
            return [("call of %s removed" % token.text, [(token.at, tokens[end].at + 1 - token.at, "")])]
    return []


def sites_of(text):
    """All sites in order of place, each a list of alternatives."""
    tokens = tokens_of(text)
    functions = functions_of(tokens)
    found = []
    i = 0
    while i < len(tokens):
        if tokens[i].text in INVARIANTS:
            i = closing(tokens, i + 1) + 1
            continue
        for changes in (token_changes(text, tokens, i), statement_changes(text, tokens, i) if functions[i] else []):
            if changes:
                line = text.count("\n", 0, tokens[i].at) + 1
                found.append([Site(line, functions[i], kind, edits) for kind, edits in changes])
        i += 1
    return found


def apply(text, site):
    for at, length, new in sorted(site.edits, reverse=True):
        text = text[:at] + new + text[at + length:]
    return text
