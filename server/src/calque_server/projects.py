"""Projects, their languages and namespaces."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Row

from . import events, names, rows
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .schema import locale, namespace, project

FORMATS = ("v4", "v3", "v2", "v1", "ios")
OWN_PROJECT = "calque-server"
PLATFORMS = ("mobile", "web", "backend")


@dataclass(frozen=True)
class Project:
    """A row of the table, with its settings read."""

    id: int
    slug: str
    name: str
    source_locale: str
    format: str
    settings: str
    created: int

    @cached_property
    def options(self) -> dict[str, Any]:
        """The settings.

        `open` lets programs propose without a key; with `first_look` what they propose
        waits until somebody lets it through.
        """
        return {"open": True, "first_look": False, **json.loads(self.settings)}


def create(
    connection: Connection,
    slug: str,
    name: str,
    source_locale: str,
    format: str,
    actor: Actor,
) -> Project:
    """Make a project.

    Raises Refused for a name that is taken or cannot be one.
    """
    if format not in FORMATS:
        raise invalid(f"{format!r} is not a format; formats are {', '.join(FORMATS)}")
    if rows.first(connection, project, slug=names.slug(slug)) is not None:
        raise invalid(f"project {slug!r} already exists")
    rows.add(
        connection,
        project,
        slug=slug,
        name=name[:200] or slug,
        source_locale=names.tag(source_locale),
        format=format,
        settings="{}",
        created=now(),
    )
    made = find(connection, slug)
    locale_id(connection, made, made.source_locale)
    events.append(connection, made.id, "created", slug, actor)
    return made


def find(connection: Connection, slug: str) -> Project:
    """The project of a name. Raises Refused."""
    return _found(rows.first(connection, project, slug=names.plain(slug)))


def by_id(connection: Connection, id: int) -> Project:
    """The project of a number. Raises Refused."""
    return _found(rows.first(connection, project, id=id))


def _found(row: Row[Any] | None) -> Project:
    if row is None:
        raise not_found("project")
    return Project(**row._mapping)


def listed(connection: Connection) -> list[Project]:
    return [Project(**row._mapping) for row in rows.every(connection, project)]


def configure(
    connection: Connection, of: Project, changes: dict[str, Any], actor: Actor
) -> None:
    settings = json.dumps({**of.options, **changes})
    rows.change(connection, project, {"id": of.id}, settings=settings)
    events.append(connection, of.id, "configured", of.slug, actor, **changes)


def locales(connection: Connection, of: Project) -> list[dict[str, Any]]:
    """The languages of a project, the source first, then by tag."""
    found = [
        dict(row._mapping) for row in rows.every(connection, locale, project_id=of.id)
    ]
    return sorted(
        found, key=lambda each: (each["tag"] != of.source_locale, each["tag"])
    )


def locale_id(connection: Connection, of: Project, tag: str) -> int:
    """The number of a language, which is added when it is new."""
    here = {"project_id": of.id, "tag": names.tag(tag)}
    found = rows.first(connection, locale, **here)
    if found is not None:
        return int(found.id)
    shown = {"name": here["tag"], "direction": names.direction(tag)}
    return rows.add(connection, locale, **here, **shown)


def namespaces(connection: Connection, of: Project) -> list[Any]:
    return rows.every(connection, namespace, project_id=of.id)


def namespace_id(connection: Connection, of: Project, name: str) -> int:
    """The number of a namespace, which is added when it is new."""
    here = {"project_id": of.id, "name": names.namespace(name)}
    found = rows.first(connection, namespace, **here)
    return rows.add(connection, namespace, **here) if found is None else int(found.id)
