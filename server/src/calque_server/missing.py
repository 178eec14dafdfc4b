"""Keys that programs looked up and that do not exist."""

from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from . import names, rows
from .clock import now
from .errors import Refused, not_found
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
    at = {"project_id": project.id, "namespace": names.namespace(section)}
    at["locale"] = names.tag(locale)
    wanted = {names.key(key): value for key, value in keys.items()}
    here = [missing_key.c[name] == value for name, value in at.items()]
    here.append(missing_key.c.key.in_(list(wanted)))
    seen = set(connection.execute(select(missing_key.c.key).where(*here)).scalars())
    have = (
        select(text_.c.key)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .where(
            namespace.c.project_id == project.id,
            namespace.c.name == at["namespace"],
            text_.c.key.in_(list(wanted)),
        )
    )
    new = wanted.keys() - seen - set(connection.execute(have).scalars())
    total = select(func.count()).where(missing_key.c.project_id == project.id)
    count = int(connection.execute(total).scalar() or 0) if new else 0
    if count + len(new) > limits.missing_keys:
        raise Refused(429, "too many missing keys wait", retry_after=3600)
    if seen:
        values = {"count": missing_key.c.count + 1, "last": now()}
        connection.execute(update(missing_key).where(*here).values(values))
    if new:
        times = {"count": 1, "first": now(), "last": now()}
        added = [
            {**at, **times, "key": key, "value": names.plain(value)}
            for key, value in wanted.items()
            if key in new
        ]
        connection.execute(insert(missing_key), added)
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


def settle(connection: Connection, project: Project, id_: int) -> Any:
    """List a missing key no more; its row. Raises Refused with 404."""
    here = {"id": id_, "project_id": project.id}
    if not rows.change(connection, missing_key, here, ignored=1):
        raise not_found("missing key")
    return rows.first(connection, missing_key, **here)
