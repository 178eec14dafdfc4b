"""Lists of proposals for the pages and the API, with filters and numbers."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from . import rows
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
        wanted = {"state": self.state, "locale": self.locale, "section": self.section}
        wanted |= {"level": self.level, "device": self.author}
        given = {name: value for name, value in wanted.items() if value}
        query = query.where(*(proposal.c[name] == given[name] for name in given))
        return query.where(proposal.c.id < self.before) if self.before else query


def page(
    connection: Connection, project: Project, wanted: Filter
) -> tuple[list[Any], int | None]:
    """The newest proposals of a filter, each with the text that it is for now.

    The number is the `before` of the next page.
    """
    current, original = translation.alias("current"), translation.alias("original")
    values = current.c.value.label("current"), original.c.value.label("original")
    query = select(proposal, current.c.revision, *values).select_from(proposal)
    tag = locale.c.tag
    for text, tags in (
        (current, [tag == proposal.c.locale]),
        (original, [tag == project.source_locale, tag != proposal.c.locale]),
    ):
        own = select(locale.c.id).where(locale.c.project_id == project.id, *tags)
        here = text.c.locale_id == own.correlate(proposal).scalar_subquery()
        query = query.outerjoin(text, (text.c.text_id == proposal.c.text_id) & here)
    query = query.where(proposal.c.project_id == project.id)
    query = query.order_by(proposal.c.id.desc()).limit(PAGE + 1)
    found = list(connection.execute(wanted.applied(query)).all())
    return found[:PAGE], found[PAGE - 1].id if len(found) > PAGE else None


def one(connection: Connection, project: Project, id_: int) -> Any:
    """A proposal of any state, as in `page`; None when it does not exist."""
    row = rows.first(connection, proposal, id=id_, project_id=project.id)
    if row is None:
        return None
    return page(connection, project, Filter(row.state, before=id_ + 1))[0][0]


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
        found["level"][level] += count
    return found


def listed_findings(row: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(row.findings)
    return found
