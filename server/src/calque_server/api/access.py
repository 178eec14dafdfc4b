"""Authenticates callers of the API: a key, or a person who is signed in."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from .. import people
from ..database import Database
from ..errors import Refused
from ..events import Actor
from ..pages.page import check_same_site, person_of
from ..projects import Project
from ..state import State, state_of


class Call:
    """A call by somebody who may make it."""

    def __init__(self, state: State, project: Project, actor: Actor, may: Any) -> None:
        self.state = state
        self.project = project
        self.actor = actor
        self._may = may

    @property
    def database(self) -> Database:
        """The database."""
        return self.state.database

    def require(self, action: str, locale: str | None = None) -> None:
        """Raises Refused with 403."""
        if not self._may(action, locale):
            raise Refused(403, "not allowed")


def allowed(action: str) -> Any:
    """A dependency: the call of somebody who may do something."""

    async def dependency(request: Request, project: str) -> Call:
        call = await _call(request, project)
        call.require(action)
        return call

    return dependency


async def _call(request: Request, slug: str) -> Call:
    state = state_of(request)
    bearer = request.headers.get("authorization", "")
    hashed = state.hashed_address(request)
    if bearer.lower().startswith("bearer "):
        key = await state.registry.key(bearer[7:].strip())
        state.by_key.take(str(key.id))
        project = await state.registry.project(slug)
        if key.project_id != project.id:
            raise Refused(404, "project not found")
        scope = people.ALLOWED[key.scope]
        return Call(
            state,
            project,
            Actor(f"key {key.name}", hashed),
            lambda action, _: action in scope,
        )
    person = await person_of(request)
    if person is None:
        raise Refused(401, "a key or a session is needed")
    if request.method not in ("GET", "HEAD"):
        check_same_site(request)
    project = await state.registry.project(slug)
    if not person.may("read", project.id):
        raise Refused(404, "project not found")
    return Call(
        state,
        project,
        Actor(person.name, hashed),
        lambda action, locale: person.may(action, project.id, locale),
    )
