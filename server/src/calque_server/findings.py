"""Findings of the library's checks on proposed texts.

The checks are those of `calque_command.checks`, the same as the command's. A proposal
is checked when it is stored. Plural forms and texts with references need more of the
catalog than their own text: they are checked in the background, soon afterwards.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, or_, select, update

from calque.patterns import describe_patterns
from calque_command.checks import Finding, Pair, check_pairs

from . import proposals
from .projects import Project
from .proposals import Place, Wording
from .schema import locale, namespace, proposal, text_, translation
from .stems import plural_keys

# A proposal that has not been checked yet, wherever it was decided meanwhile.
UNCHECKED = "new"
LEVELS = {"note": 1, "warning": 2, "error": 3, "danger": 4}
# These make a program unsafe, or let its text show something else than it says.
_DANGERS = frozenset(
    [
        "placeholder-unescaped",
        "tag-extra",
        "tag-unbalanced",
        "reference-extra",
        "reference-unknown",
        "reference-cycle",
        "bidi-unbalanced",
        "invisible-character",
    ]
)
_BATCH = 25
# References are followed so far, from text to text.
_FOLLOWED = 100


_UNCHECKED = (
    select(proposal)
    .where(proposal.c.level == UNCHECKED)
    .order_by(proposal.c.id)
    .limit(_BATCH)
)


class Item(NamedTuple):
    """A wording, and the text it is for."""

    project: Project
    wording: Wording
    place: Place


def check_many(items: Iterable[Item]) -> list[tuple[str, str]]:
    """Findings of each as JSON and the worst level; UNCHECKED where more is needed."""
    found: list[tuple[str, str]] = []
    simple: dict[tuple[Project, str], list[tuple[int, Pair]]] = defaultdict(list)
    for number, (project, at, place) in enumerate(items):
        found.append(("[]", ""))
        if _needs_more(project, at):
            found[number] = "[]", UNCHECKED
        elif place.source is not None:
            pair = Pair(place.source, at.value, _last(at.key))
            simple[project, at.locale].append((number, pair))
    for (project, tag), pairs in simple.items():
        told = _check(project, tag, [pair for _, pair in pairs])
        for (number, _), each in zip(pairs, told, strict=True):
            found[number] = each
    return found


def check_one(connection: Connection, project: Project, at: Wording) -> tuple[str, str]:
    """Findings of a text as JSON and the worst level, with all that it needs."""
    place = proposals.find_place(connection, project, at)
    source, forms = place.source, {}
    plurals = plural_keys(at.key, project.format)
    if plurals:
        forms = _forms(connection, project, at, plurals)
        source = source or forms.get(_last(at.key)) or next(iter(forms.values()), None)
    if source is None:
        return "[]", ""
    known, value = None, at.value
    if "$t(" in value:
        known = _referenced(connection, project, at)
        value = _local(value, at.section)
    pair = Pair(source, value, _last(at.key), forms, known)
    (found,) = _check(project, at.locale, [pair])
    return found


def unchecked(connection: Connection) -> list[Any]:
    """Open proposals without findings, the oldest first."""
    return list(connection.execute(_UNCHECKED).all())


def check_rows(
    connection: Connection, rows: list[Any], project: Project
) -> list[dict[str, Any]]:
    """The findings of proposals of one project, for `keep`."""
    found = []
    for row in rows:
        at = Wording(row.section, row.key, row.locale, row.value, row.device)
        listed, level = check_one(connection, project, at)
        kept = {"b_id": row.id, "b_value": row.value}
        found.append({**kept, "findings": listed, "level": level})
    return found


def keep(connection: Connection, found: list[dict[str, Any]]) -> None:
    """Write findings beside the proposals that still have the value checked."""
    connection.execute(
        update(proposal)
        .where(proposal.c.id == bindparam("b_id"))
        .where(proposal.c.value == bindparam("b_value")),
        found,
    )


def _needs_more(project: Project, at: Wording) -> bool:
    return "$t(" in at.value or bool(plural_keys(at.key, project.format))


def _check(project: Project, tag: str, pairs: list[Pair]) -> list[tuple[str, str]]:
    found = check_pairs(
        pairs, tag, project.format, source_language=project.source_locale
    )
    return [_told(each) for each in found]


def _told(found: list[Finding]) -> tuple[str, str]:
    listed = [_listed(each) for each in found if each.rule != "unchanged-text"]
    if not listed:
        return "[]", ""
    worst = max((each["level"] for each in listed), key=LEVELS.__getitem__)
    return json.dumps(listed, ensure_ascii=False), worst


def _listed(finding: Finding) -> dict[str, Any]:
    dangerous = finding.rule in _DANGERS and finding.severity != "note"
    return {
        "rule": finding.rule,
        "level": "danger" if dangerous else finding.severity,
        "message": finding.message,
    }


def _last(key: str) -> str:
    return key.rsplit(".", 1)[-1] or "text"


def _forms(
    connection: Connection, project: Project, at: Wording, keys: list[str]
) -> dict[str, str]:
    """The plural forms of the source of a text, by the ends of their keys."""
    query = _texts(project, at.section, project.source_locale)
    rows = connection.execute(
        query.where(text_.c.key.in_(keys)).order_by(text_.c.key.desc())
    )
    return {_last(key): value for key, _, value in rows}


def _referenced(
    connection: Connection, project: Project, at: Wording
) -> dict[str, str]:
    """The texts that a text refers to, and those that these refer to, by key."""
    known: dict[str, str] = {}
    asked: set[str] = set()
    texts = [at.value]
    while texts and len(asked) < _FOLLOWED:
        local = [_local(text, at.section) for text in texts]
        names = _references(local, project.format) - asked
        asked |= names
        texts = []
        for name in sorted(names)[:_FOLLOWED]:
            section, _, key = name.rpartition(":")
            query = _texts(project, section or at.section, at.locale)
            wanted = or_(text_.c.key == key, text_.c.stem == key)
            rows = connection.execute(query.where(wanted).limit(_FOLLOWED)).all()
            # The language itself goes before the source.
            for found, _, value in sorted(rows, key=lambda row: row[1] == at.locale):
                known[f"{section}:{found}" if section else found] = _local(
                    value, at.section
                )
                # A text of another namespace counts by its key alone, too: what looks
                # for its forms does so.
                known.setdefault(found, "")
                texts.append(value)
    return known


def _local(text: str, section: str) -> str:
    """References into the own namespace without its name."""
    return text.replace(f"$t({section}:", "$t(")


def _references(texts: list[str], format: str) -> set[str]:
    return {
        part["key"]
        for parts in describe_patterns(texts, format=format)
        for part in parts
        if part["kind"] == "reference" and "{{" not in part["key"]
    }


def _texts(project: Project, section: str, tag: str) -> Any:
    """Key, language and value of texts in a language and in the source."""
    return (
        select(text_.c.key, locale.c.tag, translation.c.value)
        .join_from(translation, text_, translation.c.text_id == text_.c.id)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .join(locale, translation.c.locale_id == locale.c.id)
        .where(
            namespace.c.project_id == project.id,
            namespace.c.name == section,
            locale.c.tag.in_([tag, project.source_locale]),
        )
    )
