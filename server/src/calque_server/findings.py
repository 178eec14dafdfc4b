"""Findings of the library's checks on proposed texts.

The checks are those of `calque_command.checks`, the same as the command's. A proposal
is checked when it is stored.
"""

import json
from typing import Any

from sqlalchemy import Connection, Select

from calque.patterns import describe_patterns
from calque_command.checks import CheckOptions, Finding, check_pair

from .catalogs import texts
from .projects import Project
from .proposals import At, Place
from .schema import locale, namespace, text_, translation
from .stems import plural_keys

LEVELS = {"note": 1, "warning": 2, "error": 3, "danger": 4}
# These make a program unsafe, or let its text show something else than it says.
_DANGERS = frozenset(
    (
        *("placeholder-unescaped", "tag-extra", "tag-unbalanced", "reference-extra"),
        *("reference-unknown", "reference-cycle", "bidi-unbalanced"),
        "invisible-character",
    )
)
# References are followed so far, from text to text.
_FOLLOWED = 100
_NONE = "[]", ""


def check(
    connection: Connection, project: Project, at: At, place: Place
) -> tuple[str, str]:
    """Findings as JSON, and the worst level; empty without any."""
    source, forms, known, value = place.source, {}, None, at.value
    plurals = plural_keys(at.key, project.format)
    if plurals:
        forms = _forms(connection, project, at, plurals)
        source = source or forms.get(_last(at.key)) or next(iter(forms.values()), None)
    if source is None:
        return _NONE
    if "$t(" in value:
        known = _referenced(connection, project, at)
        value = _local(value, at.section)
    found = check_pair(
        source, value, at.locale, CheckOptions(project.format), key=_last(at.key),
        source_language=project.source_locale, source_forms=forms, known_texts=known,
    )  # fmt: skip
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
    query = _texts(project, {at.section}, project.source_locale)
    query = query.where(text_.c.key.in_(keys)).order_by(text_.c.key.desc())
    return {_last(row.key): row.value for row in connection.execute(query)}


def _referenced(connection: Connection, project: Project, at: At) -> dict[str, str]:
    """The texts that a text refers to, and those that these refer to, by key."""
    known: dict[str, str] = {}
    asked: set[str] = set()
    left = [at.value]
    while left and len(asked) < _FOLLOWED:
        local = [_local(text, at.section) for text in left]
        new = sorted(_references(local, project.format) - asked)[:_FOLLOWED]
        asked.update(new)
        wanted = [name.rpartition(":")[::2] for name in new]
        keys = [key for _, key in wanted]
        query = _texts(project, {name or at.section for name, _ in wanted}, at.locale)
        query = query.where(text_.c.key.in_(keys) | text_.c.stem.in_(keys))
        found = connection.execute(query.limit(10 * _FOLLOWED)).all()
        left = []
        # The language itself goes before the source.
        for row in sorted(found, key=lambda row: row.tag == at.locale):
            section = "" if row.name == at.section else row.name
            if not {(section, row.key), (section, row.stem)}.isdisjoint(wanted):
                full = f"{section}:{row.key}" if section else row.key
                known[full] = _local(row.value, at.section)
                # A text of another namespace counts by its key alone, too: what looks
                # for its forms does so.
                known.setdefault(row.key, "")
                left.append(row.value)
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


def _texts(project: Project, sections: set[str], tag: str) -> Select[Any]:
    """Texts of namespaces in a language and in the source."""
    columns = text_.c.key, text_.c.stem, locale.c.tag, translation.c.value
    here = (
        namespace.c.name.in_(sections),
        locale.c.tag.in_([tag, project.source_locale]),
    )
    return texts(project, *columns, namespace.c.name).where(*here)
