"""The way in and out, and a person's own account."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from .. import names, people
from ..errors import Refused
from ..prepare import OWN_PROJECT
from ..state import state_of
from .language import COOKIE, LANGUAGES
from .page import (
    check_same_site,
    cookie_name,
    entered,
    field,
    form_of,
    is_secure,
    show,
    visit,
)

# What a browser keeps that signed in before.
_BROWSER = "calque-browser"


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
    form = await form_of(request)
    login, password = field(form, "login"), field(form, "password")
    try:
        return await _signed_in(request, login, password)
    except Refused as refused:
        if refused.status != 401:
            raise
        return await show(request, "sign_in.html", 401, wrong="wrong")


async def _signed_in(request: Request, login: str, password: str) -> Response:
    """A session for a right password.

    Wrong ones are counted by name and network, so that guesses elsewhere lock nobody
    out, and apart for a browser that signed in before. Raises Refused.
    """
    state = state_of(request)
    found = await state.database.read(people.password_of, names.plain(login))
    token = people.browser_token(found) if found else ""
    known = token and request.cookies.get(_BROWSER) == token
    network = token if known else state.address(request)
    state.sign_in.check(f"{network} {login}")
    if not known:
        state.guesses.check(network)
    loop = asyncio.get_running_loop()
    try:
        # Hashing is slow on purpose, so it must not hold others up.
        id_ = await loop.run_in_executor(
            state.hashing, people.check_password, found, password
        )
    except Refused:
        state.sign_in.spend(f"{network} {login}")
        state.guesses.spend(network)
        raise
    days = state.settings.session_days
    secret = await state.database.write(people.begin, id_, days)
    answer = entered(request, secret, "/")
    answer.set_cookie(
        _BROWSER,
        token,
        max_age=31_536_000,
        path="/sign-in",
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )
    return answer


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
        saved = "saved" in request.query_params
        return await visiting.show("account.html", saved=saved)
    form = await form_of(request)
    hashed = None
    if password := field(form, "password"):
        loop = asyncio.get_running_loop()
        hashing = visiting.state.hashing
        hashed = await loop.run_in_executor(hashing, people.hash_password, password)
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


routes = [
    Route("/", home),
    Route("/sign-in", sign_in, methods=["GET", "POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/enter/{secret}", enter, methods=["GET", "POST"]),
    Route("/account", account, methods=["GET", "POST"]),
    Route("/language", language, methods=["POST"]),
]
