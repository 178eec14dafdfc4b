"""A request that is sent again is carried out once: Idempotency-Key, for 24 hours."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from .clock import now
from .errors import Refused
from .hashing import sha256
from .schema import request_key

_DAY = 86_400_000


def once(
    connection: Connection,
    key: str | None,
    request: str,
    job: Callable[[Connection], Any],
) -> Any:
    """The result of a job, or the one it had when the key was used before.

    The result is JSON. `request` is everything that makes two requests the same.
    Raises Refused with 422 for a key that was used for another request.
    """
    if key is None:
        return job(connection)
    hashed, fingerprint = sha256(key), sha256(request)
    found = connection.execute(
        select(request_key).where(
            request_key.c.key == hashed, request_key.c.created > now() - _DAY
        )
    ).first()
    if found is not None:
        if found.fingerprint != fingerprint:
            raise Refused(422, "the Idempotency-Key was used for another request")
        return json.loads(found.answer)
    answer = job(connection)
    connection.execute(delete(request_key).where(request_key.c.created < now() - _DAY))
    connection.execute(delete(request_key).where(request_key.c.key == hashed))
    connection.execute(
        insert(request_key).values(
            key=hashed,
            fingerprint=fingerprint,
            answer=json.dumps(answer),
            created=now(),
        )
    )
    return answer
