"""Releases: the files that programs load, numbered, and channels that point at them."""

import gzip
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from calque.catalog import compile_catalog

from . import events, names, projects, rows
from .catalogs import trees
from .clock import now
from .errors import Refused, invalid, not_found
from .events import Actor
from .hashing import sha256
from .projects import Project
from .schema import blob, channel, event, release, release_file
from .tree import leaves

# A channel that always has the working texts; it is not a release.
WORKING = "development"
CHANNELS = ("production", "staging")
_GZIP_FROM = 200
Require = Callable[[str], None]


def encode(value: object) -> bytes:
    """JSON in the published form: compact, in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def working_files(
    connection: Connection, project: Project, locales: list[str] | None = None
) -> dict[str, bytes]:
    """The files of the working texts by path, of all languages or of some."""
    listed = projects.namespaces(connection, project)
    # The platforms that a namespace is limited to; none for all.
    limited = {each.name: json.loads(each.platforms) for each in listed}
    files: dict[str, bytes] = {}
    for tag, by_namespace in trees(connection, project, locales).items():
        for name, tree in by_namespace.items():
            files[f"locales/{tag}/{name}.json"] = encode(tree)
        compiled = compile_catalog({tag: by_namespace}, format=project.format)
        files[f"catalogs/{tag}.calque"] = compiled
        # Texts by section and key, as NStack's clients take them: strings alone.
        sections = {
            name: {leaf.key: leaf.value for leaf in leaves(tree) if leaf.kind == "text"}
            for name, tree in by_namespace.items()
        }
        # Most platforms have the same: it is written once.
        written: dict[tuple[str, ...], bytes] = {}
        for each in projects.PLATFORMS:
            shown = tuple(n for n in sections if each in (limited.get(n) or [each]))
            if shown not in written:
                written[shown] = encode({name: sections[name] for name in shown})
            files[f"resources/{each}/{tag}.json"] = written[shown]
    return files


class Made(NamedTuple):
    """The files of a release that is not there yet, made beside the writer."""

    # The last event that they contain for sure.
    event_id: int
    # The languages that were written; None for all.
    changed: list[str] | None
    files: dict[str, tuple[str, bytes, bytes | None]]


def make(connection: Connection, project: Project) -> Made:
    """Write the files of the languages that changed since the last release."""
    event_id = events.last_id(connection)
    parent = _last(connection, project)
    changed = None if parent is None else _changed(connection, project, parent.event_id)
    written = working_files(connection, project, changed)
    once = set(written.values())
    made = {data: (sha256(data), data, compressed(data)) for data in once}
    files = {path: made[data] for path, data in written.items()}
    return Made(event_id, changed, files)


def publish(
    connection: Connection,
    project: Project,
    name: str,
    note: str,
    actor: Actor,
    made: Made | None = None,
    require: Require = lambda locale: None,
) -> int:
    """Make a release of the working texts and let a channel point at it; its number.

    `made` has its files, where they are made beside and no text changed meanwhile.
    `require` is asked about each language that changes in the channel. Raises Refused
    for an unknown channel.
    """
    _check_channel(name)
    if made is None or _changed(connection, project, made.event_id):
        made = make(connection, project)
    parent = _last(connection, project)
    shas = {} if parent is None else shas_of(connection, parent.id)
    for path in list(shas):
        if path not in made.files and tag_of(path) in (made.changed or []):
            del shas[path]
    for path, (sha, data, packed) in made.files.items():
        shas[path] = sha
        known = select(blob.c.sha256).where(blob.c.sha256 == sha)
        if connection.execute(known).first() is None:
            rows.add(connection, blob, sha256=sha, bytes=data, gzip=packed)
    number = 1 if parent is None else int(parent.number) + 1
    id_ = rows.add(
        connection,
        release,
        project_id=project.id,
        number=number,
        parent=None if parent is None else parent.number,
        note=names.plain(note)[:1000],
        created_by=actor[:100],
        created=now(),
        event_id=made.event_id,
    )
    files = [{"path": path, "sha256": sha} for path, sha in sorted(shas.items())]
    if files:
        connection.execute(
            insert(release_file), [{"release_id": id_, **each} for each in files]
        )
    point(connection, project, name, number, actor, None, require)
    return number


def point(
    connection: Connection,
    project: Project,
    name: str,
    number: int,
    actor: Actor,
    expected: int | None = None,
    require: Require = lambda locale: None,
) -> int:
    """Let a channel point at a release; the new revision of the channel.

    `require` is asked about each language that changes. Raises Refused: 404 for a
    release that is not there, 412 when `expected` is given and the channel was changed
    meanwhile.
    """
    _check_channel(name)
    found = rows.first(connection, release, project_id=project.id, number=number)
    if found is None:
        raise not_found("release")
    before = channel_of(connection, project, name)
    revision = 0 if before is None else int(before.revision)
    if expected is not None and expected != revision:
        raise Refused(412, "the channel was changed meanwhile", revision=revision)
    old = {} if before is None else shas_of(connection, before.release_id)
    new = shas_of(connection, found.id)
    for tag in sorted({tag_of(path) for path, _ in old.items() ^ new.items()} - {""}):
        require(tag)
    key = {"project_id": project.id, "name": name}
    values = {"release_id": found.id, "revision": revision + 1, "changed": now()}
    if before is None:
        rows.add(connection, channel, **key, **values)
    else:
        rows.change(connection, channel, key, **values)
    body = {"channel": name, "release": number}
    events.append(connection, project.id, "published", name, actor, **body)
    return revision + 1


def channels(connection: Connection, project: Project) -> list[Any]:
    """The channels with the number of their release, by name."""
    columns = (
        channel.c.name,
        channel.c.release_id,
        channel.c.revision,
        channel.c.changed,
    )
    query = select(*columns, release.c.number.label("release"))
    query = query.join_from(channel, release)
    query = query.where(channel.c.project_id == project.id).order_by(channel.c.name)
    return list(connection.execute(query).all())


def channel_of(connection: Connection, project: Project, name: str) -> Any:
    """A channel, as in `channels`; None when it points nowhere."""
    found = channels(connection, project)
    return next((each for each in found if each.name == name), None)


def listed(connection: Connection, project: Project, limit: int = 50) -> list[Any]:
    query = select(release).where(release.c.project_id == project.id)
    query = query.order_by(release.c.number.desc()).limit(limit)
    return list(connection.execute(query).all())


def shas_of(connection: Connection, release_id: int) -> dict[str, str]:
    """The files of a release: path to SHA-256."""
    found = rows.every(connection, release_file, release_id=release_id)
    return {row.path: row.sha256 for row in found}


def read_file(
    connection: Connection, project: Project, number: int, path: str
) -> tuple[str, bytes, bytes | None]:
    """SHA-256, bytes and compressed bytes of a file of a release. Raises Refused."""
    row = connection.execute(
        select(blob.c.sha256, blob.c.bytes, blob.c.gzip)
        .join(release_file, release_file.c.sha256 == blob.c.sha256)
        .join(release, release.c.id == release_file.c.release_id)
        .where(release.c.project_id == project.id, release.c.number == number)
        .where(release_file.c.path == path)
    ).first()
    if row is None:
        raise not_found("file")
    return row[0], row[1], row[2]


def read_blobs(
    connection: Connection, shas: list[str]
) -> dict[str, tuple[bytes, bytes | None]]:
    found: dict[str, tuple[bytes, bytes | None]] = {}
    for start in range(0, len(shas), 500):
        query = select(blob).where(blob.c.sha256.in_(shas[start : start + 500]))
        found.update({row[0]: (row[1], row[2]) for row in connection.execute(query)})
    return found


def compressed(data: bytes) -> bytes | None:
    """The bytes as gzip, where that is shorter; the same for the same bytes."""
    if len(data) < _GZIP_FROM:
        return None
    packed = gzip.compress(data, 9, mtime=0)
    return packed if len(packed) < len(data) else None


def _check_channel(name: str) -> None:
    if name not in CHANNELS:
        raise invalid(f"channel must be one of {', '.join(CHANNELS)}")


def _last(connection: Connection, project: Project) -> Any:
    return next(iter(listed(connection, project, 1)), None)


def _changed(connection: Connection, project: Project, after: int) -> list[str]:
    """The languages whose texts changed after an event."""
    query = select(event.c.body).where(
        event.c.project_id == project.id,
        event.c.id > after,
        event.c.kind.in_(events.TEXT_KINDS),
    )
    tags: set[str] = set()
    for (body,) in connection.execute(query):
        read = json.loads(body)
        tags.update(read.get("locales", []))
        tags.update([read["locale"]] if "locale" in read else [])
    return sorted(tags)


def tag_of(path: str) -> str:
    """The language that a file is of; empty for a text of an earlier version."""
    kind, *rest = path.split("/")
    if kind == "catalogs":
        return rest[0].removesuffix(".calque")
    if kind == "resources":
        return rest[1].removesuffix(".json")
    return rest[0] if kind == "locales" else ""
