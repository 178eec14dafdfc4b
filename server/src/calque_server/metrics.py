"""Numbers of a running server, as Prometheus reads them."""

from __future__ import annotations

from sqlalchemy import Connection, func, select
from starlette.requests import Request
from starlette.responses import Response

from .errors import not_found
from .schema import project, proposal
from .state import State, state_of

_TYPE = "text/plain; version=0.0.4; charset=utf-8"


async def metrics(request: Request) -> Response:
    """The numbers, where the settings say that they are shown."""
    state = state_of(request)
    if not state.settings.metrics:
        raise not_found("page")
    waiting = await state.database.read(_open_proposals)
    return Response("".join(_lines(state, waiting)), media_type=_TYPE)


def _open_proposals(connection: Connection) -> dict[str, int]:
    query = (
        select(project.c.slug, func.count())
        .join(proposal, proposal.c.project_id == project.c.id)
        .where(proposal.c.state == "open")
        .group_by(project.c.slug)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def _lines(state: State, waiting: dict[str, int]) -> list[str]:
    database, feed = state.database, state.feed
    by_project = {f'{{project="{slug}"}}': count for slug, count in waiting.items()}
    numbers: list[tuple[str, str, str, dict[str, int]]] = [
        ("commits_total", "counter", "Commits.", {"": database.commits}),
        ("writes_total", "counter", "Requests in them.", {"": database.writes}),
        ("writes_waiting", "gauge", "Requests to write.", {"": database.waiting}),
        ("streams", "gauge", "Open streams of events.", {"": feed.streams}),
        ("last_event", "gauge", "Number of the last event.", {"": feed.cursor}),
        ("open_proposals", "gauge", "Proposals to decide.", by_project),
    ]
    return [
        line
        for name, kind, told, values in numbers
        for line in (
            f"# HELP calque_{name} {told}\n# TYPE calque_{name} {kind}\n",
            *(f"calque_{name}{labels} {value}\n" for labels, value in values.items()),
        )
    ]
