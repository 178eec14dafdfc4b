"""People: who they are, what they may do, how they come in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, delete, func, insert, select, update

from . import events, names
from .clock import now
from .errors import Refused, invalid, not_found
from .events import Actor
from .hashing import new_secret, sha256
from .rows import add
from .schema import invitation, membership, person, session

_DAY = 86_400_000
_hasher = PasswordHasher()
# The permissions of a role. Machine keys have scopes of the same kinds.
_TRANSLATOR = frozenset({"read", "propose", "comment"})
_REVIEWER = _TRANSLATOR | {"decide"}
_PUBLISHER = _REVIEWER | {"publish", "import"}
ALLOWED: dict[str, frozenset[str]] = {
    "app": frozenset({"propose"}),
    "import": frozenset({"read", "import"}),
    "review": _REVIEWER,
    "publish": _PUBLISHER,
    "translator": _TRANSLATOR,
    "reviewer": _REVIEWER,
    "publisher": _PUBLISHER,
    "owner": _PUBLISHER | {"manage"},
}
ROLES = ("translator", "reviewer", "publisher", "owner")
SCOPES = ("app", "import", "review", "publish")


@dataclass(frozen=True)
class Person:
    """A person who is signed in, and their role in each project; 0 stands for all."""

    id: int
    name: str
    login: str | None
    roles: dict[int, str]
    locales: dict[int, list[str]]

    def may(self, action: str, project_id: int, *locales: str) -> bool:
        """Whether somebody may do something in a project, in some languages of it."""
        at = 0 if 0 in self.roles else project_id
        role = self.roles.get(at)
        if role is None or action not in ALLOWED[role]:
            return False
        limited = self.locales.get(at)
        # People and keys concern all languages.
        return not limited or (action != "manage" and set(locales) <= set(limited))


def create(connection: Connection, name: str, actor: Actor) -> int:
    """Make a person without a password."""
    name = names.plain(name)
    if not name.strip() or len(name) > 100:
        raise invalid("a name has 1 to 100 characters", "name")
    id_ = add(connection, person, {"name": name.strip(), "created": now()})
    events.append(connection, None, "person", str(id_), actor, name=name)
    return id_


def grant(
    connection: Connection,
    person_id: int,
    project_id: int | None,
    role: str,
    actor: Actor,
    locales: list[str] | None = None,
) -> None:
    """Give a person a role in a project, or in all of them."""
    if role not in ROLES:
        raise invalid(f"{role[:20]!r} is no role")
    here = (membership.c.person_id == person_id) & (
        membership.c.project_id == project_id
        if project_id is not None
        else membership.c.project_id.is_(None)
    )
    connection.execute(delete(membership).where(here))
    values = {"person_id": person_id, "project_id": project_id, "role": role}
    values["locales"] = json.dumps([names.tag(each) for each in locales or []])
    connection.execute(insert(membership).values(values))
    body = {"name": _name(connection, person_id), "role": role}
    events.append(connection, project_id, "member", str(person_id), actor, **body)


def leave(
    connection: Connection, person_id: int, project_id: int, actor: Actor
) -> None:
    """Take a person's role in a project away."""
    connection.execute(
        delete(membership).where(
            membership.c.person_id == person_id,
            membership.c.project_id == project_id,
        )
    )
    body = {"name": _name(connection, person_id), "role": ""}
    events.append(connection, project_id, "member", str(person_id), actor, **body)


def _name(connection: Connection, person_id: int) -> str:
    query = select(person.c.name).where(person.c.id == person_id)
    return str(connection.execute(query).scalar() or "")


def invite(connection: Connection, person_id: int, days: int = 7) -> str:
    """A secret that lets a person in once."""
    secret = new_secret()
    values = {"sha256": sha256(secret), "person_id": person_id}
    connection.execute(insert(invitation).values(**values, expires=now() + days * _DAY))
    return secret


def owner_invitation(connection: Connection) -> str | None:
    """A secret for the first owner; None when somebody has come in already."""
    came = select(func.count()).where(person.c.login.is_not(None))
    used = select(func.count()).select_from(session)
    if any(connection.execute(each).scalar() for each in (came, used)):
        return None
    owner = connection.execute(select(person.c.id).order_by(person.c.id)).scalar()
    if owner is None:
        owner = create(connection, "Owner", events.SYSTEM)
        grant(connection, owner, None, "owner", events.SYSTEM)
    connection.execute(delete(invitation).where(invitation.c.person_id == owner))
    return invite(connection, owner)


