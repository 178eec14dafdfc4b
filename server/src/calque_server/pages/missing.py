"""The page of keys that programs looked up and that do not exist."""

from __future__ import annotations

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import catalogs, missing
from ..tree import nested
from .page import field, form_of, visit


async def missing_keys(request: Request) -> Response:
    """Keys that programs looked up and that do not exist."""
    visiting = await visit(request)
    rows = await visiting.database.read(missing.listed, visiting.project)
    return await visiting.show("missing.html", rows=rows)


async def settle_missing(request: Request) -> Response:
    """Add a missing key to the source, or list it no more."""
    visiting = await visit(request, "decide")
    form = await form_of(request)
    id_, project = request.path_params["id"], visiting.project

    def work(connection: Connection) -> None:
        row = missing.get(connection, project, id_)
        if field(form, "what") == "add":
            visiting.require("decide", project.source_locale)
            value = field(form, "value") or row.value or row.key
            tree = {row.namespace: nested(row.key, value)}
            trees = {project.source_locale: tree}
            catalogs.take(connection, project, trees, visiting.actor, replace=False)
        else:
            visiting.require("decide", row.locale)
        missing.ignore(connection, project, id_)

    await visiting.database.write(work)
    return visiting.go("missing")


routes = [
    Route("/projects/{project}/missing", missing_keys),
    Route("/projects/{project}/missing/{id:int}", settle_missing, methods=["POST"]),
]
