"""Applications and their keys. A key is shown once and kept as a hash."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select, update

from . import events, names
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .hashing import new_secret, sha256
from .people import SCOPES
from .projects import Project
from .rows import add
from .schema import api_key, application


def create(
    connection: Connection,
    project: Project,
    name: str,
    scope: str,
    actor: Actor,
    application_name: str = "",
) -> str:
    """Create a key; returns its secret. Raises Refused for an unknown scope."""
    name, application_name = names.plain(name), names.plain(application_name)
    if scope not in SCOPES or len(name) > 200:
        raise invalid(f"{scope[:20]!r} is no scope: {', '.join(SCOPES)}")
    application_id = None
    if application_name:
        application_id = _application(connection, project, application_name)
    secret = f"calque_{new_secret()}"
    values = {
        "project_id": project.id,
        "application_id": application_id,
        "name": name or scope,
        "prefix": secret[:12],
        "sha256": sha256(secret),
        "scope": scope,
        "created": now(),
    }
    id_ = add(connection, api_key, values)
    events.append(
        connection, project.id, "key", str(id_), actor, scope=scope, name=name
    )
    return secret


def revoke(connection: Connection, project: Project, id_: int, actor: Actor) -> None:
    """Revoke a key. Raises Refused with 404."""
    name = connection.execute(
        update(api_key)
        .where(
            api_key.c.id == id_,
            api_key.c.project_id == project.id,
            api_key.c.revoked.is_(None),
        )
        .values(revoked=now())
        .returning(api_key.c.name)
    ).scalar()
    if name is None:
        raise not_found("key")
    body = {"name": name, "revoked": True}
    events.append(connection, project.id, "key", str(id_), actor, **body)


def listed(connection: Connection, project: Project) -> list[Any]:
    """The keys of a project that count."""
    query = (
        select(api_key, application.c.identifier)
        .outerjoin(application, api_key.c.application_id == application.c.id)
        .where(api_key.c.project_id == project.id, api_key.c.revoked.is_(None))
        .order_by(api_key.c.id)
    )
    return list(connection.execute(query).all())


def _application(connection: Connection, project: Project, identifier: str) -> int:
    found = connection.execute(
        select(application).where(application.c.identifier == identifier)
    ).first()
    if found is not None:
        if found.project_id != project.id:
            raise invalid(
                f"{identifier!r} is an application of another project", "application"
            )
        return int(found.id)
    values = {
        "project_id": project.id,
        "identifier": identifier[:100],
        "name": identifier,
        "created": now(),
    }
    return add(connection, application, values)
