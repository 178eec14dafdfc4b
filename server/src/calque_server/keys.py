"""Applications and their keys. A key is shown once and kept as a hash."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from . import events, names, rows
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .hashing import new_secret, sha256
from .people import SCOPES
from .projects import Project
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
    name, identifier = names.plain(name), names.plain(application_name)
    if scope not in SCOPES or len(name) > 200:
        raise invalid(f"{scope[:20]!r} is not a scope: {', '.join(SCOPES)}")
    secret = f"calque_{new_secret()}"
    id_ = rows.add(
        connection,
        api_key,
        project_id=project.id,
        application_id=_application(connection, project, identifier),
        name=name or scope,
        prefix=secret[:12],
        sha256=sha256(secret),
        scope=scope,
        created=now(),
    )
    events.append(connection, project.id, "key", id_, actor, scope=scope, name=name)
    return secret


def revoke(connection: Connection, project: Project, id_: int, actor: Actor) -> None:
    """Revoke a key. Raises Refused with 404."""
    here = {"id": id_, "project_id": project.id, "revoked": None}
    found = rows.first(connection, api_key, **here)
    if found is None:
        raise not_found("key")
    rows.change(connection, api_key, here, revoked=now())
    body = {"name": found.name, "revoked": True}
    events.append(connection, project.id, "key", id_, actor, **body)


def listed(connection: Connection, project: Project) -> list[Any]:
    return rows.every(connection, api_key, project_id=project.id, revoked=None)


def _application(
    connection: Connection, project: Project, identifier: str
) -> int | None:
    """The number of an application, which is added when it is new."""
    if not identifier:
        return None
    found = rows.first(connection, application, identifier=identifier)
    if found is None:
        values = {"identifier": identifier[:100], "name": identifier, "created": now()}
        return rows.add(connection, application, project_id=project.id, **values)
    if found.project_id != project.id:
        message = f"{identifier!r} is an application of another project"
        raise invalid(message, "application")
    return int(found.id)
