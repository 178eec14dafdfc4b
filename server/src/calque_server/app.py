"""The application: published files first, then the wires, the pages and the API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from . import live
from .api import PATH, make_api, problem
from .bridging import Bridging
from .database import Database
from .delivery import Delivery
from .errors import Refused
from .front import App, Front, Receive, Scope, Send
from .metrics import metrics
from .pages import account, missing, people, publish, review
from .pages.page import FOLDER, show
from .settings import Settings
from .state import State
from .wire import i18next, nstack
from .wire.answers import refusal

STATIC = FOLDER / "static"
# Pages are not: they may have secrets beside what a stranger wrote.
_PACKED = Middleware(GZipMiddleware, minimum_size=500)


def healthy(_: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok")


def incontext(_: Request) -> Response:
    """The script for pages of programs, which may be of any origin."""
    headers = {
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "no-cache",
    }
    return FileResponse(
        STATIC / "incontext.js", headers=headers, media_type="text/javascript"
    )


async def ready(request: Request) -> Response:
    """The database answers too."""
    state: State = request.app.state.calque
    await state.database.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
    return PlainTextResponse("ok")


_WIRES = ("/api/", "/p/", "/l/", "/r/")


async def refused(request: Request, error: Exception) -> Response:
    """A refusal, as the wires or as the pages write it."""
    assert isinstance(error, Refused)
    if request.url.path.startswith(PATH):
        return problem(error)
    if request.url.path.startswith(_WIRES):
        return await refusal(request, error)
    if error.status == 401 and request.method == "GET":
        return RedirectResponse("/sign-in", 303)
    answer = await show(request, "error.html", error.status, **_shown(error))
    wait = error.details.get("retry_after")
    if wait is not None:
        answer.headers["retry-after"] = str(wait)
    return answer


def _shown(error: Refused) -> dict[str, object]:
    # A key that is missing is passed over: the first that there is counts.
    keys = [f"told_{each}" for each in (error.text, error.status, "other") if each]
    # Without a text of its own a refusal shows what programs get, too.
    message = "" if error.text else error.message
    return {"code": error.status, "keys": keys, "message": message}


async def unknown(request: Request, error: Exception) -> Response:
    """An invalid path."""
    assert isinstance(error, HTTPException)
    return await refused(request, Refused(error.status_code, error.detail))


def make_app(settings: Settings, database: Database) -> tuple[App, State]:
    """The application over a database that has its tables, and its state."""
    state = State.of(settings, database)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        delivery = Delivery(database, state.feed, settings.private_webhooks)
        bridging = Bridging(database, state.feed)
        runs = (state.feed.run(), delivery.run(), bridging.run())
        tasks = [asyncio.create_task(each) for each in runs]
        await state.registry.reload()
        yield
        for task in tasks:
            task.cancel()

    app = Starlette(
        routes=[
            Route("/healthz", healthy),
            Route("/incontext.js", incontext, middleware=[_PACKED]),
            Route("/readyz", ready),
            Route("/metrics", metrics),
            *nstack.routes,
            Mount(PATH, app=make_api()),
            Route("/p/{project}/{channel}/events", live.stream, methods=["GET"]),
            *i18next.routes,
            Mount("/static", StaticFiles(directory=STATIC), middleware=[_PACKED]),
            *account.routes,
            *people.routes,
            *review.routes,
            *missing.routes,
            *publish.routes,
        ],
        exception_handlers={Refused: refused, HTTPException: unknown},
        lifespan=lifespan,
    )
    app.state.calque = state

    async def propose(scope: Scope, receive: Receive, send: Send) -> None:
        # As the framework calls it, without asking each route for the path.
        scope["app"] = app
        request = Request(scope, receive)
        try:
            answer = await nstack.propose(request)
        except Refused as error:
            answer = await refusal(request, error)
        await answer(scope, receive, send)

    return Front(state.published, {nstack.PROPOSALS: propose}, app), state
