"""Projects, applications and keys, cached; changes of them are events."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from . import projects, rows
from .database import Database
from .errors import Refused, not_found
from .hashing import sha256
from .prepare import OWN_PROJECT
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
    """What requests ask for by name; a name that is not known is looked up anew."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, dict[str, Any]] = {"project": {}}

    async def reload(self) -> None:
        self._known = await self._database.read(_load)

    @property
    def projects(self) -> list[Project]:
        return sorted(self._known["project"].values(), key=lambda each: str(each.slug))

    def by_id(self, id_: int) -> Project | None:
        return next((each for each in self.projects if each.id == id_), None)

    async def project(self, slug: str) -> Project:
        """The project of a name. Raises Refused with 404."""
        found: Project | None = await self._find("project", slug)
        if found is None:
            raise not_found("project")
        return found

    async def key(self, secret: str) -> Key:
        """The key of a secret. Raises Refused with 401."""
        found: Key | None = await self._find("key", sha256(secret))
        if found is None:
            raise Refused(401, "no such key")
        return found

    async def of_application(self, identifier: str) -> tuple[Project, int | None]:
        """The project of an application, or the only one. Raises Refused with 404."""
        found = await self._find("application", identifier)
        project = self.by_id(found.project_id) if found else None
        if project is not None:
            return project, found.id
        own = [each for each in self.projects if each.slug != OWN_PROJECT]
        if not identifier and len(own) == 1:
            return own[0], None
        raise not_found("application")

    async def _find(self, kind: str, name: str) -> Any:
        if name not in self._known.get(kind, {}):
            await self.reload()
        return self._known[kind].get(name)


def _load(connection: Connection) -> dict[str, dict[str, Any]]:
    query = select(
        *(api_key.c.id, api_key.c.project_id, api_key.c.application_id),
        *(application.c.identifier, api_key.c.scope, api_key.c.name, api_key.c.sha256),
    )
    query = query.outerjoin(application, api_key.c.application_id == application.c.id)
    keys = connection.execute(query.where(api_key.c.revoked.is_(None)))
    applications = rows.every(connection, application)
    return {
        "project": {each.slug: each for each in projects.listed(connection)},
        "key": {row.sha256: Key(*row[:6]) for row in keys},
        "application": {each.identifier: each for each in applications},
    }
