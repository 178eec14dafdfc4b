"""Projects, their languages and namespaces."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, select, update

from . import events, names
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .rows import add
from .schema import locale, namespace, project

FORMATS = ("v4", "v3", "v2", "v1", "ios")
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
        read: dict[str, Any] = {"open": True, "first_look": False}
        read.update(json.loads(self.settings))
        return read


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
        raise invalid(f"{format!r} is no format; formats are {', '.join(FORMATS)}")
    values = {
        "slug": names.slug(slug),
        "name": name[:200] or slug,
        "source_locale": names.tag(source_locale),
        "format": format,
        "settings": "{}",
        "created": now(),
    }
    taken = select(project.c.id).where(project.c.slug == slug)
    if connection.execute(taken).first() is not None:
        raise invalid(f"there is a project {slug!r} already")
    made = Project(id=add(connection, project, values), **values)  # type: ignore[arg-type]
    locale_id(connection, made, made.source_locale)
    events.append(connection, made.id, "created", slug, actor)
    return made


def find(connection: Connection, slug: str) -> Project:
    """The project of a name. Raises Refused."""
    row = connection.execute(select(project).where(project.c.slug == slug)).first()
    if row is None:
        raise not_found("project")
    return Project(**row._mapping)


def by_id(connection: Connection, id: int) -> Project:
    """The project of a number. Raises Refused."""
    row = connection.execute(select(project).where(project.c.id == id)).first()
    if row is None:
        raise not_found("project")
    return Project(**row._mapping)


def listed(connection: Connection) -> list[Project]:
    """All projects by name."""
    rows = connection.execute(select(project).order_by(project.c.slug))
    return [Project(**row._mapping) for row in rows]


def configure(
    connection: Connection, of: Project, changes: dict[str, Any], actor: Actor
) -> None:
    """Change settings of a project."""
    settings = json.dumps({**of.options, **changes})
    connection.execute(
        update(project).where(project.c.id == of.id).values(settings=settings)
    )
    events.append(connection, of.id, "configured", of.slug, actor, **changes)


def locales(connection: Connection, of: Project) -> list[dict[str, Any]]:
    """The languages of a project, the source first, then by tag."""
    rows = connection.execute(
        select(locale).where(locale.c.project_id == of.id).order_by(locale.c.tag)
    )
    found = [dict(row._mapping) for row in rows]
    return sorted(found, key=lambda each: each["tag"] != of.source_locale)


def locale_id(connection: Connection, of: Project, tag: str) -> int:
    """The number of a language, which is added when it is new."""
    query = select(locale.c.id).where(
        locale.c.project_id == of.id, locale.c.tag == names.tag(tag)
    )
    found = connection.execute(query).scalar()
    if found is not None:
        return int(found)
    values = {
        "project_id": of.id,
        "tag": names.tag(tag),
        "name": names.tag(tag),
        "direction": names.direction(tag),
    }
    return add(connection, locale, values)


def namespaces(connection: Connection, of: Project) -> list[dict[str, Any]]:
    """The namespaces of a project by name."""
    rows = connection.execute(
        select(namespace)
        .where(namespace.c.project_id == of.id)
        .order_by(namespace.c.name)
    )
    return [dict(row._mapping) for row in rows]


def namespace_id(connection: Connection, of: Project, name: str) -> int:
    """The number of a namespace, which is added when it is new."""
    query = select(namespace.c.id).where(
        namespace.c.project_id == of.id, namespace.c.name == names.namespace(name)
    )
    found = connection.execute(query).scalar()
    if found is not None:
        return int(found)
    return add(connection, namespace, {"project_id": of.id, "name": name})
