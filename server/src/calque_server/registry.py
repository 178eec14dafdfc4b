"""Projects and keys as requests need them: in memory, read again when they change."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from . import projects
from .database import Database
from .errors import Refused, not_found
from .hashing import sha256
from .projects import Project
from .schema import api_key, application


class Key(NamedTuple):
    """An API key that counts."""

    id: int
    project_id: int
    application_id: int | None
    application: str | None
    scope: str
    name: str


class Registry:
    """Cached records of projects, applications and keys."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._projects: dict[str, Project] = {}
        self._keys: dict[str, Key] = {}
        self._applications: dict[str, tuple[int, int]] = {}

    async def reload(self) -> None:
        """Read everything anew."""
        loaded = await self._database.read(_load)
        self._projects, self._keys, self._applications = loaded

    async def project(self, slug: str) -> Project:
        """The project of a name. Raises Refused with 404."""
        if slug not in self._projects:
            await self.reload()
        found = self._projects.get(slug)
        if found is None:
            raise not_found("project")
        return found

    def by_id(self, id_: int) -> Project | None:
        """The project of a number, when it is known."""
        return next((each for each in self._projects.values() if each.id == id_), None)

    @property
    def projects(self) -> list[Project]:
        """All projects by name."""
        return sorted(self._projects.values(), key=lambda each: each.slug)

    async def key(self, secret: str) -> Key:
        """The key of a secret. Raises Refused with 401."""
        hashed = sha256(secret)
        if hashed not in self._keys:
            await self.reload()
        found = self._keys.get(hashed)
        if found is None:
            raise Refused(401, "no such key")
        return found

    async def of_application(self, identifier: str) -> tuple[Project, int | None]:
        """The project of an application, or the only one. Raises Refused with 404."""
        if identifier not in self._applications:
            await self.reload()
        found = self._applications.get(identifier)
        if found is not None:
            project = self.by_id(found[1])
            if project is not None:
                return project, found[0]
        own = [each for each in self._projects.values() if each.slug != "calque-server"]
        if not identifier and len(own) == 1:
            return own[0], None
        raise not_found("application")


_Loaded = tuple[dict[str, Project], dict[str, Key], dict[str, tuple[int, int]]]


def _load(connection: Connection) -> _Loaded:
    keys: dict[str, Key] = {}
    query = (
        select(api_key, application.c.identifier)
        .outerjoin(application, api_key.c.application_id == application.c.id)
        .where(api_key.c.revoked.is_(None))
    )
    for row in connection.execute(query):
        keys[row.sha256] = Key(
            row.id,
            row.project_id,
            row.application_id,
            row.identifier,
            row.scope,
            row.name,
        )
    applications: dict[str, tuple[int, int]] = {
        row.identifier: (row.id, row.project_id)
        for row in connection.execute(select(application))
    }
    found: dict[str, Any] = {each.slug: each for each in projects.listed(connection)}
    return found, keys, applications
