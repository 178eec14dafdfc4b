"""Applications and their keys. A key is shown once and kept as a hash."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from . import events, names, projects, rows
from .clock import now
from .errors import Refused, invalid, not_found
from .events import Actor
from .hashing import new_secret, sha256
from .people import SCOPES
from .projects import OWN_PROJECT, Project
from .schema import api_key, application


class Key(NamedTuple):
    """An API key that counts."""

    id: int
    project_id: int
    application_id: int | None
    name: str
    scope: str
    application: str | None


def of_secret(connection: Connection, secret: str) -> Key:
    """The key of a secret. Raises Refused with 401."""
    named = application.c.identifier.label("application")
    query = select(*(api_key.c[name] for name in Key._fields[:5]), named)
    query = query.outerjoin(application, api_key.c.application_id == application.c.id)
    query = query.where(api_key.c.sha256 == sha256(secret), api_key.c.revoked.is_(None))
    row = connection.execute(query).first()
    if row is None:
        raise Refused(401, "no such key")
    return Key(**row._mapping)


def project_of(connection: Connection, identifier: str) -> tuple[Project, int | None]:
    """The project of an application, or the only one. Raises Refused with 404."""
    identifier = names.plain(identifier)
    found = rows.first(connection, application, identifier=identifier)
    if found is not None:
        return projects.by_id(connection, found.project_id), found.id
    own = [each for each in projects.listed(connection) if each.slug != OWN_PROJECT]
    if not identifier and len(own) == 1:
        return own[0], None
    raise not_found("application")


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
        raise invalid(f"{scope[:20]!r} is not a scope; scopes are {', '.join(SCOPES)}")
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
