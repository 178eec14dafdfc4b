"""The application: published files first, then the wires, the pages and the API."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import func, select
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from . import api, bridging, delivery, live, webhooks
from .api import PATH, problem
from .bridging import take_turn
from .database import Database
from .errors import Refused, not_found
from .feed import take_turns
from .pages import ROUTES, show
from .schema import bridged, proposal
from .settings import Settings
from .state import State, state_of
from .wire import i18next, nstack
from .wire.call import refusal

STATIC = Path(__file__).parent / "static"
# Pages are not: they may have secrets beside what a stranger wrote.
_PACKED = Middleware(GZipMiddleware, minimum_size=500)
_COUNTED = {
    "open_proposals": select(func.count()).where(proposal.c.state == "open"),
    "waiting_at_bridges": select(func.count()).where(bridged.c.state == "waiting"),
}


def healthy(_: Request) -> Response:
    return PlainTextResponse("ok")


async def ready(request: Request) -> Response:
    await state_of(request).database.read(lambda c: c.exec_driver_sql("SELECT 1"))
    return PlainTextResponse("ok")


async def metrics(request: Request) -> Response:
    """Numbers of a running server, as Prometheus reads them."""
    state = state_of(request)
    if not state.settings.metrics:
        raise not_found("page")
    numbers = {"writes_total": state.database.writes, "last_event": state.feed.cursor}
    for name, query in _COUNTED.items():
        counted = await state.database.read(lambda c, q: c.execute(q).scalar(), query)
        numbers[name] = int(counted or 0)
    lines = [f"calque_{name} {value}\n" for name, value in numbers.items()]
    return Response("".join(lines), media_type="text/plain; version=0.0.4")


async def refused(request: Request, error: Exception) -> Response:
    """A refusal, as the API, the wires or the pages write it."""
    if isinstance(error, HTTPException):
        error = Refused(error.status_code, error.detail)
    assert isinstance(error, Refused)
    if request.url.path.startswith(PATH):
        return problem(error)
    if request.url.path.startswith(("/api/", "/p/", "/l/", "/r/")):
        return refusal(error)
    if error.status == 401 and request.method == "GET":
        return RedirectResponse("/sign-in", 303)
    # A key that is missing is passed over: the first that there is counts.
    keys = [f"told_{each}" for each in (error.text, error.status, "other") if each]
    # Without a text of its own a refusal shows what programs get, too.
    message = "" if error.text else error.message
    shown = {"code": error.status, "keys": keys, "message": message}
    answer = await show(request, "error.html", error.status, **shown)
    answer.headers.update(error.headers)
    return answer


def make_app(settings: Settings, database: Database) -> tuple[ASGIApp, State]:
    """The application over a database that has its tables, and its state."""
    state = State(settings, database)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await state.feed.begin()
        send = partial(delivery.send, database, settings.private_webhooks)
        queues = (webhooks.claim, send), (bridging.claim, partial(take_turn, database))
        runs = [take_turns(state.feed, database, *each) for each in queues]
        tasks = [asyncio.create_task(each) for each in (state.feed.run(), *runs)]
        yield
        for task in tasks:
            task.cancel()

    app = Starlette(
        routes=[
            Route("/healthz", healthy),
            Route("/readyz", ready),
            Route("/metrics", metrics),
            *nstack.routes,
            *api.ROUTES,
            Route("/p/{project}/{channel}/events", live.stream, methods=["GET"]),
            *i18next.routes,
            Mount("/static", StaticFiles(directory=STATIC), middleware=[_PACKED]),
            *ROUTES,
        ],
        exception_handlers={Refused: refused, HTTPException: refused},
        lifespan=lifespan,
    )
    app.state.calque = state

    async def files_first(scope: Scope, receive: Receive, send: Send) -> None:
        # The most frequent requests bypass the framework.
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        file = state.published.paths.get(scope["path"]) if reads else None
        await (app if file is None else file)(scope, receive, send)

    return files_first, state
