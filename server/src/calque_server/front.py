"""The most frequent requests bypass the framework: published files, and proposals."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from .published import File, Published

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Front:
    """Answers for published files itself; `direct` are paths with their own ways."""

    def __init__(
        self, published: Published, direct: Mapping[re.Pattern[str], App], app: App
    ) -> None:
        self._published = published
        self._direct = direct
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            file = self._published.paths.get(scope["path"])
            if file is not None and scope["method"] in ("GET", "HEAD"):
                await send_file(file, scope, send)
                return
            if scope["method"] == "POST":
                for path, app in self._direct.items():
                    found = path.fullmatch(scope["path"])
                    if found is not None:
                        scope["path_params"] = found.groupdict()
                        await app(scope, receive, send)
                        return
        await self._app(scope, receive, send)


async def send_file(file: File, scope: Scope, send: Send) -> None:
    """Send a file, compressed or not, or say that it is unchanged."""
    condition = encodings = b""
    for name, value in scope["headers"]:
        if name == b"if-none-match":
            condition = value
        elif name == b"accept-encoding":
            encodings = value
    if condition and (file.etag[:-1] in condition or condition == b"*"):
        await send(file.unchanged)
        await send({"type": "http.response.body", "body": b""})
    elif file.packed is not None and b"gzip" in encodings:
        await send(file.packed)
        await _send_body(file.packed_body, scope, send)
    else:
        await send(file.whole)
        await _send_body(file.body, scope, send)


async def _send_body(body: Any, scope: Scope, send: Send) -> None:
    if scope["method"] == "HEAD":
        body = {"type": "http.response.body", "body": b""}
    await send(body)
