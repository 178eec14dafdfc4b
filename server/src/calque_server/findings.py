"""Findings of the library's checks on proposed texts.

The checks are those of `calque_command.checks`, the same as the command's. A proposal
is checked when it is stored. Plural forms and texts with references need more of the
catalog than their own text: they are checked in the background, soon afterwards.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select, update

from calque.patterns import describe_patterns
from calque_command.checks import Finding, Pair, check_pairs

from . import proposals
from .projects import Project
from .proposals import At, Place
from .schema import locale, namespace, proposal, text_, translation
from .stems import plural_keys

# A proposal that has not been checked yet, wherever it was decided meanwhile.
UNCHECKED = "new"
LEVELS = {"note": 1, "warning": 2, "error": 3, "danger": 4}
# These make a program unsafe, or let its text show something else than it says.
_DANGERS = frozenset(
    (
        *("placeholder-unescaped", "tag-extra", "tag-unbalanced", "reference-extra"),
        *("reference-unknown", "reference-cycle", "bidi-unbalanced"),
        "invisible-character",
    )
)
_BATCH = 25
# References are followed so far, from text to text.
_FOLLOWED = 100
_NONE = "[]", ""


def check(project: Project, at: At, place: Place) -> tuple[str, str]:
    """Findings as JSON and the worst level; UNCHECKED where more is needed."""
    if "$t(" in at.value or plural_keys(at.key, project.format):
        return "[]", UNCHECKED
    if place.source is None:
        return _NONE
    return _checked(project, at, Pair(place.source, at.value, _last(at.key)))


def check_whole(connection: Connection, project: Project, at: At) -> tuple[str, str]:
    """As `check`, with all that a text needs of the catalog."""
    place = proposals.find_place(connection, project, at)
    source, forms = place.source, {}
    plurals = plural_keys(at.key, project.format)
    if plurals:
        forms = _forms(connection, project, at, plurals)
        source = source or forms.get(_last(at.key)) or next(iter(forms.values()), None)
    if source is None:
        return _NONE
    known, value = None, at.value
    if "$t(" in value:
        known = _referenced(connection, project, at)
        value = _local(value, at.section)
    return _checked(project, at, Pair(source, value, _last(at.key), forms, known))


def unchecked(connection: Connection) -> list[Any]:
    """Proposals without findings, the oldest first."""
    query = select(proposal).where(proposal.c.level == UNCHECKED)
    return list(connection.execute(query.order_by(proposal.c.id).limit(_BATCH)).all())


def check_rows(
    connection: Connection, found: list[Any], project: Project
) -> list[dict[str, Any]]:
    """The findings of proposals of one project, for `keep`."""
    checked = []
    for row in found:
        listed, level = check_whole(connection, project, row)
        kept = {"b_id": row.id, "b_value": row.value}
        checked.append({**kept, "findings": listed, "level": level})
    return checked


def keep(connection: Connection, found: list[dict[str, Any]]) -> None:
    """Write findings beside the proposals that still have the value checked."""
    here = proposal.c.id == bindparam("b_id"), proposal.c.value == bindparam("b_value")
    connection.execute(update(proposal).where(*here), found)


def _checked(project: Project, at: At, pair: Pair) -> tuple[str, str]:
    source = project.source_locale
    (found,) = check_pairs([pair], at.locale, project.format, source_language=source)
    listed = [_listed(each) for each in found if each.rule != "unchanged-text"]
    if not listed:
        return _NONE
    worst = max((each["level"] for each in listed), key=LEVELS.__getitem__)
    return json.dumps(listed, ensure_ascii=False), worst


def _listed(finding: Finding) -> dict[str, Any]:
    dangerous = finding.rule in _DANGERS and finding.severity != "note"
    level = "danger" if dangerous else finding.severity
    return {"rule": finding.rule, "level": level, "message": finding.message}


def _last(key: str) -> str:
    return key.rsplit(".", 1)[-1] or "text"


def _forms(
    connection: Connection, project: Project, at: At, keys: list[str]
) -> dict[str, str]:
    """The plural forms of the source of a text, by the ends of their keys."""
    query = _texts(project, at.section, project.source_locale)
    query = query.where(text_.c.key.in_(keys)).order_by(text_.c.key.desc())
    return {_last(key): value for key, _, value in connection.execute(query)}


def _referenced(connection: Connection, project: Project, at: At) -> dict[str, str]:
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
            found = connection.execute(query.where(wanted).limit(_FOLLOWED)).all()
            # The language itself goes before the source.
            for own, _, value in sorted(found, key=lambda row: row[1] == at.locale):
                full = f"{section}:{own}" if section else own
                known[full] = _local(value, at.section)
                # A text of another namespace counts by its key alone, too: what looks
                # for its forms does so.
                known.setdefault(own, "")
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
