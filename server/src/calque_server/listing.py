"""Lists for the pages: proposals with filters and numbers, texts, coverage."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from . import findings, projects
from .projects import Project
from .schema import locale, namespace, proposal, text_, translation

PAGE = 50
STATES = ("open", "accepted", "rejected")


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
            query = query.where(proposal.c.guid == self.author)
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
    for state in (*STATES, "deleted"):
        wanted = Filter(state=state, before=id_ + 1)
        query = select(proposal.c.id).where(
            proposal.c.id == id_, proposal.c.project_id == project.id
        )
        if connection.execute(wanted.applied(query)).first() is not None:
            return page(connection, project, wanted)[0]
    return None


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


def coverage(connection: Connection, project: Project) -> list[dict[str, Any]]:
    """For each namespace the number of texts, and of those that each language has."""
    query = (
        select(namespace.c.name, locale.c.tag, func.count())
        .join_from(translation, text_, translation.c.text_id == text_.c.id)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .join(locale, translation.c.locale_id == locale.c.id)
        .where(namespace.c.project_id == project.id, translation.c.value != "")
        .group_by(namespace.c.name, locale.c.tag)
    )
    counts = {(row[0], row[1]): row[2] for row in connection.execute(query)}
    tags = [each["tag"] for each in projects.locales(connection, project)]
    rows = []
    for each in projects.namespaces(connection, project):
        name = each["name"]
        source = counts.get((name, project.source_locale), 0)
        cells = [(tag, counts.get((name, tag), 0)) for tag in tags]
        rows.append({"name": name, "source": source, "cells": cells})
    return rows


def texts(
    connection: Connection,
    project: Project,
    tag: str,
    *,
    section: str = "",
    words: str = "",
    empty: bool = False,
    after: int = 0,
) -> list[Any]:
    """Texts with their source and their value in a language, by their order."""
    source, target = locale.alias("source"), locale.alias("target")
    original, current = translation.alias("original"), translation.alias("current")
    query = (
        select(
            text_.c.id,
            text_.c.key,
            text_.c.stem,
            namespace.c.name.label("section"),
            original.c.value.label("original"),
            current.c.value,
        )
        .join_from(text_, namespace, text_.c.namespace_id == namespace.c.id)
        .outerjoin(
            source,
            (source.c.project_id == namespace.c.project_id)
            & (source.c.tag == project.source_locale),
        )
        .outerjoin(
            target,
            (target.c.project_id == namespace.c.project_id) & (target.c.tag == tag),
        )
        .outerjoin(
            original,
            (original.c.text_id == text_.c.id) & (original.c.locale_id == source.c.id),
        )
        .outerjoin(
            current,
            (current.c.text_id == text_.c.id) & (current.c.locale_id == target.c.id),
        )
        .where(namespace.c.project_id == project.id, text_.c.id > after)
        .order_by(text_.c.id)
        .limit(PAGE + 1)
    )
    if section:
        query = query.where(namespace.c.name == section)
    if empty:
        query = query.where((current.c.value.is_(None)) | (current.c.value == ""))
    if words:
        query = query.where(
            text_.c.key.icontains(words, autoescape=True)
            | original.c.value.icontains(words, autoescape=True)
            | current.c.value.icontains(words, autoescape=True)
        )
    return list(connection.execute(query).all())


def listed_findings(row: Any) -> list[dict[str, Any]]:
    """The findings of a proposal."""
    found: list[dict[str, Any]] = json.loads(row.findings)
    return found


def parsed(listed: str) -> list[dict[str, Any]]:
    """Findings as `findings.check` writes them."""
    found: list[dict[str, Any]] = json.loads(listed)
    return found
