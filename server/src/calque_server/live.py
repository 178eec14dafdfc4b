"""Events of a channel, as server-sent events or by polling."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from . import events, names, projects, releases
from .errors import not_found
from .feed import Found
from .projects import Project
from .state import State, state_of
from .wire.call import json_answer

_LONGEST = 60
_HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "access-control-allow-origin": "*",
}


def told(event: dict[str, Any], channel: str) -> dict[str, Any] | None:
    """An event as programs receive it; None when it does not concern them."""
    kind, body = event["kind"], event["body"]
    if kind == "published" and body["channel"] == channel:
        return {"type": "published", "release": body["release"]}
    if channel == releases.WORKING and kind in events.TEXT_KINDS:
        named = {key: body[key] for key in ("locale", "key", "value") if key in body}
        return {"type": "texts", "locales": body.get("locales", []), **named}
    if kind == "rejected":
        return {"type": "decided", "proposal": int(event["subject"])}
    return None


async def stream(request: Request) -> Any:
    """The events of a channel: a stream, or with `after=` what there is by now.

    With `wait=SECONDS` too, it is answered as soon as there is anything: for clients
    whose requests end with their answer.
    """
    state = state_of(request)
    project = await state.database.read(projects.find, request.path_params["project"])
    channel = request.path_params["channel"]
    if channel not in (*releases.CHANNELS, releases.WORKING):
        raise not_found("channel")
    # From now on events bring the files of the channel up to date.
    await state.published.channel(project, channel)
    query = request.query_params
    after, wait = query.get("after"), names.number(query.get("wait", ""))
    as_stream = "text/event-stream" in request.headers.get("accept", "")
    known = names.number(request.headers.get("last-event-id", after or ""))
    cursor = state.feed.seen(project.id) if known is None else known
    if after is None or (as_stream and wait is None):
        return StreamingResponse(
            _stream(state, project, channel, cursor), 200, _HEADERS
        )
    seconds = min(wait or 0, _LONGEST)
    cursor, found = await _awaited(state, project, channel, cursor, seconds)
    if as_stream:
        body = _written(found, channel) + b"id: %d\n\n" % cursor
        return Response(body, 200, _HEADERS)
    shown = [
        {"id": each["id"], **said} for each in found if (said := told(each, channel))
    ]
    return json_answer({"cursor": cursor, "events": shown})


async def _awaited(
    state: State, project: Project, channel: str, cursor: int, seconds: float
) -> tuple[int, Found]:
    """The events of a channel after a number, as soon as there are any."""
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    cursor = min(cursor, state.feed.seen(project.id))
    while True:
        found = await state.feed.since(project.id, cursor)
        if found:
            cursor = found[-1]["id"]
        if any(told(each, channel) for each in found):
            return cursor, found
        if clock() >= end or state.feed.closed:
            return cursor, Found([])
        await state.feed.wait(end - clock())


def _written(found: Found, channel: str) -> bytes:
    """Events as a stream has them; nothing for those that are not of the channel."""
    if channel not in found.written:
        parts = [
            f"id: {each['id']}\nevent: {said['type']}\n"
            f"data: {json.dumps(said, ensure_ascii=False)}\n\n"
            for each in found
            if (said := told(each, channel)) is not None
        ]
        found.written[channel] = "".join(parts).encode()
    return found.written[channel]


async def _stream(
    state: State, project: Project, channel: str, cursor: int
) -> AsyncIterator[bytes]:
    """The parts of a stream, until whoever reads it is gone or the server ends."""
    feed = state.feed
    yield b"retry: 2000\nid: %d\n\n" % cursor
    while not feed.closed:
        coming, seen = feed.news, feed.seen(project.id)
        found = await feed.since(project.id, cursor)
        news = _written(found, channel)
        cursor = max(cursor, found[-1]["id"] if found else seen)
        if not news:
            await coming.wait()
            if feed.seen(project.id) != seen or feed.closed:
                continue
        # A number alone keeps the connection, and says how far it is.
        yield news or b"id: %d\n\n" % cursor
    # They come back spread over some seconds, not all at once.
    yield b"retry: %d\nid: %d\n\n" % (random.randrange(1000, 6000), cursor)
