"""Keys in templates of Jinja and Django: expressions, and tags of translations."""

import re
from collections.abc import Iterator

# A tag's name is no part of an expression.
_EXPRESSION = re.compile(r"\{\{-?(.*?)-?\}\}|\{%[-+]?(?:\s*\w+)?(.*?)[-+]?%\}", re.S)
_TAG = re.compile(r"\s*(?:trans|translate)\s+(\"[^\"]*\"|'[^']*')")
_BLOCK = re.compile(
    r"\{%[-+]?\s*(?P<name>blocktrans|blocktranslate|trans)\b(?P<head>(?:(?!%\}).)*?)[-+]?%\}"
    r"(?P<body>.*?)"
    r"\{%[-+]?\s*end(?P=name)\b",
    re.DOTALL,
)
_PLURAL = re.compile(r"\{%[-+]?\s*(?:plural|pluralize)\b.*?%\}", re.DOTALL)
_VARIABLE = re.compile(r"\{\{-?\s*([\w.]+)\s*(?:\|[^}]*)?-?\}\}")
_COMMENT = re.compile(
    r"\{#.*?#\}|\{%[-+]?\s*comment\b.*?\{%[-+]?\s*endcomment\s*[-+]?%\}", re.DOTALL
)


def expressions(text: str) -> Iterator[tuple[str, int]]:
    """The expressions of a template, as those of Python, with their offsets."""
    plain = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in _EXPRESSION.finditer(plain):
        inner, start = match[match.lastindex or 0], match.start(match.lastindex or 0)
        lead = len(inner) - len(inner.lstrip())
        yield inner.strip(), start + lead


def messages(text: str) -> Iterator[tuple[str, int, bool]]:
    """The messages of tags, with their offsets, and whether they have a count."""
    plain = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in re.finditer(r"\{%[-+]?(.*?)[-+]?%\}", plain, re.DOTALL):
        tag = _TAG.match(match[1])
        if tag:
            yield tag[1][1:-1], match.start(), False
    for match in _BLOCK.finditer(plain):
        head, body = match["head"], match["body"]
        if _TAG.match("trans" + head):
            continue
        one, *others = _PLURAL.split(body)
        one = _VARIABLE.sub(r"%(\1)s", one)
        if "trimmed" in head.split():
            one = " ".join(line.strip() for line in one.strip().splitlines())
        yield one, match.start(), bool(others)
