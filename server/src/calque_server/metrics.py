"""Numbers of a running server, as Prometheus reads them."""

from __future__ import annotations

from sqlalchemy import Connection, func, select
from starlette.requests import Request
from starlette.responses import Response

from .errors import not_found
from .schema import bridged, proposal
from .state import state_of


async def metrics(request: Request) -> Response:
    """The numbers, where the settings say that they are shown."""
    state = state_of(request)
    if not state.settings.metrics:
        raise not_found("page")
    waiting, behind = await state.database.read(_counts)
    numbers = {
        "writes_total": state.database.writes,
        "last_event": state.feed.cursor,
        "open_proposals": waiting,
        "waiting_at_bridges": behind,
    }
    lines = [f"calque_{name} {value}\n" for name, value in numbers.items()]
    return Response("".join(lines), media_type="text/plain; version=0.0.4")


def _counts(connection: Connection) -> tuple[int, int]:
    queries = (
        select(func.count()).where(proposal.c.state == "open"),
        select(func.count()).where(bridged.c.state == "waiting"),
    )
    first, second = (int(connection.execute(each).scalar() or 0) for each in queries)
    return first, second
