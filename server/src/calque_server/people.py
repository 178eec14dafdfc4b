"""People: who they are, what they may do, how they come in."""

import json
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, delete, func, select

from . import events, names, rows
from .clock import now
from .errors import Refused, invalid, not_found
from .events import Actor
from .hashing import new_secret, sha256
from .projects import Project
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
    name = names.plain(name)
    if not name.strip() or len(name) > 100:
        raise invalid("a name must have 1 to 100 characters", "name")
    id_ = rows.add(connection, person, name=name.strip(), created=now())
    events.append(connection, None, "person", id_, actor, name=name)
    return id_


def grant(
    connection: Connection,
    person_id: int,
    project_id: int | None,
    role: str,
    actor: Actor,
    locales: list[str] | None = None,
) -> None:
    """Give a person a role in a project, or in all of them; "" takes it away."""
    if role and role not in ROLES:
        raise invalid(f"{role[:20]!r} is not a role")
    here = {"person_id": person_id, "project_id": project_id}
    listed = json.dumps([names.tag(each) for each in locales or []])
    rows.remove(connection, membership, **here)
    if role:
        rows.add(connection, membership, **here, role=role, locales=listed)
    found = rows.first(connection, person, id=person_id)
    body = {"name": found.name if found else "", "role": role}
    events.append(connection, project_id, "member", person_id, actor, **body)


def invite(connection: Connection, person_id: int, days: int = 7) -> str:
    """A secret that lets a person in once."""
    secret, expires = new_secret(), now() + days * _DAY
    values = {"sha256": sha256(secret), "person_id": person_id, "expires": expires}
    rows.add(connection, invitation, **values)
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
    rows.remove(connection, invitation, person_id=owner)
    return invite(connection, owner)


def invited(connection: Connection, secret: str) -> Person:
    """The person an invitation is for. Raises Refused with 404."""
    row = rows.first(connection, invitation, sha256=sha256(secret), used=None)
    if row is None or row.expires <= now():
        raise Refused(404, "invitation not found", "invitation")
    return get(connection, row.person_id)


def enter(connection: Connection, secret: str, days: int) -> str:
    """Use an invitation up; the secret of a new session. Raises Refused with 404."""
    found = invited(connection, secret)
    rows.change(connection, invitation, {"sha256": sha256(secret)}, used=now())
    return begin(connection, found.id, days)


def begin(connection: Connection, person_id: int, days: int) -> str:
    """Begin a session; its secret. Sessions that ended are removed."""
    connection.execute(delete(session).where(session.c.expires < now()))
    secret, expires = new_secret(), now() + days * _DAY
    values = {"sha256": sha256(secret), "person_id": person_id, "created": now()}
    rows.add(connection, session, **values, expires=expires)
    events.append(connection, None, "signed_in", person_id, events.SYSTEM)
    return secret


def end(connection: Connection, secret: str) -> None:
    rows.remove(connection, session, sha256=sha256(secret))


def of_session(connection: Connection, secret: str) -> Person | None:
    """The person of a session that has not ended."""
    row = rows.first(connection, session, sha256=sha256(secret))
    if row is None or row.expires <= now():
        return None
    return get(connection, row.person_id)


def of_login(connection: Connection, login: str) -> Person | None:
    """The person with a name for signing in, which a proxy vouches for."""
    row = rows.first(connection, person, login=login)
    return None if row is None else get(connection, row.id)


def get(connection: Connection, person_id: int) -> Person:
    row = rows.first(connection, person, id=person_id)
    if row is None:
        raise not_found("person")
    found = rows.every(connection, membership, person_id=person_id)
    roles = {each.project_id or 0: each.role for each in found}
    locales = {each.project_id or 0: json.loads(each.locales) for each in found}
    return Person(row.id, row.name, row.login, roles, locales)


def members(connection: Connection, project: Project) -> list[Any]:
    """People with a role in a project, or in all of them."""
    here = membership.c.project_id == project.id
    query = (
        select(person.c.id, person.c.name, membership.c.role, membership.c.project_id)
        .join(membership, membership.c.person_id == person.c.id)
        .where(here | membership.c.project_id.is_(None))
        .order_by(person.c.name)
    )
    return list(connection.execute(query).all())


def hash_password(password: str) -> str:
    """The hash of a password; slow on purpose. Raises Refused for a short one."""
    if not 10 <= len(password) <= 200:
        raise invalid("a password must have 10 to 200 characters", "password")
    return _hasher.hash(password)


def set_password(
    connection: Connection, person_id: int, name: str, login: str, hashed: str | None
) -> None:
    """Let a person sign in by name and password. Raises Refused for a taken name."""
    name, login = names.plain(name), names.plain(login)
    taken = rows.first(connection, person, login=login)
    if not 0 < len(login) <= 100 or (taken is not None and taken.id != person_id):
        raise invalid("that sign-in name is taken", "login")
    values: dict[str, Any] = {"name": name.strip()[:100] or login, "login": login}
    values |= {} if hashed is None else {"password": hashed}
    rows.change(connection, person, {"id": person_id}, **values)
    events.append(connection, None, "account", person_id, events.SYSTEM)


def password_of(connection: Connection, login: str) -> tuple[int, str] | None:
    """The number of a person and the hash of the password."""
    row = rows.first(connection, person, login=login)
    return None if row is None or not row.password else (row.id, row.password)


def browser_token(found: tuple[int, str]) -> str:
    """Return the token of a known browser: its password is not guessed at.

    It ends with the password.
    """
    return sha256(f"browser {found[0]} {found[1]}")


_NOBODY = _hasher.hash(new_secret())


def check_password(found: tuple[int, str] | None, password: str) -> int:
    """The number of the person with this password; takes as long for an unknown name.

    Raises Refused with 401.
    """
    number, hashed = found or (0, _NOBODY)
    try:
        _hasher.verify(hashed, password)
    except (VerifyMismatchError, InvalidHashError):
        number = 0
    if not number:
        raise Refused(401, "name or password is wrong")
    return number
