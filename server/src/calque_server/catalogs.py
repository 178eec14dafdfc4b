"""Catalogs in the tables: taken in as trees, given out as the same trees."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from . import events, names, projects
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .projects import Project
from .proposals import Place
from .schema import locale, namespace, text_, translation
from .stems import stems
from .tree import Leaf, leaves, tree_of

Trees = dict[str, dict[str, dict[str, Any]]]
_CHUNK = 5000
COMMENT = 1000
MAX_LENGTH = 100_000


@dataclass
class Taken:
    """The changes made by an import, in texts of languages."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0


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
    flat = {
        (names.tag(tag), names.namespace(name)): _checked(leaves(tree))
        for tag, by_namespace in trees.items()
        for name, tree in by_namespace.items()
    }
    # The source first: it says in which order texts stand.
    order = sorted(flat, key=lambda each: each[0] != project.source_locale)
    taken = Taken()
    for tag, name in order:
        _Target(connection, project, tag, name, actor).take(
            flat[tag, name], taken, replace
        )
    if taken.added > _CHUNK // 10 and connection.dialect.name == "postgresql":
        # Its own look comes a minute later, and until then it plans as for nothing.
        connection.exec_driver_sql("ANALYZE text, translation, namespace, locale")
    if taken.added or taken.changed or taken.removed:
        events.append(
            connection,
            project.id,
            "imported",
            project.slug,
            actor,
            locales=sorted({tag for tag, _ in order}),
            added=taken.added,
            changed=taken.changed,
            removed=taken.removed,
        )
    return taken


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


def place_of(connection: Connection, project: Project, text_id: int, tag: str) -> Place:
    """A text by its number, in one language. Raises Refused with 404."""
    row = connection.execute(
        select(text_.c.id, translation.c.value, translation.c.revision)
        .join_from(text_, namespace, text_.c.namespace_id == namespace.c.id)
        .outerjoin(
            locale,
            (locale.c.project_id == namespace.c.project_id) & (locale.c.tag == tag),
        )
        .outerjoin(
            translation,
            (translation.c.text_id == text_.c.id)
            & (translation.c.locale_id == locale.c.id),
        )
        .where(text_.c.id == text_id, namespace.c.project_id == project.id)
    ).first()
    if row is None:
        raise not_found("text")
    return Place(row[0], row[1], row[2] or 0)


def describe(
    connection: Connection,
    project: Project,
    text_id: int,
    comment: str,
    max_length: int | None,
    actor: Actor,
) -> None:
    """Tell translators of a message, in all its forms; None is any length.

    Raises Refused.
    """
    if len(comment) > COMMENT or "\0" in comment:
        raise invalid(f"a note has at most {COMMENT} characters", "note")
    if max_length is not None and not 0 < max_length <= MAX_LENGTH:
        raise invalid(f"a length is 1 to {MAX_LENGTH}", "length")
    query = (
        select(text_.c.namespace_id, text_.c.stem)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .where(text_.c.id == text_id, namespace.c.project_id == project.id)
    )
    at = connection.execute(query).first()
    if at is None:
        raise not_found("text")
    connection.execute(
        update(text_)
        .where(text_.c.namespace_id == at.namespace_id, text_.c.stem == at.stem)
        .values(comment=comment, max_length=max_length)
    )
    told = {"comment": comment, "max_length": max_length}
    events.append(connection, project.id, "described", str(text_id), actor, **told)


def key_of(connection: Connection, text_id: int) -> str:
    """Namespace and key of a text: `common:menu.open`."""
    row = connection.execute(
        select(namespace.c.name, text_.c.key)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .where(text_.c.id == text_id)
    ).one()
    return f"{row[0]}:{row[1]}"


def ordinal_of(connection: Connection, text_id: int) -> int:
    """The path of a text in its namespace."""
    query = select(text_.c.ordinal).where(text_.c.id == text_id)
    return int(connection.execute(query).scalar() or 0)


