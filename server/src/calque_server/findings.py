"""Findings of the library's checks on proposed texts.

The checks are those of `calque.checks`, the same as the command's. A proposal is
answered when it is stored; its findings follow in the background, in batches.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from calque.checks import Finding, check_pair

from . import proposals
from .projects import Project
from .proposals import Wording
from .schema import namespace, proposal, text_
from .stems import stems

# A proposal that nobody has checked yet.
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
        "bidi-unbalanced",
        "invisible-character",
    ]
)
_BATCH = 25


def check(
    source: str | None, value: str, key: str, locale: str, project: Project
) -> tuple[str, str]:
    """Findings of a text beside its source as JSON, and the worst level."""
    if source is None:
        return "[]", ""
    found = check_pair(
        source,
        value,
        locale,
        project.format,
        source_language=project.source_locale,
        key=key.rsplit(".", 1)[-1] or "text",
    )
    listed = [_listed(each) for each in found if each.rule != "unchanged-text"]
    worst = max((each["level"] for each in listed), key=LEVELS.__getitem__, default="")
    return json.dumps(listed, ensure_ascii=False), worst


def unchecked(connection: Connection) -> list[Any]:
    """Open proposals without findings, the oldest first."""
    query = (
        select(proposal)
        .where(proposal.c.level == UNCHECKED, proposal.c.state == "open")
        .order_by(proposal.c.id)
        .limit(_BATCH)
    )
    return list(connection.execute(query).all())


def check_rows(
    connection: Connection, rows: list[Any], project: Project
) -> list[dict[str, Any]]:
    """The findings of proposals of one project, for `keep`."""
    found = []
    for row in rows:
        at = Wording(row.section, row.key, row.locale, row.value, row.guid)
        place = proposals.find_place(connection, project, at)
        source = place.source
        if source is None:
            source = _form_of_source(connection, project, at)
        listed, level = check(source, row.value, row.key, row.locale, project)
        found.append(
            {
                "b_id": row.id,
                "b_value": row.value,
                "findings": listed,
                "level": level,
            }
        )
    return found


def keep(connection: Connection, found: list[dict[str, Any]]) -> None:
    """Write findings beside the proposals that still have the value checked."""
    connection.execute(
        update(proposal)
        .where(proposal.c.id == bindparam("b_id"))
        .where(proposal.c.value == bindparam("b_value")),
        found,
    )


def _form_of_source(
    connection: Connection, project: Project, at: Wording
) -> str | None:
    """The source of a plural form that the source language does not have."""
    stem = stems([at.key], project.format)[at.key].stem
    query = (
        select(text_.c.key)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .where(
            namespace.c.project_id == project.id,
            namespace.c.name == at.section,
            text_.c.stem == stem,
        )
        .order_by(text_.c.key.desc())
    )
    for key in connection.execute(query).scalars():
        other = Wording(at.section, key, at.locale, at.value, at.guid)
        found = proposals.find_place(connection, project, other)
        if found.source is not None:
            return found.source
    return None


def _listed(finding: Finding) -> dict[str, Any]:
    dangerous = finding.rule in _DANGERS and finding.severity != "note"
    return {
        "rule": finding.rule,
        "level": "danger" if dangerous else finding.severity,
        "message": finding.message,
    }
