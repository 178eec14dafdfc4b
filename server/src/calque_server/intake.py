"""Proposals taken in, many at a time: each statement serves all that came together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from . import events, findings
from .clock import now
from .errors import Refused, invalid
from .events import Actor, Event
from .projects import Project
from .proposals import Place, Wording, checked, place_of, sections
from .rows import run_for_all
from .settings import Limits

# Conditions on a proposal, whose parts are given by position.
# As inner queries they use an index, regardless of PostgreSQL's estimate of sizes.
_MINE = """o.project_id = {1:n} AND o.section = {2} AND o.key = {3}
AND o.locale = {4} AND o.guid = {5} AND o.state = 'open'"""
_OPEN = f"""
SELECT {{0:n}} AS number,
(SELECT o.id FROM proposal o WHERE {_MINE}) AS id,
(SELECT o.value FROM proposal o WHERE {_MINE}) AS value,
(SELECT COUNT(*) FROM proposal o WHERE o.project_id = {{1:n}} AND o.guid = {{5}}
AND o.state = 'open') AS waiting
FROM {{given}}
"""
_PLACES = """
SELECT {0:n}, text.id, locale.tag, translation.value, translation.revision,
text.max_length
FROM {given} JOIN namespace ON namespace.project_id = {1:n}
AND namespace.name IN ({2}, {7}, {8})
JOIN text ON text.namespace_id = namespace.id AND text.key = {3}
JOIN locale ON locale.project_id = {1:n} AND locale.tag IN ({4}, {6})
LEFT JOIN translation ON translation.text_id = text.id
AND translation.locale_id = locale.id
"""
_INSERT = """
INSERT INTO proposal (project_id, application_id, text_id, section, key, locale,
platform, guid, author, value, state, base_revision, base_value, findings, level,
created, updated)
SELECT {1:n}, {2:n}, {3:n}, {4}, {5}, {6}, {7}, {8}, {9}, {10}, 'open', {11:n}, {12},
{13}, {14}, {15:n}, {15:n} FROM {given} ORDER BY {0:n} RETURNING id
"""
_LOOKS = frozenset({250, 2500, 25_000})
_REPLACE = text(
    "UPDATE proposal SET application_id = :application_id, text_id = :text_id, "
    "platform = :platform, author = :author, value = :value, "
    "base_revision = :base_revision, base_value = :base_value, "
    "findings = :findings, level = :level, updated = :updated WHERE id = :id"
)


class Given(NamedTuple):
    """A wording for a text of a project, and who the log names for it."""

    project: Project
    wording: Wording
    actor: Actor


class Stored(NamedTuple):
    """A proposal that is stored; `made` when the person had no open one."""

    id: int
    made: bool
    wording: Wording


def store(
    connection: Connection, given: Sequence[Given], limits: Limits
) -> list[Stored | Refused]:
    """Store proposals in their order; each replaces the person's own open one.

    Refusals: 412 for the same value again and for the value that the text has, 422
    for anything else that cannot be taken.
    """
    return [
        each
        for group in _without_repeats(given)
        for each in _Group(connection, group, limits).store()
    ]


def store_one(
    connection: Connection,
    project: Project,
    wording: Wording,
    by: Actor,
    limits: Limits,
) -> Stored:
    """Store one proposal. Raises Refused as `store` says."""
    (stored,) = store(connection, [Given(project, wording, by)], limits)
    if isinstance(stored, Refused):
        raise stored
    return stored


def _without_repeats(given: Sequence[Given]) -> Iterator[list[Given]]:
    """The same ones in groups, where each has one wording of a person for a text."""
    group: list[Given] = []
    seen: set[tuple[int, str, str, str, str]] = set()
    for each in given:
        at = each.wording
        key = (each.project.id, at.section, at.key, at.locale.lower(), at.guid)
        if key in seen:
            yield group
            group, seen = [], set()
        seen.add(key)
        group.append(each)
    yield group


class _Group:
    """Proposals that have nothing to do with one another."""

    def __init__(
        self, connection: Connection, given: list[Given], limits: Limits
    ) -> None:
        self.connection = connection
        self.limits = limits
        self.given = given
        self.results: list[Stored | Refused | None] = [None] * len(given)
        self.places = [Place()] * len(given)

    def store(self) -> list[Stored | Refused]:
        found: list[list[Any]] = []
        for number, (project, wording, actor) in enumerate(self.given):
            try:
                at = checked(wording, self.limits)
            except Refused as refused:
                self.results[number] = refused
                continue
            self.given[number] = Given(project, at, actor)
            key = [number, project.id, at.section, at.key, at.locale, at.guid]
            found.append([*key, project.source_locale, *sections(at.section)[1:]])
        if found:
            self._read_places(found)
            self._write(self._read_open(found))
        return self.results  # type: ignore[return-value]

    def _read_places(self, given: list[list[Any]]) -> None:
        rows: dict[int, list[Any]] = defaultdict(list)
        for row in run_for_all(self.connection, _PLACES, given):
            rows[row[0]].append(tuple(row)[1:])
        for number, found in rows.items():
            project, at, _ = self.given[number]
            self.places[number] = place_of(found, project, at)

    def _read_open(self, given: list[list[Any]]) -> dict[int, int | None]:
        """The accepted proposals, each with the open one that it replaces."""
        taken: dict[int, int | None] = {}
        new: dict[tuple[int, str], int] = {}
        for number, id_, value, count in sorted(
            tuple(row) for row in run_for_all(self.connection, _OPEN, given)
        ):
            project, at, _ = self.given[number]
            if at.value == (self.places[number].value if id_ is None else value):
                again = Refused(412, "the same value is proposed already", "same")
                self.results[number] = again
                continue
            if id_ is None:
                of = (project.id, at.guid)
                waiting = count + new.get(of, 0)
                if waiting >= self.limits.open_per_guid:
                    told = f"{waiting} proposals wait for a decision already"
                    self.results[number] = invalid(told, "waiting")
                    continue
                new[of] = new.get(of, 0) + 1
            taken[number] = id_
        return taken

    def _write(self, taken: dict[int, int | None]) -> None:
        if not taken:
            return
        rows = self._rows(list(taken))
        inserted = [
            [number, *row.values()]
            for number, row in rows.items()
            if taken[number] is None
        ]
        if inserted:
            made = run_for_all(self.connection, _INSERT, inserted).scalars()
            # Numbers go up in the order of the rows.
            ids = dict(zip((row[0] for row in inserted), sorted(made), strict=True))
            self._measure(ids.values())
        replaced = [{**rows[number], "id": id_} for number, id_ in taken.items() if id_]
        if replaced:
            self.connection.execute(_REPLACE, replaced)
        logged = []
        for number, before in taken.items():
            project, at, actor = self.given[number]
            id_ = before or ids[number]
            self.results[number] = Stored(id_, before is None, at)
            kind = "proposed" if before is None else "replaced"
            body = {"locale": at.locale, "key": f"{at.section}:{at.key}"}
            body["value"] = at.value
            logged.append(Event(project.id, kind, str(id_), actor, body))
        events.append_many(self.connection, logged)

    def _measure(self, made: Collection[int]) -> None:
        """Make PostgreSQL analyze a growing table now instead of after a minute."""
        if self.connection.dialect.name == "postgresql" and _LOOKS.intersection(made):
            self.connection.exec_driver_sql("ANALYZE proposal")

    def _rows(self, numbers: list[int]) -> dict[int, dict[str, Any]]:
        """The columns of proposals, in the order of the statement."""
        found = findings.check_many(
            findings.Item(*self.given[number][:2], self.places[number])
            for number in numbers
        )
        rows = {}
        for number, (listed, level) in zip(numbers, found, strict=True):
            project, at, _ = self.given[number]
            place = self.places[number]
            rows[number] = {
                "project_id": project.id,
                "application_id": at.application_id,
                "text_id": place.text_id,
                "section": at.section,
                "key": at.key,
                "locale": at.locale,
                "platform": at.platform,
                "guid": at.guid,
                "author": at.author,
                "value": at.value,
                "base_revision": place.revision,
                "base_value": place.value or "",
                "findings": listed,
                "level": level,
                "updated": now(),
            }
        return rows
