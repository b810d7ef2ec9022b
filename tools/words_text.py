"""Extracts the English of the project's files: comments, strings, prose and test names, as sentences with line numbers."""
import os
import re

C_SUFFIXES = ('.c', '.h', '.inc', '.def', '.js', '.mjs')
HASH_SUFFIXES = ('.py', '.sh', '.cmake', '.txt', '.rows', '.rules')
HASH_NAMES = ('Makefile', 'bootstrap', 'run', 'check_words')

# Files without prose, and prose by others.
SKIPPED = re.compile(r'^(LICENSE|package-lock\.json|tools/words|test/data/|test/same_|test/fuzz/.*\.dict|docs/pictures/|examples/scene\.schema\.json)')

C_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\'(?:[^\'\\\n]|\\.)*\'', re.S)
TEST_NAME = re.compile(r'\bTEST\((\w+)\)')
ABBREVIATIONS = {'e.g.', '(e.g.', 'i.e.', '(i.e.', 'etc.', 'cf.'}


class Text:
    """The words of one block of text, each with its line number."""

    def __init__(self):
        self.words = []

    def add(self, text, line):
        for offset, part in enumerate(text.split('\n')):
            self.words += [(word, line + offset) for word in part.split()]

    def sentences(self, ends='.!?:;'):
        """Yields (line, sentence). A sentence ends after a word that ends with a character of `ends`, except the dot of
        "w . I w" and abbreviations."""
        begin = 0
        for i, (word, _) in enumerate(self.words):
            is_end = len(word) > 1 and word[-1] in ends and word not in ABBREVIATIONS
            if is_end or i + 1 == len(self.words):
                yield self.words[begin][1], ' '.join(word for word, _ in self.words[begin:i + 1])
                begin = i + 1


def is_prose(text):
    """True if a string has three words or more."""
    return len(re.findall(r'[A-Za-z]{2,}', text)) >= 3 and ' ' in text.strip()


def comment_text(token):
    if token.startswith('/*'):
        return re.sub(r'(?m)^\s*\*+ ?|^/\*+|\*+/$', ' ', token)
    return re.sub(r'^///?<?', '', token)


def c_blocks(source):
    """Comments (consecutive lines form one block, also behind code), strings (adjacent ones form one block) and names of tests."""
    block, kind, end, last_column = None, None, 0, -1
    for match in C_TOKEN.finditer(source):
        token = match.group()
        line = source.count('\n', 0, match.start()) + 1
        gap = source[end:match.start()]
        is_next = not gap.strip() and gap.count('\n') <= 1
        column = match.start() - source.rfind('\n', 0, match.start())
        if token.startswith(('//', '/*')):
            stands_alone = not source[match.start() - column + 1:match.start()].strip()
            goes_on = kind == 'trailing comment' and is_next and stands_alone and column == last_column
            new_kind = 'comment' if stands_alone and not goes_on else 'trailing comment'
            joins = goes_on or (is_next and kind == new_kind == 'comment')
        else:
            new_kind = 'string'
            joins = is_next and kind == new_kind
        last_column = column
        if not joins:
            if block:
                yield block
            block, kind = Text(), new_kind
        end = match.end()
        if new_kind != 'string':
            block.add(comment_text(token), line)
        elif is_prose(token[1:-1]) or joins:
            block.add(token[1:-1].replace('\\n', ' ').replace('\\"', '"'), line)
    if block:
        yield block
    for match in TEST_NAME.finditer(source):
        block = Text()
        block.add(match.group(1).replace('_', ' '), source.count('\n', 0, match.start()) + 1)
        yield block


def hash_blocks(source):
    """Comments that begin with #, and strings of Python and shell with three words or more."""
    block, last = None, -1
    for number, text in enumerate(source.split('\n'), 1):
        match = re.match(r'\s*#+(?!!)(.*)', text)
        if match:
            if last != number - 1:
                if block:
                    yield block
                block = Text()
            block.add(match.group(1), number)
            last = number
            continue
        for string in re.findall(r'"""(.*?)"""|"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'', text):
            words = ''.join(string)
            if is_prose(words):
                found = Text()
                found.add(words, number)
                yield found
        trailing = re.search(r'\s#\s(.*)', text)
        if trailing and is_prose(trailing.group(1)):
            found = Text()
            found.add(trailing.group(1), number)
            yield found
    if block:
        yield block


def docstring_blocks(source):
    for match in re.finditer(r'"""(.*?)"""', source, re.S):
        block = Text()
        block.add(match.group(1), source.count('\n', 0, match.start()) + 1)
        yield block


FENCED = {'c': c_blocks, 'python': hash_blocks, 'sh': hash_blocks, 'js': c_blocks}


def markdown_blocks(source):
    """Paragraphs, list items and table cells; comments and strings of code blocks."""
    block, fence, code, begin = Text(), None, [], 0
    for number, text in enumerate(source.split('\n'), 1):
        marker = re.match(r'\s*```(\w*)', text)
        if marker and fence is None:
            yield block
            block, fence, code, begin = Text(), marker.group(1), [], number
        elif marker:
            for inner in FENCED[fence]('\n'.join(code)) if fence in FENCED else ():
                inner.words = [(word, line + begin) for word, line in inner.words]
                yield inner
            fence = None
        elif fence is not None:
            code.append(text)
        elif text.startswith('    ') or not text.strip() or text.lstrip().startswith('<!--'):
            yield block
            block = Text()
        elif text.lstrip().startswith('|') or re.match(r'\s*([-*]|\d+\.|#+) ', text):
            yield block
            for cell in text.strip().strip('|').split(' | ') if text.lstrip().startswith('|') else ():
                found = Text()
                found.add(cell, number)
                yield found
            block = Text()
            if not text.lstrip().startswith('|'):
                block.add(re.sub(r'^\s*([-*]|\d+\.|#+) ', '', text), number)
        else:
            block.add(text, number)
    yield block


def json_blocks(source):
    for match in re.finditer(r'"(?:comment|description|note|title)": *"((?:[^"\\]|\\.)*)"', source):
        block = Text()
        block.add(match.group(1), source.count('\n', 0, match.start()) + 1)
        yield block


def html_blocks(source):
    for match in re.finditer(r'>([^<>{}]+)<|(?:title|aria-label|placeholder)="([^"]+)"', source):
        text = match.group(1) or match.group(2)
        if is_prose(text):
            block = Text()
            block.add(text, source.count('\n', 0, match.start()) + 1)
            yield block


def blocks_of(path, source):
    name = os.path.basename(path)
    if path.endswith(C_SUFFIXES):
        return list(c_blocks(source))
    if path.endswith('.md'):
        return list(markdown_blocks(source))
    if path.endswith('.py') or source.startswith('#!/usr/bin/env python3'):
        return list(hash_blocks(source)) + list(docstring_blocks(source))
    if path.endswith(HASH_SUFFIXES) or name in HASH_NAMES:
        return list(hash_blocks(source))
    if path.endswith('.json'):
        return list(json_blocks(source))
    if path.endswith('.html'):
        return list(html_blocks(source))
    return []


def sentences_of(root, path, ends='.!?:;'):
    """The sentences of a file as (line, sentence); empty for files without prose. A sentence ends at a character of `ends`."""
    if SKIPPED.match(path):
        return []
    try:
        with open(os.path.join(root, path), encoding='utf-8') as file:
            source = file.read()
    except UnicodeDecodeError:
        return []
    return [found for block in blocks_of(path, source) for found in block.sentences(ends)]
