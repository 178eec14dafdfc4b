"""Accounts at a provider of OpenID Connect that people sign in with."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from . import events
from .clock import now
from .errors import Refused
from .events import Actor
from .schema import identity


def connect(
    connection: Connection, issuer: str, subject: str, person_id: int, actor: Actor
) -> None:
    """Let a person sign in with an account, which takes the place of another one.

    Raises Refused with 409 for an account that is somebody else's.
    """
    found = person_of(connection, issuer, subject)
    if found == person_id:
        return
    if found is not None:
        raise Refused(409, "somebody else is connected with that account", "connected")
    disconnect(connection, issuer, person_id, actor)
    values = {"issuer": issuer, "subject": subject, "person_id": person_id}
    connection.execute(insert(identity).values(**values, created=now()))
    events.append(connection, None, "connected", str(person_id), actor, issuer=issuer)


def disconnect(
    connection: Connection, issuer: str, person_id: int, actor: Actor
) -> None:
    """Let a person sign in with accounts of an issuer no more."""
    own = (identity.c.issuer == issuer) & (identity.c.person_id == person_id)
    if connection.execute(delete(identity).where(own)).rowcount:
        events.append(
            connection, None, "disconnected", str(person_id), actor, issuer=issuer
        )


def person_of(connection: Connection, issuer: str, subject: str) -> int | None:
    """The person who signs in with an account."""
    query = select(identity.c.person_id).where(
        identity.c.issuer == issuer, identity.c.subject == subject
    )
    return connection.execute(query).scalar()


def is_connected(connection: Connection, issuer: str, person_id: int) -> bool:
    """Whether a person signs in with an account of an issuer."""
    query = select(identity.c.subject).where(
        identity.c.issuer == issuer, identity.c.person_id == person_id
    )
    return connection.execute(query).first() is not None
