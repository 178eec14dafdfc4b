"""Screens of programs: which texts they show, where, and perhaps a picture."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from . import events, names
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .projects import Project
from .rows import add
from .schema import namespace, screen, text_

_MOST = 500
_LISTED = (screen.c.id, screen.c.name, screen.c.locale, screen.c.updated)


class Layout(NamedTuple):
    """A screen as a program sends it; a component is a dict of the API's shape."""

    locale: str
    width: int
    height: int
    components: list[dict[str, Any]]


class Component(NamedTuple):
    """A text on a screen, and the number of the text where it is known."""

    section: str
    key: str
    value: str
    x: float
    y: float
    width: float
    height: float
    text_id: int | None


class Screen(NamedTuple):
    """A screen with its components, those in front last."""

    id: int
    name: str
    locale: str
    width: int
    height: int
    has_picture: bool
    components: list[Component]


def put(
    connection: Connection, project: Project, name: str, given: Layout, actor: Actor
) -> None:
    """Store a screen, replacing the one with its name; the old picture is removed.

    Raises Refused with 422 for a name that no text can have, and when a project has
    too many screens.
    """
    for each in given.components:
        names.namespace(each["section"])
        names.key(each["key"])
    values = {
        "locale": names.tag(given.locale),
        "width": given.width,
        "height": given.height,
        "components": json.dumps(given.components, ensure_ascii=False),
        "picture": None,
        "updated": now(),
    }
    here = (screen.c.project_id == project.id) & (screen.c.name == name)
    if not connection.execute(update(screen).where(here).values(values)).rowcount:
        count = select(func.count()).where(screen.c.project_id == project.id)
        if int(connection.execute(count).scalar() or 0) >= _MOST:
            raise invalid(f"a project has at most {_MOST} screens")
        add(connection, screen, {"project_id": project.id, "name": name, **values})
    events.append(connection, project.id, "screen", name, actor)


def put_picture(
    connection: Connection, project: Project, name: str, picture: bytes, actor: Actor
) -> None:
    """Store the picture of a screen. Raises Refused with 404."""
    here = (screen.c.project_id == project.id) & (screen.c.name == name)
    done = connection.execute(update(screen).where(here).values(picture=picture))
    if not done.rowcount:
        raise not_found("screen")
    events.append(connection, project.id, "screen", name, actor, picture=len(picture))


def remove(connection: Connection, project: Project, name: str, actor: Actor) -> None:
    """Remove a screen. Raises Refused with 404."""
    here = (screen.c.project_id == project.id) & (screen.c.name == name)
    if not connection.execute(delete(screen).where(here)).rowcount:
        raise not_found("screen")
    events.append(connection, project.id, "screen", name, actor, removed=True)


def listed(connection: Connection, project: Project) -> list[Any]:
    """The screens of a project by name."""
    query = select(*_LISTED).where(screen.c.project_id == project.id)
    return list(connection.execute(query.order_by(screen.c.name)).all())


def get(connection: Connection, project: Project, name: str) -> Screen:
    """A screen. Raises Refused with 404."""
    columns = (*_LISTED, screen.c.width, screen.c.height, screen.c.components)
    row = connection.execute(
        select(*columns, screen.c.picture.is_not(None).label("has_picture")).where(
            screen.c.project_id == project.id, screen.c.name == name
        )
    ).first()
    if row is None:
        raise not_found("screen")
    components = json.loads(row.components)
    known = _texts(connection, project, {each["key"] for each in components})
    return Screen(
        row.id,
        row.name,
        row.locale,
        row.width,
        row.height,
        bool(row.has_picture),
        [
            Component(**each, text_id=known.get((each["section"], each["key"])))
            for each in components
        ],
    )


def picture(connection: Connection, project: Project, name: str) -> bytes:
    """The picture of a screen. Raises Refused with 404."""
    found = connection.execute(
        select(screen.c.picture).where(
            screen.c.project_id == project.id, screen.c.name == name
        )
    ).scalar()
    if found is None:
        raise not_found("picture")
    return bytes(found)


def _texts(
    connection: Connection, project: Project, keys: set[str]
) -> dict[tuple[str, str], int]:
    """Numbers of texts by section and key; a message has one for each of its forms."""
    query = (
        select(namespace.c.name, text_.c.key, text_.c.stem, text_.c.id)
        .join(text_, text_.c.namespace_id == namespace.c.id)
        .where(
            namespace.c.project_id == project.id,
            text_.c.key.in_(keys) | text_.c.stem.in_(keys),
        )
    )
    found: dict[tuple[str, str], int] = {}
    for section, key, stem, id_ in connection.execute(query):
        found[section, key] = id_
        found.setdefault((section, stem), id_)
    return found
