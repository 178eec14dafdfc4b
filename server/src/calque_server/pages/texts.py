"""The pages of texts: coverage, a list, and one message with its forms."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import (
    catalogs,
    decisions,
    findings,
    intake,
    listing,
    message,
    missing,
    names,
    projects,
    proposals,
    transcripts,
)
from ..errors import Refused
from .page import field, form_of, number, visit


async def texts(request: Request) -> Response:
    """Coverage by section and language, and the texts of one language."""
    visiting = await visit(request)
    query = request.query_params
    known = await visiting.database.read(projects.locales, visiting.project)
    tags = [each["tag"] for each in known]
    # A language that no text has yet begins here.
    tag = names.tag(query["locale"]) if query.get("locale") else ""
    after = query.get("after", "")
    rows: list[Any] = []
    if tag:
        rows = await visiting.database.read(
            lambda connection: listing.texts(
                connection,
                visiting.project,
                tag,
                section=query.get("section", ""),
                words=query.get("words", "")[:200],
                empty=query.get("empty") == "1",
                after=number(after) if after else 0,
            )
        )
    covered = await visiting.counted(listing.coverage)
    return await visiting.show(
        "texts.html",
        coverage=covered,
        tags=tags,
        tag=tag,
        rows=rows[: listing.PAGE],
        more=rows[listing.PAGE - 1].id if len(rows) > listing.PAGE else None,
        query=query,
    )


async def text(request: Request) -> Response:
    """One message in one language."""
    visiting = await visit(request)
    id_, tag = request.path_params["id"], names.tag(request.path_params["locale"])
    project = visiting.project

    def read(connection: Any) -> Any:
        found = message.read(connection, project, id_, tag)
        ids = [row.text_id for row in found.rows if row.text_id is not None]
        open_ = [
            row
            for each in proposals.of_texts(connection, project, ids, tag)
            if (row := listing.one(connection, project, each)) is not None
        ]
        talks = {row.id: transcripts.told(connection, row) for row in open_}
        return found, open_, talks

    found, rows, talks = await visiting.database.read(read)
    return await visiting.show(
        "text.html",
        message=found,
        rows=rows,
        talks=talks,
        text_id=id_,
        findings=listing.listed_findings,
        may=lambda action, locale=None: visiting.person.may(action, project.id, locale),
    )


async def write(request: Request) -> Response:
    """Write a form of a message, or propose it by name."""
    visiting = await visit(request, "propose")
    project, by = visiting.project, visiting.actor
    id_, tag = request.path_params["id"], names.tag(request.path_params["locale"])
    form = await form_of(request)
    value, key = field(form, "value"), names.key(field(form, "key"))
    back = f"texts/{id_}/{tag}"
    found = await visiting.database.read(message.read, project, id_, tag)
    row = next((each for each in found.rows if each.key == key), None)
    if row is None:
        raise Refused(404, "form not found")
    if visiting.person.may("decide", project.id, tag):
        if row.text_id is None:
            await visiting.database.write(
                message.add_form, project, found.section, key, tag, value, by
            )
        else:
            await visiting.database.write(
                decisions.translate,
                project,
                row.text_id,
                tag,
                value,
                number(field(form, "revision")),
                by,
            )
        return visiting.go(back)
    wording = proposals.Wording(
        found.section,
        key,
        tag,
        value,
        f"person-{visiting.person.id}",
        "web",
        visiting.person.name,
    )
    limits = visiting.state.settings.limits
    await visiting.database.write(intake.store_one, project, wording, by, limits)
    return visiting.go(back)


async def describe(request: Request) -> Response:
    """Write the note for translators, and how long a text may be."""
    visiting = await visit(request, "publish")
    id_, tag = request.path_params["id"], names.tag(request.path_params["locale"])
    form = await form_of(request)
    most = field(form, "max_length").strip()
    await visiting.database.write(
        catalogs.describe,
        visiting.project,
        id_,
        field(form, "comment"),
        number(most) if most else None,
        visiting.actor,
    )
    return visiting.go(f"texts/{id_}/{tag}")


async def preview(request: Request) -> Response:
    """The findings and the preview of a text while it is written."""
    visiting = await visit(request)
    id_, tag = request.path_params["id"], names.tag(request.path_params["locale"])
    form = await form_of(request)
    value, key = field(form, "value")[:4096], names.key(field(form, "key"))
    project = visiting.project
    found = await visiting.database.read(message.read, project, id_, tag)
    row = next((each for each in found.rows if each.key == key), None)
    if row is None:
        raise Refused(404, "form not found")
    values = {each.key: each.value for each in found.rows} | {key: value}
    shown = message.show(
        project, tag, found.stem, values, row.context, row.plural, row.number
    )
    at = proposals.Wording(found.section, key, tag, value, "")
    listed, _ = await visiting.database.read(findings.check_one, project, at)
    return await visiting.show(
        "_preview.html", shown=shown, tag=tag, listed=listing.parsed(listed)
    )


async def comment(request: Request) -> Response:
    """Say something to a proposal."""
    visiting = await visit(request, "comment")
    id_ = request.path_params["id"]
    form = await form_of(request)

    def work(connection: Any) -> Any:
        row = proposals.by_id(connection, visiting.project, id_)
        transcripts.say(connection, row, visiting.person.name, field(form, "comment"))
        return row

    row = await visiting.database.write(work)
    if row.text_id is None:
        return visiting.go("")
    return visiting.go(f"texts/{row.text_id}/{row.locale}")


async def missing_keys(request: Request) -> Response:
    """Keys that programs looked up and that do not exist."""
    visiting = await visit(request)
    rows = await visiting.database.read(missing.listed, visiting.project)
    return await visiting.show(
        "missing.html",
        rows=rows,
        may=lambda action: visiting.person.may(action, visiting.project.id),
    )


async def settle_missing(request: Request) -> Response:
    """Add a missing key to the source, or list it no more."""
    visiting = await visit(request, "decide")
    form = await form_of(request)
    id_, project = request.path_params["id"], visiting.project

    def work(connection: Any) -> None:
        row = missing.get(connection, project, id_)
        if field(form, "what") == "add":
            message.add_form(
                connection,
                project,
                row.namespace,
                row.key,
                project.source_locale,
                field(form, "value") or row.value or row.key,
                visiting.actor,
            )
        missing.ignore(connection, project, id_)

    await visiting.database.write(work)
    return visiting.go("missing")


routes = [
    Route("/projects/{project}/texts", texts),
    Route("/projects/{project}/texts/{id:int}/{locale}", text),
    Route("/projects/{project}/texts/{id:int}/{locale}", write, methods=["POST"]),
    Route(
        "/projects/{project}/texts/{id:int}/{locale}/about",
        describe,
        methods=["POST"],
    ),
    Route(
        "/projects/{project}/texts/{id:int}/{locale}/preview",
        preview,
        methods=["POST"],
    ),
    Route(
        "/projects/{project}/proposals/{id:int}/comments/new",
        comment,
        methods=["POST"],
    ),
    Route("/projects/{project}/missing", missing_keys),
    Route("/projects/{project}/missing/{id:int}", settle_missing, methods=["POST"]),
]
