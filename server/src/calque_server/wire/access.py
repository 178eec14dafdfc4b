"""Authenticates programs: a key, or anybody where a project is open."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request

from ..errors import Refused
from ..events import Actor
from ..projects import Project
from ..registry import Key
from ..state import state_of


class Caller(NamedTuple):
    """A program and the project it calls."""

    project: Project
    application_id: int | None
    key: Key | None


async def caller(request: Request) -> Caller:
    """The caller of a wire's path.

    Raises Refused: 401 for a key that does not count, 403 for one of another
    project, 404 without a project.
    """
    state = state_of(request)
    secret = _secret(request)
    key = await state.registry.key(secret) if secret else None
    slug = request.path_params.get("project")
    identifier = request.headers.get("x-application-id", "")
    application_id = key.application_id if key else None
    if slug is None:
        found = state.registry.by_id(key.project_id) if key else None
        if found is None:
            found, application_id = await state.registry.of_application(identifier)
        project = found
    else:
        project = await state.registry.project(slug)
    if key is None and not project.options["open"]:
        raise Refused(401, "a key is needed")
    if key is not None and key.project_id != project.id:
        raise Refused(403, "the key is of another project")
    if key is not None and key.application and identifier not in ("", key.application):
        raise Refused(401, "the key is of another application")
    if key is not None:
        state.by_key.take(str(key.id))
    return Caller(project, application_id, key)


def actor(request: Request, name: str) -> Actor:
    """The name of a caller in the log."""
    return Actor(name, state_of(request).hashed_address(request))


def _secret(request: Request) -> str:
    bearer = request.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        return bearer[7:].strip()
    return request.headers.get("x-rest-api-key", "")
