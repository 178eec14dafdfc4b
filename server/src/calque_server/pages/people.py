"""People and keys of a project, its log, and what waits at its bridges."""

from __future__ import annotations

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import bridging, events, keys, people
from .page import Visit, field, form_of, number, visit


async def members(request: Request) -> Response:
    """People and keys of a project."""
    visiting = await visit(request)
    secret = invitation = ""
    if request.method == "POST":
        visiting.require("manage")
        form = await form_of(request)
        secret, invitation = await _manage(request, visiting, form)
        if not secret and not invitation:
            return visiting.go("people")
    return await visiting.show(
        "people.html",
        people=await visiting.database.read(people.members, visiting.project.id),
        keys=await visiting.database.read(keys.listed, visiting.project),
        roles=people.ROLES,
        scopes=people.SCOPES,
        secret=secret,
        invitation=invitation,
    )


async def _manage(
    request: Request, visiting: Visit, form: dict[str, list[str]]
) -> tuple[str, str]:
    """Carry a form out; the secret of a new key, the address of an invitation."""
    write, project, by = visiting.database.write, visiting.project, visiting.actor
    what = field(form, "what")
    if what == "key":
        secret = await write(
            keys.create,
            project,
            field(form, "name"),
            field(form, "scope"),
            by,
            field(form, "application"),
        )
        return secret, ""
    if what == "revoke":
        await write(keys.revoke, project, number(field(form, "id")), by)
    elif what == "leave":
        await write(people.leave, number(field(form, "id")), project.id, by)
    elif what == "invite":
        locales = field(form, "locales").replace(",", " ").split()

        def work(connection: Connection) -> str:
            id_ = people.create(connection, field(form, "name"), by)
            role = field(form, "role")
            people.grant(connection, id_, project.id, role, by, locales)
            return people.invite(connection, id_)

        made = await write(work)
        base = visiting.state.settings.public_url or str(request.base_url)
        return "", f"{base.rstrip('/')}/enter/{made}"
    return "", ""


async def log(request: Request) -> Response:
    """The audit log, newest first."""
    visiting = await visit(request)
    before = request.query_params.get("before", "")
    rows = await visiting.database.read(
        events.latest, visiting.project.id, number(before) if before else None, 100
    )
    more = rows[-1]["id"] if len(rows) == 100 else None
    return await visiting.show("log.html", rows=rows, more=more)


async def bridges(request: Request) -> Response:
    """The bridges, and which proposals wait there and why."""
    visiting = await visit(request)
    rows = await visiting.database.read(bridging.status, visiting.project)
    return await visiting.show("bridges.html", rows=rows)


routes = [
    Route("/projects/{project}/people", members, methods=["GET", "POST"]),
    Route("/projects/{project}/log", log),
    Route("/projects/{project}/bridges", bridges),
]