def _checked(found: list[Leaf]) -> list[Leaf]:
    for leaf in found:
        if len(leaf.path.encode()) > 2 * names.KEY_BYTES:
            raise invalid(f"the key {leaf.key[:80]!r} is too long")
        if "\0" in leaf.path or "\0" in leaf.value:
            raise invalid(f"{leaf.key[:80]!r} has a NUL, which no table takes")
    return found


class _Target:
    """One namespace in one language, which a tree goes into."""

    def __init__(
        self,
        connection: Connection,
        project: Project,
        tag: str,
        name: str,
        actor: Actor,
    ) -> None:
        self.connection = connection
        self.project = project
        self.actor = actor.name[:100]
        self.locale_id = projects.locale_id(connection, project, tag)
        self.namespace_id = projects.namespace_id(connection, project, name)

    def take(self, found: list[Leaf], taken: Taken, replace: bool) -> None:
        """Write what differs, and count it."""
        ids = self._texts(found)
        current = self._current()
        added: list[dict[str, Any]] = []
        changed: list[dict[str, Any]] = []
        seen = set()
        # Merged entries follow the existing ones.
        first = 0 if replace else len(current)
        for ordinal, leaf in enumerate(found, first):
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
        gone = [id_ for id_ in current if id_ not in seen] if replace else []
        self._write(added, changed, gone)
        taken.added += len(added)
        taken.changed += len(changed)
        taken.removed += len(gone)

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

    def _texts(self, found: list[Leaf]) -> dict[str, int]:
        """Numbers of texts by path; those that are new are added."""
        of = text_.c.namespace_id == self.namespace_id
        columns = select(text_.c.path, text_.c.id, text_.c.key).where(of)
        known = {row[0]: (row[1], row[2]) for row in self.connection.execute(columns)}
        new = [leaf for leaf in found if leaf.path not in known]
        if new:
            keys = {key for _, key in known.values()} | {leaf.key for leaf in new}
            forms = stems(keys, self.project.format)
            rows = [
                {
                    "namespace_id": self.namespace_id,
                    "key": leaf.key,
                    "path": leaf.path,
                    "stem": forms[leaf.key].stem,
                    "ordinal": len(known) + position,
                }
                for position, leaf in enumerate(new)
            ]
            for start in range(0, len(rows), _CHUNK):
                self.connection.execute(insert(text_), rows[start : start + _CHUNK])
            known = {
                row[0]: (row[1], row[2]) for row in self.connection.execute(columns)
            }
        return {path: id_ for path, (id_, _) in known.items()}

    def _current(self) -> dict[int, tuple[str, str, int]]:
        query = (
            select(
                translation.c.text_id,
                translation.c.value,
                translation.c.kind,
                translation.c.ordinal,
            )
            .join(text_, translation.c.text_id == text_.c.id)
            .where(
                text_.c.namespace_id == self.namespace_id,
                translation.c.locale_id == self.locale_id,
            )
        )
        return {
            row[0]: (row[1], row[2], row[3]) for row in self.connection.execute(query)
        }

    def _move(self, text_id: int, ordinal: int) -> None:
        self.connection.execute(
            update(translation)
            .where(
                translation.c.text_id == text_id,
                translation.c.locale_id == self.locale_id,
            )
            .values(ordinal=ordinal)
        )

    def _write(
        self,
        added: list[dict[str, Any]],
        changed: list[dict[str, Any]],
        gone: list[int],
    ) -> None:
        here = translation.c.locale_id == self.locale_id
        for start in range(0, len(added), _CHUNK):
            self.connection.execute(insert(translation), added[start : start + _CHUNK])
        if changed:
            self.connection.execute(
                update(translation)
                .where(here, translation.c.text_id == bindparam("b_text"))
                .values(revision=translation.c.revision + 1),
                changed,
            )
        for start in range(0, len(gone), _CHUNK):
            chosen = translation.c.text_id.in_(gone[start : start + _CHUNK])
            self.connection.execute(delete(translation).where(here, chosen))


def _for_update(row: dict[str, Any]) -> dict[str, Any]:
    text_id = row.pop("text_id")
    row.pop("locale_id")
    return {"b_text": text_id, **row}
