"""Catalogs in the tables: taken in as trees, given out as the same trees."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from . import events, projects
from .clock import now
from .events import Actor
from .flatten import Part, Trees, parts
from .projects import Project
from .schema import locale, namespace, text_, translation
from .tree import Leaf, tree_of

_CHUNK = 500


@dataclass
class Taken:
    """The changes made by an import, in texts of languages."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0
    # The texts that were seen, by language and namespace.
    seen: dict[tuple[str, str], set[int]] = field(default_factory=dict, repr=False)

    def counts(self) -> dict[str, int]:
        """The numbers alone."""
        return {
            name: getattr(self, name)
            for name in ("added", "changed", "removed", "same")
        }


def take(
    connection: Connection,
    project: Project,
    trees: Trees,
    actor: Actor,
    *,
    replace: bool = True,
) -> Taken:
    """Take trees in, by language and namespace, each as a whole.

    With `replace`, texts that a tree does not have are removed from its language;
    otherwise they stay. Nothing is written when anything is refused.

    Raises Refused for names and values that cannot be taken.
    """
    taken = Taken()
    for part in in_order(parts(trees, project.format), project):
        take_part(connection, project, part, actor, replace, taken)
    finish(connection, project, actor, replace, taken)
    return taken


def in_order(found: list[Part], project: Project) -> list[Part]:
    """The source first: it says in which order texts stand."""
    return sorted(found, key=lambda part: part.locale != project.source_locale)


def take_part(
    connection: Connection,
    project: Project,
    part: Part,
    actor: Actor,
    replace: bool,
    taken: Taken,
) -> None:
    """Write what differs in a part, and count it. Takes some 20 ms."""
    _Target(connection, project, part, actor).take(replace, taken)


def finish(
    connection: Connection, project: Project, actor: Actor, replace: bool, taken: Taken
) -> None:
    """Remove what the parts did not have, and note the import."""
    for (tag, name), seen in taken.seen.items() if replace else ():
        locale_id = projects.locale_id(connection, project, tag)
        there = select(translation.c.text_id).join(
            text_, translation.c.text_id == text_.c.id
        )
        there = there.where(
            text_.c.namespace_id == projects.namespace_id(connection, project, name),
            translation.c.locale_id == locale_id,
        )
        gone = [id_ for id_ in connection.execute(there).scalars() if id_ not in seen]
        for start in range(0, len(gone), _CHUNK):
            chosen = translation.c.text_id.in_(gone[start : start + _CHUNK])
            connection.execute(
                delete(translation).where(translation.c.locale_id == locale_id, chosen)
            )
        taken.removed += len(gone)
    if taken.added > 10 * _CHUNK and connection.dialect.name == "postgresql":
        # Its own look comes a minute later, and until then it plans as for nothing.
        connection.exec_driver_sql("ANALYZE text, translation, namespace, locale")
    if taken.added or taken.changed or taken.removed:
        counted = taken.counts()
        del counted["same"]
        tags = sorted({tag for tag, _ in taken.seen})
        events.append(
            connection,
            project.id,
            "imported",
            project.slug,
            actor,
            locales=tags,
            **counted,
        )


def trees(
    connection: Connection,
    project: Project,
    locales: Collection[str] | None = None,
) -> Trees:
    """The working texts by language and namespace, members in their order."""
    query = (
        select(
            locale.c.tag,
            namespace.c.name,
            text_.c.path,
            translation.c.value,
            translation.c.kind,
        )
        .join_from(translation, locale, translation.c.locale_id == locale.c.id)
        .join(text_, translation.c.text_id == text_.c.id)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .where(locale.c.project_id == project.id)
        .order_by(locale.c.tag, namespace.c.name, translation.c.ordinal, text_.c.id)
    )
    if locales is not None:
        query = query.where(locale.c.tag.in_(list(locales)))
    found: Trees = defaultdict(dict)
    rows = connection.execute(query)
    for (tag, name), group in itertools.groupby(rows, key=lambda row: (row[0], row[1])):
        found[tag][name] = tree_of((row[2], row[3], row[4]) for row in group)
    return dict(found)


def ordinal_of(connection: Connection, text_id: int) -> int:
    """The position of a text in its namespace."""
    query = select(text_.c.ordinal).where(text_.c.id == text_id)
    return int(connection.execute(query).scalar() or 0)


