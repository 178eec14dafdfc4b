"""Authenticates programs: a key, or anybody where a project is open."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request

from ..access import bearer
from ..devices import BEFORE, device_of, of_key, shown
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

    def device(self, guid: str) -> str:
        """The device of a guid. Raises Refused with 422 for one that cannot be."""
        key = self.key
        named = (None, None) if key is None else (key.id, key.application_id)
        return of_key(named[0], named[1], guid)

    def devices(self, guid: str) -> list[str]:
        """The names that proposals of a guid may have: those of before, too."""
        return [self.device(guid), device_of(BEFORE, guid)] if guid else []


async def caller(request: Request) -> Caller:
    """The caller of a wire's path.

    Raises Refused: 401 for a key that does not count, 403 for one of another
    project, 404 without a project.
    """
    state = state_of(request)
    secret = bearer(request) or request.headers.get("x-rest-api-key", "")
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
    if key is None:
        if not project.options["open"]:
            raise Refused(401, "a key is needed")
    elif key.project_id != project.id:
        raise Refused(403, "the key is of another project")
    elif key.application and identifier not in ("", key.application):
        raise Refused(401, "the key is of another application")
    else:
        state.by_key.take(str(key.id))
    return Caller(project, application_id, key)


def actor(request: Request, device: str) -> Actor:
    """A device as the log names it."""
    return Actor(f"device {shown(device)}", state_of(request).hashed_address(request))
