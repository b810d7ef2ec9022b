#!/usr/bin/env python3
"""Writes scenes with one mistake each into a directory: wrong_scenes.py SCENES DIRECTORY. Every value of every small example is
replaced by values that it hardly can have, taken out, or given twice. check_same_answers.sh compares the messages of `gyre check`."""
import copy
import json
import os
import sys

INSTEAD = [-1, 0, 1e300, "text", [], [1, 2], {}, None, True]


def places(value, path=()):
    """Every place in the document, the outermost first; of long lists the first three items."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for i in range(min(len(value), 3)):
            yield from places(value[i], path + (i,))


def with_value(document, path, value):
    changed = copy.deepcopy(document)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


def without(document, path):
    changed = copy.deepcopy(document)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return changed


def main():
    folder, out = sys.argv[1:]
    count = 0

    def write(document):
        nonlocal count
        with open(os.path.join(out, "%05d.json" % count), "w") as file:
            json.dump(document, file)
        count += 1

    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            text = file.read()
        if len(text) > 5000:  # many bodies of one kind
            continue
        document = json.loads(text)
        for path in places(document):
            if not path:
                continue
            for value in INSTEAD:
                write(with_value(document, path, value))
            write(without(document, path))
            if isinstance(path[-1], str):
                write(with_value(document, path[:-1] + (path[-1] + "s",), 1))


main()
