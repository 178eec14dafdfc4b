"""Published files in memory, ready to be sent: no request for them reads the database.

A channel is a mapping of paths that is replaced as a whole, so a reader has the old
release or the new one. Files with the same bytes are kept once.
"""

import asyncio
from typing import Any, NamedTuple

from sqlalchemy import Connection
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from . import projects, releases
from .clock import now
from .database import Database
from .hashing import sha256
from .projects import Project


class File:
    """A file with its responses, made once for all who ask."""

    __slots__ = ("data", "etag", "packed", "sha256", "unchanged", "whole")

    def __init__(
        self, path: str, data: bytes, packed: bytes | None, sha: str, keep: str = ""
    ) -> None:
        self.data = data
        self.sha256 = sha
        self.etag = f'"{sha[:32]}'
        common = {
            "etag": f'{self.etag}"',
            "cache-control": keep or "no-cache",
            "vary": "accept-encoding",
            "access-control-allow-origin": "*",
            "x-content-type-options": "nosniff",
        }
        json = "application/json; charset=utf-8"
        media = json if path.endswith(".json") else "application/octet-stream"
        self.whole = Response(data, 200, common, media)
        self.unchanged = Response(None, 304, common)
        gzip = {"etag": f'{self.etag}-gzip"', "content-encoding": "gzip"}
        self.packed: Response | None = None
        if packed is not None:
            self.packed = Response(packed, 200, {**common, **gzip}, media)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        condition = headers.get("if-none-match", "")
        answer = self.whole
        if condition and (self.etag in condition or condition == "*"):
            answer = self.unchanged
        elif self.packed and "gzip" in headers.get("accept-encoding", ""):
            answer = self.packed
        await answer(scope, receive, send)


class Channel(NamedTuple):
    """The release that a channel serves now."""

    project: Project
    name: str
    release: int
    revision: int
    changed: int
    files: dict[str, File]
    locales: list[dict[str, Any]]


class Published:
    """The channels of all projects that have been requested."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._channels: dict[tuple[str, str], Channel] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        # Every path that is served as it is: `/p/...` and locize's `/l/...`.
        self.paths: dict[str, File] = {}

    async def channel(self, project: Project, name: str) -> Channel | None:
        """A channel, loaded by the first request; None when it is empty."""
        found = self._channels.get((project.slug, name))
        return await self.load(project, name) if found is None else found

    async def load(
        self, project: Project, name: str, locales: list[str] | None = None
    ) -> Channel | None:
        """Load a channel anew; of the working texts only some languages."""
        async with self._loading.setdefault(project.slug, asyncio.Lock()):
            before = self._channels.get((project.slug, name))
            loaded = await self._database.read(_load, project, name, before, locales)
            if loaded is not None:
                paths = dict(self.paths)
                for path in _served(before) if before else ():
                    paths.pop(path, None)
                paths.update(_served(loaded))
                self._channels[project.slug, name] = loaded
                # One assignment: requests see all of the old files or of the new ones.
                self.paths = paths
            return loaded

    def loaded(self, project: Project) -> list[str]:
        """The channels of a project that are in memory."""
        return [name for slug, name in self._channels if slug == project.slug]


def made(path: str, data: bytes) -> File:
    return File(path, data, releases.compressed(data), sha256(data))


def _served(of: Channel) -> dict[str, File]:
    """The files of a channel by their addresses; locize calls one of them latest."""
    slug = of.project.slug
    versions = [of.name, *(["latest"] if of.name == releases.WORKING else [])]
    served = {}
    for path, file in of.files.items():
        served[f"/p/{slug}/{of.name}/{path}"] = file
        if path.startswith("locales/"):
            rest = path.removeprefix("locales/").removesuffix(".json")
            served |= {f"/l/{slug}/{version}/{rest}": file for version in versions}
    return served


def _load(
    connection: Connection,
    project: Project,
    name: str,
    before: Channel | None,
    locales: list[str] | None,
) -> Channel | None:
    """A channel as it is in the tables, with the files that did not change."""
    there = {} if before is None else before.files
    listed = projects.locales(connection, project)
    if name == releases.WORKING:
        chosen = None if before is None else locales
        written = releases.working_files(connection, project, chosen)
        files = {
            path: file
            for path, file in there.items()
            if chosen is not None and releases.tag_of(path) not in (*chosen, "")
        }
        once = {data: path for path, data in written.items()}
        same = {data: made(path, data) for data, path in once.items()}
        files |= {path: same[data] for path, data in written.items()}
        at = 0, 1 if before is None else before.revision + 1, now()
    else:
        row = releases.channel_of(connection, project, name)
        if row is None:
            return None
        shas = releases.shas_of(connection, row.release_id)
        known = {file.sha256: file for file in there.values()}
        wanted = sorted(set(shas.values()) - known.keys())
        blobs = releases.read_blobs(connection, wanted)
        for path, sha in shas.items():
            if sha not in known:
                known[sha] = File(path, *blobs[sha], sha)
        files = {path: known[sha] for path, sha in shas.items()}
        at = row.release, row.revision, row.changed
    manifest = {
        "release": at[0],
        "files": {path: f.sha256 for path, f in files.items()},
    }
    files["manifest.json"] = made("manifest.json", releases.encode(manifest))
    return Channel(project, name, *at, files, listed)