def invited(connection: Connection, secret: str) -> Person:
    """The person an invitation is for. Raises Refused with 404."""
    row = connection.execute(
        select(invitation).where(
            invitation.c.sha256 == sha256(secret),
            invitation.c.used.is_(None),
            invitation.c.expires > now(),
        )
    ).first()
    if row is None:
        raise Refused(404, "invitation not found", "invitation")
    return get(connection, row.person_id)


def enter(connection: Connection, secret: str, days: int) -> str:
    """Use an invitation up; the secret of a new session. Raises Refused with 404."""
    found = invited(connection, secret)
    connection.execute(
        update(invitation)
        .where(invitation.c.sha256 == sha256(secret))
        .values(used=now())
    )
    return begin(connection, found.id, days)


def begin(connection: Connection, person_id: int, days: int) -> str:
    """Begin a session; its secret. Sessions that ended are removed."""
    connection.execute(delete(session).where(session.c.expires < now()))
    secret = new_secret()
    values = {"sha256": sha256(secret), "person_id": person_id, "created": now()}
    connection.execute(insert(session).values(**values, expires=now() + days * _DAY))
    events.append(connection, None, "signed_in", str(person_id), events.SYSTEM)
    return secret


def end(connection: Connection, secret: str) -> None:
    """End a session."""
    connection.execute(delete(session).where(session.c.sha256 == sha256(secret)))


def of_session(connection: Connection, secret: str) -> Person | None:
    """The person of a session that has not ended."""
    row = connection.execute(
        select(session.c.person_id).where(
            session.c.sha256 == sha256(secret), session.c.expires > now()
        )
    ).first()
    return None if row is None else get(connection, row.person_id)


def of_login(connection: Connection, login: str) -> Person | None:
    """The person with a name for signing in, which a proxy vouches for."""
    found = connection.execute(select(person.c.id).where(person.c.login == login))
    row = found.first()
    return None if row is None else get(connection, row.id)


def get(connection: Connection, person_id: int) -> Person:
    """A person. Raises Refused with 404."""
    row = connection.execute(select(person).where(person.c.id == person_id)).first()
    if row is None:
        raise not_found("person")
    rows = connection.execute(
        select(membership).where(membership.c.person_id == person_id)
    ).all()
    roles = {each.project_id or 0: each.role for each in rows}
    locales = {each.project_id or 0: json.loads(each.locales) for each in rows}
    return Person(row.id, row.name, row.login, roles, locales)


def members(connection: Connection, project_id: int) -> list[Any]:
    """People with a role in a project, or in all of them."""
    query = (
        select(person.c.id, person.c.name, person.c.login, membership.c.role)
        .add_columns(membership.c.project_id, membership.c.locales)
        .join(membership, membership.c.person_id == person.c.id)
        .where(
            (membership.c.project_id == project_id) | membership.c.project_id.is_(None)
        )
        .order_by(person.c.name)
    )
    return list(connection.execute(query).all())


def hash_password(password: str) -> str:
    """The hash of a password; slow on purpose. Raises Refused for a short one."""
    if not 10 <= len(password) <= 200:
        raise invalid("a password has 10 to 200 characters", "password")
    return _hasher.hash(password)


def set_password(
    connection: Connection, person_id: int, name: str, login: str, hashed: str | None
) -> None:
    """Let a person sign in by name and password. Raises Refused for a taken name."""
    name, login = names.plain(name), names.plain(login)
    taken = select(person.c.id).where(person.c.login == login, person.c.id != person_id)
    if not login or len(login) > 100 or connection.execute(taken).first() is not None:
        raise invalid("that name for signing in is taken", "login")
    values: dict[str, Any] = {"name": name.strip()[:100] or login, "login": login}
    if hashed is not None:
        values["password"] = hashed
    connection.execute(update(person).where(person.c.id == person_id).values(values))
    events.append(connection, None, "account", str(person_id), events.SYSTEM)


def password_of(connection: Connection, login: str) -> tuple[int, str] | None:
    """The number of a person and the hash of the password."""
    row = connection.execute(
        select(person.c.id, person.c.password).where(person.c.login == login)
    ).first()
    return None if row is None or not row.password else (row.id, row.password)


def browser_token(found: tuple[int, str]) -> str:
    """What a browser keeps that signed in before: its password is not guessed at.

    It ends with the password.
    """
    return sha256(f"browser {found[0]} {found[1]}")


_NOBODY = _hasher.hash(new_secret())


def check_password(found: tuple[int, str] | None, password: str) -> int:
    """The number of the person with this password; takes as long for an unknown name.

    Raises Refused with 401.
    """
    try:
        _hasher.verify(_NOBODY if found is None else found[1], password)
    except (VerifyMismatchError, InvalidHashError) as error:
        raise Refused(401, "name or password is wrong") from error
    if found is None:
        raise Refused(401, "name or password is wrong")
    return found[0]
