"""Answers of the wires that programs speak."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from .. import names
from ..errors import Refused

_encode = msgspec.json.Encoder().encode
_ANYBODY = {"access-control-allow-origin": "*"}
_PREFLIGHT = {
    **_ANYBODY,
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "content-type, x-application-id, x-rest-api-key, "
    "n-meta, sdk-version, authorization, if-match",
    "access-control-max-age": "86400",
}


def json_answer(
    value: object, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A value as JSON that no cache keeps; bytes are JSON already."""
    body = value if isinstance(value, bytes) else _encode(value)
    together = {"cache-control": "no-store", **_ANYBODY, **(headers or {})}
    return Response(body, status, together, "application/json")


def refusal(error: Refused) -> Response:
    """A refusal as the wires write it."""
    wait = error.details.get("retry_after")
    headers = {} if wait is None else {"retry-after": str(wait)}
    said = {"message": names.plain(error.message)}
    said |= {"text": error.text} if error.text else {}
    return json_answer(said, error.status, headers)


def preflight(_: Request) -> Response:
    """Let pages of other origins call; no cookie counts on these paths."""
    return Response(status_code=204, headers=_PREFLIGHT)
