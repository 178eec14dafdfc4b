"""Docstrings of Python from the comments of the C headers."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from c_headers import API
from interface_description import paragraphs, tagged
from python_classes import FIRST_FAILURE, error_name

# Any function may refuse its arguments with these.
USUAL = {"INVALID_ARGUMENT", "INVALID_UTF8"}
PYTHON = {
    "NULL": "None", "\\": "\\\\", "JSON object": "dictionary", "JSON array": "list",
}  # fmt: skip
WIDTH = 77
VERB = re.compile(r"(?!This|Its|Whether)([A-Z][a-z]+?)(?:(?<=ss|sh|ch)es|(?<!s)s)\b")


class Outcome(NamedTuple):
    """Statuses, or the function that has them, and what a comment says about them."""

    statuses: list[str]
    when: str


def docstring(comment: str, gives: str, names: Mapping[str, str], api: API) -> str:
    """The text for a function that gives a type; `names` are those of methods."""
    brief, *more = paragraphs(re.split(r"^@", comment, flags=re.MULTILINE)[0])
    if VERB.match(brief):
        brief = VERB.sub(r"\1", brief, count=1)
    found = outcomes(comment, api)
    first = " ".join([brief, *_nothing(found, gives)])
    raised = [
        f"{', '.join(map(error_name, failures))} {outcome.when}".strip()
        for outcome in found
        if (failures := _failures(outcome, api))
    ]
    raised += [o.when for o in found if not o.statuses and o.when.startswith("as ")]
    raises = ["Raises " + ", ".join(raised) + "."] if raised else []
    return as_docstring([_plain(part, names) for part in (first, *more, *raises)])


def as_docstring(parts: list[str]) -> str:
    """Paragraphs as a docstring of a method, with its quotes."""
    filled = [
        textwrap.fill(part, WIDTH, break_long_words=False, break_on_hyphens=False)
        for part in (f'"""{parts[0]}', *parts[1:])
    ]
    whole = "\n\n".join(filled)
    return whole + ('"""' if "\n" not in whole else '\n"""')


def outcomes(comment: str, api: API) -> list[Outcome]:
    """Return the results of a function that its comment lists."""
    found = []
    for clause in tagged(comment).get("return", "").rstrip(".").split(";"):
        names = [
            name
            for name in re.findall(r"#CALQUE_(\w+)", clause)
            if not name.startswith("TRANSCRIPT_")
        ]
        when = re.split(r"(?:, |or )*#CALQUE_\w+", clause)[-1].strip(" ,")
        found.append(Outcome(names, when))
    return found


def _failures(outcome: Outcome, api: API) -> list[str]:
    return [
        name
        for name in outcome.statuses
        if api.constants[f"CALQUE_{name}"] >= FIRST_FAILURE
        and (outcome.when or name not in USUAL)
    ]


def _nothing(found: list[Outcome], gives: str) -> Iterator[str]:
    """A sentence about the result where nothing was found."""
    if gives != "bool" and not gives.endswith("None"):
        return
    for outcome in found:
        if "NOT_FOUND" in outcome.statuses:
            said = outcome.when.startswith("when")
            value = "False" if gives == "bool" else "None"
            yield f"{value} {outcome.when if said else 'when there is none'}."


def _plain(text: str, names: Mapping[str, str]) -> str:
    """A text without the spelling of C."""
    text = re.sub(r"calque_(\w+)\(\)", lambda m: f"`{names[m[1]]}`", text)
    text = re.sub(r"#?CALQUE_(\w+)", r"`\1`", text)
    for ours, theirs in PYTHON.items():
        text = text.replace(ours, theirs)
    return text
