"""The application: published files first, then the wires, the pages and the API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from . import live
from .database import Database
from .errors import Refused
from .front import App, Front
from .settings import Settings
from .state import State
from .wire import i18next, nstack
from .wire.answers import refusal


def healthy(_: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok")


async def ready(request: Request) -> Response:
    """The database answers too."""
    state: State = request.app.state.calque
    await state.database.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
    return PlainTextResponse("ok")


def make_app(settings: Settings, database: Database) -> tuple[App, State]:
    """The application over a database that has its tables, and its state."""
    state = State.of(settings, database)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        following = asyncio.create_task(state.feed.run())
        await state.registry.reload()
        yield
        following.cancel()

    app = Starlette(
        routes=[
            Route("/healthz", healthy),
            Route("/readyz", ready),
            *nstack.routes,
            Route("/p/{project}/{channel}/events", live.stream, methods=["GET"]),
            *i18next.routes,
        ],
        exception_handlers={Refused: refusal},
        lifespan=lifespan,
    )
    app.state.calque = state
    return Front(state.published, app), state
