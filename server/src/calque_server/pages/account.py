"""The way in and out, and a person's own account."""

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from .. import names, people, projects
from ..access import Call, check_same_site, cookie_name, is_secure
from ..errors import Refused
from ..projects import OWN_PROJECT
from ..state import read_form, state_of
from .language import COOKIE
from .page import ROUTES, Form, page, show

# What a browser keeps that signed in before.
_BROWSER = "calque-browser"
_YEAR = 31_536_000


@page("/")
async def home(call: Call) -> Response:
    assert isinstance(call.who, people.Person)
    known = await call.database.read(projects.listed)
    found = [each for each in known if call.who.may("read", each.id)]
    own = [each for each in found if each.slug != OWN_PROJECT]
    if len(own) == 1 and "all" not in call.request.query_params:
        return RedirectResponse(f"/projects/{own[0].slug}", 303)
    return await show(call.request, "projects.html", person=call.who, projects=found)


async def sign_in(request: Request) -> Response:
    if request.method == "GET":
        return await show(request, "sign_in.html", wrong="")
    check_same_site(request)
    form = Form(await read_form(request))
    try:
        return await _signed_in(request, form("login"), form("password"))
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
    # Hashing is slow on purpose, so it must not hold others up.
    run = asyncio.get_running_loop().run_in_executor
    try:
        id_ = await run(state.hashing, people.check_password, found, password)
    except Refused:
        state.sign_in.spend(f"{network} {login}")
        state.guesses.spend(network)
        raise
    days = state.settings.session_days
    secret = await state.database.write(people.begin, id_, days)
    answer = _entered(request, secret, "/")
    _keep(answer, request, _BROWSER, token, _YEAR, path="/sign-in")
    return answer


async def sign_out(request: Request) -> Response:
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
    made = await state.database.write(people.enter, secret, days)
    return _entered(request, made, "/account")


@page("/account")
async def account(call: Call) -> Response:
    saved = "saved" in call.request.query_params
    return await show(call.request, "account.html", person=call.who, saved=saved)


@page("/account", method="POST")
async def save_account(call: Call, form: Form) -> Response:
    hashed = None
    if password := form("password"):
        run = asyncio.get_running_loop().run_in_executor
        hashed = await run(call.state.hashing, people.hash_password, password)
    of = call.who.id, form("name"), form("login"), hashed
    await call.database.write(people.set_password, *of)
    return RedirectResponse("/account?saved=1", 303)


async def language(request: Request) -> Response:
    check_same_site(request)
    form = Form(await read_form(request))
    back = form("back")
    safe = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = RedirectResponse(back if safe else "/", 303)
    _keep(answer, request, COOKIE, names.tag(form("language")), _YEAR)
    return answer


def _entered(request: Request, secret: str, to: str) -> Response:
    """Go on with the session of a secret, which a cookie keeps."""
    answer = RedirectResponse(to, 303)
    seconds = state_of(request).settings.session_days * 86_400
    _keep(answer, request, cookie_name(request), secret, seconds)
    return answer


def _keep(
    answer: Response,
    request: Request,
    name: str,
    value: str,
    seconds: int,
    path: str = "/",
) -> None:
    """Set a cookie that scripts do not see."""
    bound = is_secure(request)
    answer.set_cookie(
        name, value, seconds, path=path, secure=bound, httponly=True, samesite="lax"
    )


ROUTES += [
    Route("/sign-in", sign_in, methods=["GET", "POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/enter/{secret}", enter, methods=["GET", "POST"]),
    Route("/language", language, methods=["POST"]),
]
