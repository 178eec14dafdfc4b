"""Events of a channel, as server-sent events or by polling."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request

from . import events, releases
from .errors import not_found
from .front import Receive, Scope, Send
from .projects import Project
from .state import State, state_of
from .wire.answers import json_answer

# Proxies close connections that are silent for longer.
_BEAT = 15.0


def told(event: dict[str, Any], channel: str) -> dict[str, Any] | None:
    """An event as programs are told it; None when it is none of theirs."""
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
    """The events of a channel: a stream, or with `after=` what there is by now."""
    state = state_of(request)
    project = await state.registry.project(request.path_params["project"])
    channel = request.path_params["channel"]
    if channel not in (*releases.CHANNELS, releases.WORKING):
        raise not_found("channel")
    # From now on events bring the files of the channel up to date.
    await state.published.channel(project, channel)
    after = request.query_params.get("after")
    if after is not None and "text/event-stream" not in request.headers.get(
        "accept", ""
    ):
        cursor = int(after) if after.isdigit() else state.feed.cursor
        return json_answer(await _polled(state, project, channel, cursor))
    last = request.headers.get("last-event-id", after or "")
    cursor = int(last) if last.isdigit() else state.feed.cursor
    return _Stream(state, project, channel, cursor)


async def _polled(
    state: State, project: Project, channel: str, cursor: int
) -> dict[str, Any]:
    cursor = min(cursor, state.feed.cursor)
    found = await state.feed.since(project.id, cursor)
    shown = [
        {"id": each["id"], **said} for each in found if (said := told(each, channel))
    ]
    return {"cursor": found[-1]["id"] if found else cursor, "events": shown}


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Stream:
    """A stream of events; small, because thousands are open at once."""

    __slots__ = ("channel", "cursor", "project", "state")

    def __init__(
        self, state: State, project: Project, channel: str, cursor: int
    ) -> None:
        self.state = state
        self.project = project
        self.channel = channel
        self.cursor = cursor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream; charset=utf-8"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                    (b"access-control-allow-origin", b"*"),
                ],
            }
        )
        feed = self.state.feed
        # The server does not fail a send to somebody who is gone.
        gone = asyncio.ensure_future(_hung_up(receive))
        await self._send(send, b"retry: 2000\nid: %d\n\n" % self.cursor)
        while not feed.closed and not gone.done():
            found = await feed.since(self.project.id, self.cursor)
            if found:
                await self._send(send, self._written(found))
                self.cursor = found[-1]["id"]
            else:
                before = feed.cursor
                await feed.wait(_BEAT)
                if feed.cursor == before and not feed.closed:
                    await self._send(send, b": still here\n\n")
        gone.cancel()
        await send({"type": "http.response.body", "body": b""})

    def _written(self, found: list[dict[str, Any]]) -> bytes:
        parts = []
        for each in found:
            said = told(each, self.channel)
            if said is not None:
                data = json.dumps(said, ensure_ascii=False).encode()
                parts.append(
                    b"id: %d\nevent: %s\ndata: %s\n\n"
                    % (each["id"], said["type"].encode(), data)
                )
        # A comment, so that a reader knows how far it is even without news.
        return b"".join(parts) or b"id: %d\n\n" % found[-1]["id"]

    async def _send(self, send: Send, data: bytes) -> None:
        await send({"type": "http.response.body", "body": data, "more_body": True})
