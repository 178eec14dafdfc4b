"""Catalogs in the tables: taken in as trees, given out as the same trees."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from . import events, projects, rows
from .clock import now
from .events import Actor
from .flatten import Part, Trees, parts
from .projects import Project
from .schema import locale, namespace, text_, translation
from .tree import tree_of

_CHUNK = 500


@dataclass
class Taken:
    """The changes made by an import, in texts of languages."""

    # Whether texts that are not in the import go.
    replace: bool = True
    added: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0
    # The parts that were taken, by language.
    parts: Counter[str] = field(default_factory=Counter, repr=False)
    # The texts that were seen, by language and namespace.
    seen: dict[tuple[str, str], set[int]] = field(default_factory=dict, repr=False)

    def counts(self) -> dict[str, int]:
        shown = ("added", "changed", "removed", "same")
        return {name: getattr(self, name) for name in shown}


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
    taken, found = Taken(replace), list(parts(trees, project.format))
    # The source first: it says in which order texts stand.
    for part in sorted(found, key=lambda part: part.locale != project.source_locale):
        take_part(connection, project, part, actor, taken)
    finish(connection, project, actor, taken)
    return taken


def take_part(
    connection: Connection, project: Project, part: Part, actor: Actor, taken: Taken
) -> None:
    """Write what differs in a part, and count it. Takes some 20 ms."""
    columns = "text (namespace_id), translation (text_id, locale_id)"
    rows.look(connection, columns, taken.parts[part.locale])
    taken.parts[part.locale] += 1
    locale_id = projects.locale_id(connection, project, part.locale)
    ids = _texts(connection, project, part)
    query = select(translation).where(translation.c.locale_id == locale_id)
    query = query.where(translation.c.text_id.in_(ids.values()))
    current = {row.text_id: row for row in connection.execute(query)}
    seen = taken.seen.setdefault((part.locale, part.namespace), set())
    added, changed, moved = [], [], []
    # Merged entries follow the existing ones.
    first = part.first if taken.replace else _count(connection, project, part)
    for ordinal, leaf in enumerate(part.leaves, first):
        id_ = ids[leaf.path]
        seen.add(id_)
        row = {"value": leaf.value, "kind": leaf.kind, "ordinal": ordinal}
        row |= {"updated": now(), "updated_by": actor[:100]}
        before = current.get(id_)
        if before is None:
            added.append({**row, "text_id": id_, "locale_id": locale_id})
        elif (before.value, before.kind) != (leaf.value, leaf.kind):
            kept = {} if taken.replace else {"ordinal": before.ordinal}
            changed.append({**row, **kept, "b_text": id_})
        else:
            taken.same += 1
            if taken.replace and before.ordinal != ordinal:
                moved.append({"b_text": id_, "ordinal": ordinal})
    if added:
        connection.execute(insert(translation), added)
    here = update(translation).where(
        translation.c.locale_id == locale_id,
        translation.c.text_id == bindparam("b_text"),
    )
    if changed:
        raised = here.values(revision=translation.c.revision + 1)
        connection.execute(raised, changed)
    if moved:
        connection.execute(here, moved)
    taken.added += len(added)
    taken.changed += len(changed)


def finish(
    connection: Connection, project: Project, actor: Actor, taken: Taken
) -> None:
    """Remove what the parts did not have, and note the import."""
    for (tag, name), seen in taken.seen.items() if taken.replace else ():
        here = translation.c.locale_id == projects.locale_id(connection, project, tag)
        there = texts(project, text_.c.id).where(here, namespace.c.name == name)
        gone = [id_ for id_ in connection.execute(there).scalars() if id_ not in seen]
        for start in range(0, len(gone), _CHUNK):
            chosen = translation.c.text_id.in_(gone[start : start + _CHUNK])
            connection.execute(delete(translation).where(here, chosen))
        taken.removed += len(gone)
    if taken.added or taken.changed or taken.removed:
        body: dict[str, Any] = {"locales": sorted({tag for tag, _ in taken.seen})}
        body |= taken.counts()
        del body["same"]
        events.append(connection, project.id, "imported", project.slug, actor, **body)


def texts(project: Project, *columns: Any) -> Select[Any]:
    """Translations of a project with their texts, namespaces and languages."""
    return (
        select(*columns)
        .join_from(translation, text_, translation.c.text_id == text_.c.id)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .join(locale, translation.c.locale_id == locale.c.id)
        .where(locale.c.project_id == project.id)
    )


def trees(
    connection: Connection, project: Project, locales: Collection[str] | None = None
) -> Trees:
    """The working texts by language and namespace, members in their order."""
    columns = text_.c.path, translation.c.value, translation.c.kind
    query = texts(project, locale.c.tag, namespace.c.name, *columns)
    order = locale.c.tag, namespace.c.name, translation.c.ordinal, text_.c.id
    query = query.order_by(*order)
    if locales is not None:
        query = query.where(locale.c.tag.in_(list(locales)))
    found: Trees = defaultdict(dict)
    leaves = connection.execute(query)
    for (tag, name), group in itertools.groupby(leaves, key=lambda row: row[:2]):
        found[tag][name] = tree_of((row[2], row[3], row[4]) for row in group)
    return dict(found)


def ordinal_of(connection: Connection, text_id: int) -> int:
    query = select(text_.c.ordinal).where(text_.c.id == text_id)
    return int(connection.execute(query).scalar() or 0)


def _texts(connection: Connection, project: Project, part: Part) -> dict[str, int]:
    """Numbers of the texts of a part by path; those that are new are added."""
    id_ = projects.namespace_id(connection, project, part.namespace)
    query = select(text_.c.path, text_.c.id).where(
        text_.c.namespace_id == id_,
        text_.c.path.in_([leaf.path for leaf in part.leaves]),
    )
    known = dict(tuple(row) for row in connection.execute(query))
    leaves = zip(part.leaves, part.stems, strict=True)
    new = [
        {"path": leaf.path, "key": leaf.key, "stem": stem, "ordinal": ordinal}
        for ordinal, (leaf, stem) in enumerate(leaves, part.first)
        if leaf.path not in known
    ]
    if new:
        connection.execute(insert(text_).values(namespace_id=id_), new)
        known = dict(tuple(row) for row in connection.execute(query))
    return known


def _count(connection: Connection, project: Project, part: Part) -> int:
    here = locale.c.tag == part.locale, namespace.c.name == part.namespace
    query = texts(project, func.count()).where(*here)
    return int(connection.execute(query).scalar() or 0)
