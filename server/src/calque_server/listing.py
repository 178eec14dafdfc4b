"""Lists of proposals for the pages and the API, with filters and numbers."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from . import findings
from .projects import Project
from .schema import locale, proposal, translation

PAGE = 50
STATES = ("open", "held", "accepted", "rejected")


@dataclass(frozen=True)
class Filter:
    """Which proposals are wanted; empty for any."""

    state: str = "open"
    locale: str = ""
    section: str = ""
    level: str = ""
    author: str = ""
    before: int = 0

    def applied(self, query: Select[Any]) -> Select[Any]:
        """The query for these proposals alone."""
        query = query.where(proposal.c.state == self.state)
        if self.locale:
            query = query.where(proposal.c.locale == self.locale)
        if self.section:
            query = query.where(proposal.c.section == self.section)
        if self.level:
            query = query.where(proposal.c.level == self.level)
        if self.author:
            query = query.where(proposal.c.device == self.author)
        return query


def page(connection: Connection, project: Project, wanted: Filter) -> list[Any]:
    """The newest proposals of a filter, with the current text that they are for."""
    here, source = locale.alias("here"), locale.alias("source")
    current, original = translation.alias("current"), translation.alias("original")
    query = (
        select(
            proposal,
            current.c.value.label("current"),
            current.c.revision.label("revision"),
            original.c.value.label("original"),
        )
        .outerjoin(
            here,
            (here.c.project_id == proposal.c.project_id)
            & (here.c.tag == proposal.c.locale),
        )
        .outerjoin(
            current,
            (current.c.text_id == proposal.c.text_id)
            & (current.c.locale_id == here.c.id),
        )
        .outerjoin(
            source,
            (source.c.project_id == proposal.c.project_id)
            & (source.c.tag == project.source_locale)
            & (source.c.tag != proposal.c.locale),
        )
        .outerjoin(
            original,
            (original.c.text_id == proposal.c.text_id)
            & (original.c.locale_id == source.c.id),
        )
        .where(proposal.c.project_id == project.id)
        .order_by(proposal.c.id.desc())
        .limit(PAGE + 1)
    )
    if wanted.before:
        query = query.where(proposal.c.id < wanted.before)
    return list(connection.execute(wanted.applied(query)).all())


def one(connection: Connection, project: Project, id_: int) -> Any:
    """A proposal of any state, as in `page`; None when it does not exist."""
    query = select(proposal.c.state).where(
        proposal.c.id == id_, proposal.c.project_id == project.id
    )
    state = connection.execute(query).scalar()
    if state is None:
        return None
    return page(connection, project, Filter(state, before=id_ + 1))[0]


def numbers(
    connection: Connection, project: Project, state: str
) -> dict[str, Counter[str]]:
    """How many proposals of a state there are, by language, section and level."""
    query = (
        select(proposal.c.locale, proposal.c.section, proposal.c.level, func.count())
        .where(proposal.c.project_id == project.id, proposal.c.state == state)
        .group_by(proposal.c.locale, proposal.c.section, proposal.c.level)
    )
    found: dict[str, Counter[str]] = {
        name: Counter() for name in ("locale", "section", "level")
    }
    for tag, section, level, count in connection.execute(query):
        found["locale"][tag] += count
        found["section"][section] += count
        found["level"]["" if level == findings.UNCHECKED else level] += count
    return found


def listed_findings(row: Any) -> list[dict[str, Any]]:
    """The findings of a proposal."""
    found: list[dict[str, Any]] = json.loads(row.findings)
    return found
