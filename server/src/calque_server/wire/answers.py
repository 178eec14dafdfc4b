"""Answers of the wires that programs speak."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from .. import names
from ..errors import Refused

_encode = msgspec.json.Encoder().encode
ALLOWED = (
    "content-type, x-application-id, x-rest-api-key, n-meta, sdk-version, "
    "authorization, if-match"
)


def json_answer(value: object, status: int = 200, **headers: str) -> Response:
    """A value as JSON that no cache keeps."""
    together = {
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        **headers,
    }
    return Response(_encode(value), status, together, "application/json")


async def refusal(_: Request, error: Exception) -> Response:
    """A refusal as the wires write it."""
    assert isinstance(error, Refused)
    wait = error.details.get("retry_after")
    headers = {} if wait is None else {"retry-after": str(wait)}
    said = {"message": names.plain(error.message)}
    said |= {"text": error.text} if error.text else {}
    return json_answer(said, error.status, **headers)


def preflight(_: Request) -> Response:
    """Let pages of other origins call; no cookie counts on these paths."""
    return Response(
        status_code=204,
        headers={
            "access-control-allow-origin": "*",
            "access-control-allow-methods": "GET, POST, DELETE",
            "access-control-allow-headers": ALLOWED,
            "access-control-max-age": "86400",
        },
    )


def decode_object(body: bytes) -> dict[str, Any]:
    """A JSON object. Raises Refused with 422."""
    try:
        value = msgspec.json.decode(body or b"{}")
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused(422, "the body is not JSON") from error
    if not isinstance(value, dict):
        raise Refused(422, "the body is not a JSON object")
    return value
