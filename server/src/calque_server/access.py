"""Who calls the JSON API: a key, or a person who is signed in."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request

from . import people
from .database import Database
from .devices import binding, device_of, member
from .errors import Refused
from .events import Actor
from .pages.page import check_same_site, person_of
from .projects import Project
from .state import State, state_of


class Call:
    """A call by somebody who is known."""

    def __init__(
        self,
        request: Request,
        project: Project,
        name: str,
        may: Callable[..., bool],
        device: Callable[[str], str],
    ) -> None:
        self.request = request
        self.project = project
        self.state: State = state_of(request)
        self.actor = Actor(name, self.state.hashed_address(request))
        self._may = may
        # The device that a guid names; a person's own, whatever the guid.
        self.device = device

    @property
    def database(self) -> Database:
        """The database."""
        return self.state.database

    def require(self, action: str, *locales: str) -> None:
        """Raises Refused with 403 for an action, or a language, that is not allowed."""
        if not self._may(action, *locales):
            raise Refused(403, "not allowed")


async def call_of(request: Request, action: str) -> Call:
    """The call of somebody who may do something; nothing of the body is read.

    Raises Refused: 401 for nobody, 403 for a role that does not allow it, 404 without
    the project.
    """
    state = state_of(request)
    slug = request.path_params["project"]
    bearer = request.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        key = await state.registry.key(bearer[7:].strip())
        state.by_key.take(str(key.id))
        project = await state.registry.project(slug)
        if key.project_id != project.id:
            raise Refused(404, "project not found")
        scope = people.ALLOWED[key.scope]
        bound = binding(key.id, key.application_id)
        made = Call(
            request,
            project,
            f"key {key.name}",
            lambda action, *_: action in scope,
            lambda guid: _device(bound, guid),
        )
    else:
        person = await person_of(request)
        if person is None:
            raise Refused(401, "a key or a session is needed")
        if request.method not in ("GET", "HEAD"):
            check_same_site(request)
        project = await state.registry.project(slug)
        if not person.may("read", project.id):
            raise Refused(404, "project not found")
        made = Call(
            request,
            project,
            person.name,
            lambda action, *tags: person.may(action, project.id, *tags),
            lambda _: member(person.id),
        )
    made.require(action)
    return made


def _device(bound: str, guid: str) -> str:
    if not 0 < len(guid) <= 100:
        raise Refused(422, "a guid has 1 to 100 characters")
    return device_of(bound, guid)
