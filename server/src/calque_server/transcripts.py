"""The conversation about a proposal: its states and what people say to it.

It is a transcript of the library. The postings of the server are written when they
are first needed, from what the proposal has become; those of others are kept as they
came.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid5

from sqlalchemy import Connection, Row, select

from calque.errors import CalqueError
from calque.transcript import Conversation

from . import names, rows
from .clock import now
from .errors import Refused, invalid
from .schema import posting

_SERVER = UUID("6d9f0c9e-8a52-5b2c-9a3e-0f6c1f1d2a41")
_MOST = 500
_BYTES = 16_384


def read(connection: Connection, row: Row[Any]) -> list[str]:
    """The postings of a proposal's conversation as updates, in their order."""
    query = (
        select(posting.c.body)
        .where(posting.c.proposal_id == row.id)
        .order_by(posting.c.sequence, posting.c.id)
    )
    return list(connection.execute(query).scalars())


def follow(connection: Connection, row: Row[Any]) -> list[str]:
    """Post the states of a proposal that are not there yet; all postings."""
    known = read(connection, row)
    states = {_state(body) for body in known}
    decided = [row.state] if row.state in ("accepted", "rejected") else []
    new = [state for state in ["stored", *decided] if state not in states]
    if not new:
        return known
    with _conversation(known) as conversation:
        for state in new:
            posted = conversation.post_proposal(
                identifier=f"{row.section}.{row.key}",
                locale=row.locale,
                value=row.value,
                state=state,
                guid=row.device,
            )
            _keep(connection, row, conversation, posted)
        if row.reason and new[-1] == "rejected":
            _keep(connection, row, conversation, conversation.send_text(row.reason))
    return read(connection, row)


def say(connection: Connection, row: Row[Any], author: str, written: str) -> None:
    """Post a comment. Raises Refused for one that is empty or too long."""
    if not names.bounded(written, 2000, "comment").strip():
        raise invalid("a comment must not be empty", "comment")
    known = follow(connection, row)
    _check_room(known)
    with _conversation(known, uuid5(_SERVER, author)) as conversation:
        _keep(connection, row, conversation, conversation.send_text(written))


def take(connection: Connection, row: Row[Any], update: bytes) -> bool:
    """Keep the posting of another participant; False for a known one.

    Raises Refused for one that is not a posting.
    """
    if len(update) > _BYTES:
        raise Refused(413, f"a posting may have at most {_BYTES} bytes")
    try:
        with _conversation([update]):
            pass
    except (CalqueError, ValueError) as error:
        raise invalid(f"not a posting: {error}") from error
    id_ = str(UUID(json.loads(update)["id"]))
    if rows.first(connection, posting, id=id_) is not None:
        return False
    _check_room(read(connection, row))
    _insert(connection, row, update.decode())
    return True


def said(connection: Connection, row: Row[Any]) -> list[str]:
    known = read(connection, row)
    if not known:
        return []
    with _conversation(known) as conversation:
        entries = conversation.transcript()
    return [each["text"] for each in entries if each["kind"] == "text"]


@contextmanager
def _conversation(known: list[Any], by: UUID = _SERVER) -> Iterator[Conversation]:
    with Conversation(local_participant=by) as conversation:
        for body in known:
            conversation.receive(body)
        yield conversation


def _state(body: str) -> str:
    url = json.loads(body).get("url", "")
    return str(parse_qs(urlsplit(url).query).get("state", [""])[0])


def _keep(
    connection: Connection, row: Row[Any], of: Conversation, posted: UUID | None
) -> None:
    body = None if posted is None else of.update_json(posted)
    assert body is not None
    _insert(connection, row, body)


def _insert(connection: Connection, row: Row[Any], body: str) -> None:
    parsed = json.loads(body)
    values = {"sequence": parsed["sequence"], "body": body, "created": now()}
    here = {"project_id": row.project_id, "proposal_id": row.id}
    rows.add(connection, posting, id=str(UUID(parsed["id"])), **here, **values)


def _check_room(known: list[str]) -> None:
    if len(known) >= _MOST:
        raise invalid(f"a conversation may have at most {_MOST} postings")
