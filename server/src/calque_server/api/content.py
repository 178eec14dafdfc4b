"""Texts: read, written, imported and exported."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from sqlalchemy import Connection

from .. import catalogs, decisions, documents, events, listing, missing, names
from ..errors import Refused
from ..idempotency import once
from . import shapes
from .access import Call, allowed
from .conditions import IfMatch, OnceKey, revision

router = APIRouter(tags=["texts"])


@router.get("/texts")
async def list_texts(
    call: Annotated[Call, Depends(allowed("read"))],
    locale: Annotated[str, Query(max_length=64)],
    section: Annotated[str, Query(max_length=128)] = "",
    words: Annotated[str, Query(max_length=200)] = "",
    empty: bool = False,
    after: shapes.Number = 0,
) -> shapes.Texts:
    """A page of texts in a language, beside their source."""
    tag = names.tag(locale)
    if "\0" in section + words:
        raise Refused(422, "no NUL")
    rows = await call.database.read(
        lambda connection: listing.texts(
            connection,
            call.project,
            tag,
            section=section,
            words=words,
            empty=empty,
            after=after,
        )
    )
    shown = rows[: listing.PAGE]
    data = [
        shapes.Text(
            id=row.id,
            section=row.section,
            key=row.key,
            source=row.original,
            value=row.value,
        )
        for row in shown
    ]
    more = shown[-1].id if len(rows) > listing.PAGE else None
    return shapes.Texts(data=data, next=more)


@router.patch("/texts/{id}", status_code=204)
async def describe_text(
    call: Annotated[Call, Depends(allowed("publish"))],
    id: shapes.Number,
    given: shapes.About,
) -> None:
    """Write the note for translators, and how many characters a text may have."""
    await call.database.write(
        catalogs.describe,
        call.project,
        id,
        given.comment,
        given.max_length,
        call.actor,
    )


@router.put("/texts/{id}/translations/{locale}")
async def write_text(
    call: Annotated[Call, Depends(allowed("decide"))],
    id: shapes.Number,
    locale: Annotated[str, Path(max_length=64)],
    given: shapes.Translation,
    if_match: IfMatch = None,
) -> shapes.Revision:
    """Write a text; If-Match has the revision it had, 0 for none."""
    tag = names.tag(locale)
    call.require("decide", tag)
    if "\0" in given.value:
        raise Refused(422, "no NUL")
    new = await call.database.write(
        decisions.translate,
        call.project,
        id,
        tag,
        given.value,
        revision(if_match),
        call.actor,
    )
    return shapes.Revision(revision=new)


@router.get("/missing")
async def list_missing(
    call: Annotated[Call, Depends(allowed("read"))],
) -> shapes.MissingKeys:
    """Keys that programs looked up and that do not exist."""
    rows = await call.database.read(missing.listed, call.project)
    return shapes.MissingKeys(data=[shapes.Missing(**row._mapping) for row in rows])


@router.post("/imports")
async def import_catalogs(
    call: Annotated[Call, Depends(allowed("import"))],
    given: shapes.Import,
    idempotency_key: OnceKey = None,
) -> shapes.Taken:
    """Take catalogs in, by language and namespace."""

    def work(connection: Connection) -> Any:
        taken = catalogs.take(
            connection,
            call.project,
            given.catalogs,
            call.actor,
            replace=given.replace,
        )
        return asdict(taken)

    same = f"import {call.project.id} {given!r}"
    return shapes.Taken(**await call.database.write(once, idempotency_key, same, work))


@router.get("/exports")
async def export_catalogs(
    call: Annotated[Call, Depends(allowed("read"))],
) -> shapes.Export:
    """The working texts, by language and namespace."""
    found = await call.database.read(catalogs.trees, call.project)
    return shapes.Export(catalogs=found)


@router.put("/documents/{identifier}/{locale}", status_code=204)
async def write_document(
    call: Annotated[Call, Depends(allowed("import"))],
    identifier: Annotated[str, Path(max_length=200)],
    locale: Annotated[str, Path(max_length=64)],
    given: shapes.Document,
) -> None:
    """Store a higher version of a long text."""
    if "\0" in given.text:
        raise Refused(422, "no NUL")
    await call.database.write(
        documents.put,
        call.project,
        identifier,
        locale,
        given.version,
        given.text,
        call.actor,
    )


@router.get("/events")
async def list_events(
    call: Annotated[Call, Depends(allowed("read"))], after: shapes.Number = 0
) -> shapes.Events:
    """Events after a given one, in order."""
    rows = await call.database.read(events.since, after, call.project.id)
    data = [
        shapes.Event(**{name: row[name] for name in shapes.Event.model_fields})
        for row in rows
    ]
    return shapes.Events(data=data, next=data[-1].id if data else after)