class _Target:
    """A part of a namespace in one language, and the rows that it has there."""

    def __init__(
        self, connection: Connection, project: Project, part: Part, actor: Actor
    ) -> None:
        self.connection = connection
        self.part = part
        self.actor = actor.name[:100]
        self.locale_id = projects.locale_id(connection, project, part.locale)
        self.namespace_id = projects.namespace_id(connection, project, part.namespace)

    def take(self, replace: bool, taken: Taken) -> None:
        """Write what differs, and count it."""
        part = self.part
        seen = taken.seen.setdefault((part.locale, part.namespace), set())
        ids = self._texts()
        current = self._current(list(ids.values()))
        added: list[dict[str, Any]] = []
        changed: list[dict[str, Any]] = []
        # Merged entries follow the existing ones.
        first = part.first if replace else self._count()
        for ordinal, leaf in enumerate(part.leaves, first):
            id_ = ids[leaf.path]
            seen.add(id_)
            before = current.get(id_)
            if before is None:
                added.append(self._row(id_, leaf, ordinal))
            elif before[:2] != (leaf.value, leaf.kind):
                row = self._row(id_, leaf, ordinal if replace else before[2])
                changed.append(_for_update(row))
            else:
                taken.same += 1
                if replace and before[2] != ordinal:
                    self._move(id_, ordinal)
        if added:
            self.connection.execute(insert(translation), added)
        if changed:
            self.connection.execute(
                update(translation)
                .where(
                    translation.c.locale_id == self.locale_id,
                    translation.c.text_id == bindparam("b_text"),
                )
                .values(revision=translation.c.revision + 1),
                changed,
            )
        taken.added += len(added)
        taken.changed += len(changed)

    def _row(self, text_id: int, leaf: Leaf, ordinal: int) -> dict[str, Any]:
        return {
            "text_id": text_id,
            "locale_id": self.locale_id,
            "value": leaf.value,
            "kind": leaf.kind,
            "ordinal": ordinal,
            "updated": now(),
            "updated_by": self.actor,
        }

    def _texts(self) -> dict[str, int]:
        """Numbers of the texts by path; those that are new are added."""
        paths = [leaf.path for leaf in self.part.leaves]
        known = self._known(paths)
        rows = [
            {
                "namespace_id": self.namespace_id,
                "key": leaf.key,
                "path": leaf.path,
                "stem": stem,
                "ordinal": self.part.first + place,
            }
            for place, (leaf, stem) in enumerate(
                zip(self.part.leaves, self.part.stems, strict=True)
            )
            if leaf.path not in known
        ]
        if rows:
            self.connection.execute(insert(text_), rows)
            known = self._known(paths)
        return known

    def _known(self, paths: list[str]) -> dict[str, int]:
        query = select(text_.c.path, text_.c.id).where(
            text_.c.namespace_id == self.namespace_id, text_.c.path.in_(paths)
        )
        return {row[0]: row[1] for row in self.connection.execute(query)}

    def _current(self, ids: list[int]) -> dict[int, tuple[str, str, int]]:
        query = select(
            translation.c.text_id,
            translation.c.value,
            translation.c.kind,
            translation.c.ordinal,
        ).where(
            translation.c.locale_id == self.locale_id, translation.c.text_id.in_(ids)
        )
        return {
            row[0]: (row[1], row[2], row[3]) for row in self.connection.execute(query)
        }

    def _count(self) -> int:
        query = (
            select(func.count())
            .select_from(translation)
            .join(text_, translation.c.text_id == text_.c.id)
            .where(
                text_.c.namespace_id == self.namespace_id,
                translation.c.locale_id == self.locale_id,
            )
        )
        return int(self.connection.execute(query).scalar() or 0)

    def _move(self, text_id: int, ordinal: int) -> None:
        self.connection.execute(
            update(translation)
            .where(
                translation.c.text_id == text_id,
                translation.c.locale_id == self.locale_id,
            )
            .values(ordinal=ordinal)
        )


def _for_update(row: dict[str, Any]) -> dict[str, Any]:
    text_id = row.pop("text_id")
    row.pop("locale_id")
    return {"b_text": text_id, **row}
