"""Keys that programs looked up and that do not exist."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from . import names
from .clock import now
from .errors import Refused
from .projects import Project
from .schema import missing_key, namespace, text_
from .settings import Limits


def report(
    connection: Connection,
    project: Project,
    locale: str,
    section: str,
    keys: dict[str, str],
    limits: Limits,
) -> int:
    """Count keys that a program missed; how many were new.

    Keys that have a text by now are left out. Raises Refused for names that cannot
    be, and with 429 when a project has too many.
    """
    tag, name = names.tag(locale), names.namespace(section)
    checked = {names.key(key): value for key, value in keys.items()}
    here = (
        (missing_key.c.project_id == project.id)
        & (missing_key.c.namespace == name)
        & (missing_key.c.locale == tag)
    )
    wanted = list(checked)
    known = select(missing_key.c.key).where(here, missing_key.c.key.in_(wanted))
    seen = set(connection.execute(known).scalars())
    have = (
        select(text_.c.key)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .where(
            namespace.c.project_id == project.id,
            namespace.c.name == name,
            text_.c.key.in_(wanted),
        )
    )
    written = set(connection.execute(have).scalars())
    new = [key for key in checked if key not in seen and key not in written]
    total = select(func.count()).where(missing_key.c.project_id == project.id)
    if new and int(connection.execute(total).scalar() or 0) + len(new) > (
        limits.missing_keys
    ):
        raise Refused(429, "too many missing keys wait", retry_after=3600)
    again = seen.intersection(checked)
    if again:
        connection.execute(
            update(missing_key)
            .where(here, missing_key.c.key.in_(list(again)))
            .values(count=missing_key.c.count + 1, last=now())
        )
    if new:
        rows = [_row(project, name, tag, key, checked[key]) for key in new]
        connection.execute(insert(missing_key), rows)
    return len(new)


def listed(connection: Connection, project: Project, limit: int = 200) -> list[Any]:
    """Missing keys that are not ignored, the most frequent first."""
    query = (
        select(missing_key)
        .where(missing_key.c.project_id == project.id, missing_key.c.ignored == 0)
        .order_by(missing_key.c.count.desc(), missing_key.c.id)
        .limit(limit)
    )
    return list(connection.execute(query).all())


def get(connection: Connection, project: Project, id_: int) -> Any:
    """A missing key. Raises Refused with 404."""
    row = connection.execute(
        select(missing_key).where(
            missing_key.c.id == id_, missing_key.c.project_id == project.id
        )
    ).first()
    if row is None:
        raise Refused(404, "missing key not found")
    return row


def ignore(connection: Connection, project: Project, id_: int) -> None:
    """List a key no more. Raises Refused with 404."""
    get(connection, project, id_)
    connection.execute(
        update(missing_key).where(missing_key.c.id == id_).values(ignored=1)
    )


def _row(project: Project, name: str, tag: str, key: str, value: str) -> dict[str, Any]:
    return {
        "project_id": project.id,
        "namespace": name,
        "key": key,
        "locale": tag,
        "value": names.plain(value),
        "count": 1,
        "ignored": 0,
        "first": now(),
        "last": now(),
    }
