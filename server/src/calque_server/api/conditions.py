"""Conditions of requests: If-Match and Idempotency-Key."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header

from ..errors import Refused

IfMatch = Annotated[str | None, Header(max_length=100)]
OnceKey = Annotated[
    str | None, Header(alias="Idempotency-Key", min_length=1, max_length=255)
]


def revision(condition: str | None) -> int:
    """The revision of If-Match: `"3"`.

    Raises Refused: 428 without it, 412 for one that no revision has.
    """
    if condition is None:
        raise Refused(428, "If-Match is needed: the revision that was seen")
    written = condition.strip().removeprefix("W/").strip('"')
    if not (written.isascii() and written.isdigit() and len(written) < 18):
        raise Refused(412, "If-Match has no revision that there could be")
    return int(written)
