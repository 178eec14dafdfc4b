"""The conversation about a proposal: its states and what people say to it.

It is a transcript of the library. The postings of the server are written when they
are first needed, from what the proposal has become; those of others are kept as they
came.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid5

from sqlalchemy import Connection, Row, func, insert, select

from calque.errors import CalqueError
from calque.transcript import Conversation

from . import names
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
    new = [state for state in _states(row) if state not in states]
    if not new:
        return known
    with Conversation(local_participant=_SERVER) as conversation:
        for body in known:
            conversation.receive(body)
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
    if not written.strip() or len(names.encoded(written)) > 2000 or "\0" in written:
        raise invalid("a comment has 1 to 2000 bytes and no NUL", "comment")
    known = follow(connection, row)
    _check_room(connection, row)
    with Conversation(local_participant=uuid5(_SERVER, author)) as conversation:
        for body in known:
            conversation.receive(body)
        _keep(connection, row, conversation, conversation.send_text(written))


def take(connection: Connection, row: Row[Any], update: bytes) -> bool:
    """Keep the posting of another participant; False for a known one.

    Raises Refused for one that is not a posting.
    """
    if len(update) > _BYTES:
        raise Refused(413, f"a posting has at most {_BYTES} bytes")
    try:
        with Conversation(local_participant=_SERVER) as conversation:
            conversation.receive(update)
    except (CalqueError, ValueError) as error:
        raise invalid(f"no posting: {error}") from error
    read_ = json.loads(update)
    known = select(posting.c.id).where(posting.c.id == str(UUID(read_["id"])))
    if connection.execute(known).first() is not None:
        return False
    _check_room(connection, row)
    _insert(connection, row, read_, update.decode())
    return True


def _states(row: Row[Any]) -> list[str]:
    decided = {"accepted": ["accepted"], "rejected": ["rejected"]}
    return ["stored", *decided.get(row.state, [])]


def _state(body: str) -> str:
    url = json.loads(body).get("url", "")
    return str(parse_qs(urlsplit(url).query).get("state", [""])[0])


def _keep(
    connection: Connection,
    row: Row[Any],
    conversation: Conversation,
    id_: UUID | None,
) -> None:
    body = None if id_ is None else conversation.update_json(id_)
    assert body is not None
    _insert(connection, row, json.loads(body), body)


def _insert(
    connection: Connection, row: Row[Any], parsed: dict[str, Any], body: str
) -> None:
    connection.execute(
        insert(posting).values(
            id=str(UUID(parsed["id"])),
            project_id=row.project_id,
            proposal_id=row.id,
            sequence=parsed["sequence"],
            body=body,
            created=now(),
        )
    )


def _check_room(connection: Connection, row: Row[Any]) -> None:
    count = select(func.count()).where(posting.c.proposal_id == row.id)
    if int(connection.execute(count).scalar() or 0) >= _MOST:
        raise invalid(f"a conversation has at most {_MOST} postings")


def said(connection: Connection, row: Row[Any]) -> list[str]:
    """What people said to a proposal, in its order."""
    bodies = read(connection, row)
    if not bodies:
        return []
    with Conversation(local_participant=_SERVER) as conversation:
        for body in bodies:
            conversation.receive(body)
        entries = conversation.transcript()
    return [each["text"] for each in entries if each["kind"] == "text"]
