"""Long texts with versions, as TextFetcher loads them."""

from __future__ import annotations

import json
import re
from typing import Any

from sqlalchemy import Connection, insert, select, update

from calque.texts import Version

from . import events, names
from .clock import now
from .errors import invalid
from .events import Actor
from .projects import Project
from .schema import document

_IDENTIFIER = re.compile(r"[A-Za-z0-9_.-]{1,200}")


def put(
    connection: Connection,
    project: Project,
    identifier: str,
    locale: str,
    version: str,
    text: str,
    actor: Actor,
) -> None:
    """Store a version of a text; it must be above the one that is there.

    Raises Refused.
    """
    tag = names.tag(locale)
    if not _IDENTIFIER.fullmatch(identifier) or ".." in identifier:
        raise invalid(f"{identifier[:80]!r} is no name of a text")
    given = _version(version)
    here = (
        (document.c.project_id == project.id)
        & (document.c.identifier == identifier)
        & (document.c.locale == tag)
    )
    before = connection.execute(select(document).where(here)).first()
    if before is not None and not _version(before.version) < given:
        raise invalid(f"the version must be above {before.version}")
    values = {"version": version, "text": text, "updated": now()}
    if before is None:
        key = {"project_id": project.id, "identifier": identifier, "locale": tag}
        connection.execute(insert(document).values(**key, **values))
    else:
        connection.execute(update(document).where(here).values(values))
    events.append(
        connection,
        project.id,
        "document",
        identifier,
        actor,
        locale=tag,
        version=version,
    )


def listed(connection: Connection, project: Project) -> list[dict[str, Any]]:
    """All texts of a project."""
    rows = connection.execute(
        select(document)
        .where(document.c.project_id == project.id)
        .order_by(document.c.identifier, document.c.locale)
    )
    return [dict(row._mapping) for row in rows]


def files_of(connection: Connection, project: Project) -> dict[str, bytes]:
    """A version file and the texts of each language, by path.

    `texts/versions.json` is of the source language, for programs with one.
    """
    files: dict[str, bytes] = {}
    versions: dict[str, dict[str, str]] = {}
    for each in listed(connection, project):
        tag, identifier = each["locale"], each["identifier"]
        files[f"texts/{tag}/{identifier}.txt"] = each["text"].encode()
        versions.setdefault(tag, {})[identifier] = each["version"]
    for tag, of in versions.items():
        files[f"texts/{tag}/versions.json"] = json.dumps(of).encode()
    if project.source_locale in versions:
        own = versions[project.source_locale]
        files["texts/versions.json"] = json.dumps(own).encode()
    return files


def _version(written: str) -> Version:
    try:
        return Version(written)
    except ValueError as error:
        raise invalid(f"{written[:80]!r} is no version of three numbers") from error
