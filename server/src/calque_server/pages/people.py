"""People, keys, the log, and the way in and out."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from .. import events, identities, keys, people
from ..errors import Refused
from ..prepare import OWN_PROJECT
from ..state import state_of
from .language import COOKIE, LANGUAGES
from .page import (
    Visit,
    check_same_site,
    cookie_name,
    entered,
    field,
    form_of,
    is_secure,
    number,
    show,
    visit,
)


async def home(request: Request) -> Response:
    """The projects, or the only one."""
    visiting = await visit(request)
    await visiting.state.registry.reload()
    found = [
        each
        for each in visiting.state.registry.projects
        if visiting.person.may("read", each.id)
    ]
    own = [each for each in found if each.slug != OWN_PROJECT]
    if len(own) == 1 and "all" not in request.query_params:
        return RedirectResponse(f"/projects/{own[0].slug}", 303)
    return await visiting.show("projects.html", projects=found)


async def sign_in(request: Request) -> Response:
    """Come in by name and password."""
    if request.method == "GET":
        return await show(request, "sign_in.html", wrong="")
    check_same_site(request)
    state, form = state_of(request), await form_of(request)
    state.sign_in.take(state.address(request))
    login = field(form, "login")
    found = await state.database.read(people.password_of, login)
    loop = asyncio.get_running_loop()
    try:
        # Hashing is slow on purpose, so it must not hold others up.
        id_ = await loop.run_in_executor(
            None, people.check_password, found, field(form, "password")
        )
    except Refused:
        return await show(request, "sign_in.html", 401, wrong="wrong")
    days = state.settings.session_days
    secret = await state.database.write(people.begin, id_, days)
    return entered(request, secret, "/")


async def sign_out(request: Request) -> Response:
    """End the session."""
    check_same_site(request)
    secret = request.cookies.get(cookie_name(request), "")
    await state_of(request).database.write(people.end, secret)
    answer = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(cookie_name(request))
    return answer


async def enter(request: Request) -> Response:
    """Come in by an invitation; looking at it does not use it up."""
    state, secret = state_of(request), request.path_params["secret"]
    if request.method == "GET":
        found = await state.database.read(people.invited, secret)
        return await show(request, "enter.html", invited=found)
    check_same_site(request)
    days = state.settings.session_days
    return entered(
        request, await state.database.write(people.enter, secret, days), "/account"
    )


async def account(request: Request) -> Response:
    """A person's own name and password."""
    visiting = await visit(request)
    if request.method == "GET":
        issuer = visiting.state.settings.oidc_issuer
        return await visiting.show(
            "account.html",
            saved="saved" in request.query_params,
            connected=await visiting.database.read(
                identities.is_connected, issuer, visiting.person.id
            ),
        )
    form = await form_of(request)
    hashed = None
    if password := field(form, "password"):
        loop = asyncio.get_running_loop()
        hashed = await loop.run_in_executor(None, people.hash_password, password)
    await visiting.database.write(
        people.set_password,
        visiting.person.id,
        field(form, "name"),
        field(form, "login"),
        hashed,
    )
    return RedirectResponse("/account?saved=1", 303)


async def language(request: Request) -> Response:
    """Choose the language of the pages."""
    check_same_site(request)
    form = await form_of(request)
    chosen = field(form, "language")
    back = field(form, "back")
    safe = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = RedirectResponse(back if safe else "/", 303)
    if chosen in LANGUAGES:
        answer.set_cookie(
            COOKIE,
            chosen,
            max_age=31_536_000,
            samesite="lax",
            secure=is_secure(request),
        )
    return answer


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
        may=lambda action: visiting.person.may(action, visiting.project.id),
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


routes = [
    Route("/", home),
    Route("/sign-in", sign_in, methods=["GET", "POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/enter/{secret}", enter, methods=["GET", "POST"]),
    Route("/account", account, methods=["GET", "POST"]),
    Route("/language", language, methods=["POST"]),
    Route("/projects/{project}/people", members, methods=["GET", "POST"]),
    Route("/projects/{project}/log", log),
]
