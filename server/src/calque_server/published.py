"""Published files in memory, ready to be sent: no request for them reads the database.

A channel is a mapping of paths that is replaced as a whole, so a reader has the old
release or the new one. Files with the same bytes are kept once.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from . import projects, releases
from .clock import now
from .database import Database
from .hashing import sha256
from .projects import Project
from .schema import channel, release

_TYPES = {
    "json": b"application/json; charset=utf-8",
    "txt": b"text/plain; charset=utf-8",
    "calque": b"application/octet-stream",
}
Message = dict[str, Any]


class File(NamedTuple):
    """A file with the messages that answer a request for it."""

    etag: bytes
    sha256: str
    data: bytes
    whole: Message
    body: Message
    packed: Message | None
    packed_body: Message | None
    unchanged: Message


class Channel(NamedTuple):
    """The release that a channel serves now."""

    project: Project
    name: str
    release: int
    revision: int
    changed: int
    files: dict[str, File]
    locales: list[dict[str, Any]]


def file_of(
    path: str, data: bytes, packed: bytes | None, sha: str, *, immutable: bool = False
) -> File:
    """Make the messages of a file once, for all who ask."""
    cache = b"public, max-age=31536000, immutable" if immutable else b"no-cache"
    etag = b'"%s"' % sha[:32].encode()
    packed_etag = b'"%s-gzip"' % sha[:32].encode()
    common = [
        (b"cache-control", cache),
        (b"vary", b"accept-encoding"),
        (b"access-control-allow-origin", b"*"),
        (b"x-content-type-options", b"nosniff"),
    ]
    type_ = _TYPES.get(path.rsplit(".", 1)[-1], b"application/octet-stream")
    return File(
        etag,
        sha,
        data,
        _start(200, etag, [*common, (b"content-type", type_)], len(data)),
        {"type": "http.response.body", "body": data},
        None
        if packed is None
        else _start(
            200,
            packed_etag,
            [*common, (b"content-type", type_), (b"content-encoding", b"gzip")],
            len(packed),
        ),
        None if packed is None else {"type": "http.response.body", "body": packed},
        _start(304, etag, common, None),
    )


def _start(
    status: int, etag: bytes, headers: list[tuple[bytes, bytes]], length: int | None
) -> Message:
    all_ = [(b"etag", etag), *headers]
    if length is not None:
        all_.append((b"content-length", str(length).encode()))
    return {"type": "http.response.start", "status": status, "headers": all_}


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
        if found is None:
            found = await self.load(project, name)
        return found

    async def load(
        self, project: Project, name: str, locales: list[str] | None = None
    ) -> Channel | None:
        """Load a channel anew; of the working texts only some languages."""
        async with self._loading.setdefault(project.slug, asyncio.Lock()):
            before = self._channels.get((project.slug, name))
            loaded = await self._database.read(_load, project, name, before, locales)
            if loaded is not None:
                self._put(loaded)
            return loaded

    def loaded(self, project: Project) -> list[str]:
        """The channels of a project that are in memory."""
        return [name for slug, name in self._channels if slug == project.slug]

    def _put(self, loaded: Channel) -> None:
        before = self._channels.get((loaded.project.slug, loaded.name))
        prefixes = _prefixes(loaded)
        paths = dict(self.paths)
        for path in before.files if before else ():
            for served in _served(prefixes, path):
                paths.pop(served, None)
        for path, file in loaded.files.items():
            paths.update(dict.fromkeys(_served(prefixes, path), file))
        self._channels[loaded.project.slug, loaded.name] = loaded
        # One assignment: requests see all of the old files or all of the new ones.
        self.paths = paths


def _prefixes(of: Channel) -> tuple[str, list[str]]:
    version = {releases.WORKING: ["latest", of.name]}.get(of.name, [of.name])
    slug = of.project.slug
    return f"/p/{slug}/{of.name}/", [f"/l/{slug}/{each}/" for each in version]


def _served(prefixes: tuple[str, list[str]], path: str) -> list[str]:
    own, locize = prefixes
    served = [own + path]
    if path.startswith("locales/"):
        rest = path.removeprefix("locales/").removesuffix(".json")
        served += [prefix + rest for prefix in locize]
    return served


def _load(
    connection: Connection,
    project: Project,
    name: str,
    before: Channel | None,
    locales: list[str] | None,
) -> Channel | None:
    if name == releases.WORKING:
        return _load_working(connection, project, before, locales)
    row = connection.execute(
        select(channel, release.c.number)
        .join(release, channel.c.release_id == release.c.id)
        .where(channel.c.project_id == project.id, channel.c.name == name)
    ).first()
    if row is None:
        return None
    shas = releases.shas_of(connection, row.release_id)
    known = {} if before is None else {f.sha256: f for f in before.files.values()}
    wanted = sorted({sha for sha in shas.values() if sha not in known})
    blobs = releases.read_blobs(connection, wanted)
    files = {}
    for path, sha in shas.items():
        if sha in known:
            files[path] = known[sha]
        else:
            data, packed = blobs[sha]
            files[path] = known[sha] = file_of(path, data, packed, sha)
    manifest = {"release": row.number, "files": shas}
    files["manifest.json"] = _made("manifest.json", releases.encode(manifest))
    return Channel(
        project,
        name,
        row.number,
        row.revision,
        row.changed,
        files,
        projects.locales(connection, project),
    )


def _load_working(
    connection: Connection,
    project: Project,
    before: Channel | None,
    locales: list[str] | None,
) -> Channel:
    if before is None:
        locales = None
    files = {} if before is None else dict(before.files)
    files.pop("manifest.json", None)
    written = releases.working_files(connection, project, locales)
    for path in list(files):
        if locales is None or releases.tag_of(path) in locales:
            del files[path]
    for path, data in written.items():
        files[path] = _made(path, data)
    manifest = {"release": 0, "files": {path: f.sha256 for path, f in files.items()}}
    files["manifest.json"] = _made("manifest.json", releases.encode(manifest))
    revision = 1 if before is None else before.revision + 1
    listed = projects.locales(connection, project)
    return Channel(project, releases.WORKING, 0, revision, now(), files, listed)


def _made(path: str, data: bytes) -> File:
    return file_of(path, data, releases.compressed(data), sha256(data))
