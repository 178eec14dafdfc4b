"""Who asks pages and the API: a key, or a person who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import Request

from . import people
from .devices import member, of_key
from .errors import Refused, not_found
from .events import Actor
from .people import Person
from .projects import Project
from .registry import Key
from .state import state_of

_LAST = (1 << 53) - 1


class Call:
    """A request by somebody who is known and may see the project."""

    def __init__(
        self, request: Request, who: Person | Key, project: Project | None
    ) -> None:
        self.request = request
        self.who = who
        self.state = state_of(request)
        self.database = self.state.database
        self._project = project
        name = who.name if isinstance(who, Person) else f"key {who.name}"
        self.actor = Actor(name, self.state.hashed_address(request))

    @property
    def project(self) -> Project:
        assert self._project is not None
        return self._project

    @property
    def id(self) -> int:
        """The number in the path; of those that are too large the same for all."""
        return min(int(self.request.path_params["id"]), _LAST)

    def may(self, action: str, *locales: str) -> bool:
        if isinstance(self.who, Person):
            return self.who.may(action, self.project.id, *locales)
        return action in people.ALLOWED[self.who.scope]

    def require(self, action: str, *locales: str) -> None:
        """Raises Refused with 403 when the caller may not."""
        if not self.may(action, *locales):
            raise Refused(403, "not allowed")

    def asking(self, action: str) -> Callable[[str], None]:
        """A function that raises Refused when the caller may not in a language."""
        return lambda locale: self.require(action, locale)

    def device(self, guid: str) -> str:
        """The device that a guid names; a person's own, whatever the guid."""
        if isinstance(self.who, Person):
            return member(self.who.id)
        return of_key(self.who.id, self.who.application_id, guid)


async def call_of(request: Request, action: str, *, keys: bool = True) -> Call:
    """The call of somebody who may do something; nothing of the body is read.

    Raises Refused: 401 for nobody, 403 for a role that does not allow it and for a
    form of another site, 404 without the project.
    """
    state, secret = state_of(request), bearer(request)
    who: Person | Key | None
    if keys and secret:
        who = await state.registry.key(secret)
        state.by_key.take(str(who.id))
    else:
        who = await person_of(request)
        if who is None:
            raise Refused(401, "a key or a session is needed")
        if request.method not in ("GET", "HEAD"):
            check_same_site(request)
    slug = request.path_params.get("project")
    if slug is None:
        return Call(request, who, None)
    project = await state.registry.project(slug)
    made = Call(request, who, project)
    inside = who.project_id == project.id if isinstance(who, Key) else made.may("read")
    if not inside:
        raise not_found("project")
    made.require(action)
    return made


async def person_of(request: Request) -> Person | None:
    """The person who is signed in, here or at the proxy."""
    state = state_of(request)
    settings = state.settings
    if settings.behind_proxy and settings.user_header:
        login = request.headers.get(settings.user_header, "")
        if login:
            return await state.database.read(people.of_login, login)
    secret = request.cookies.get(cookie_name(request))
    if not secret:
        return None
    return await state.database.read(people.of_session, secret)


def bearer(request: Request) -> str:
    """The secret of a key; empty without one."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def cookie_name(request: Request) -> str:
    """The name of the session's cookie; browsers bind __Host- to https."""
    return "__Host-calque" if is_secure(request) else "calque"


def is_secure(request: Request) -> bool:
    public = state_of(request).settings.public_url
    return public.startswith("https:") or request.url.scheme == "https"


def check_same_site(request: Request) -> None:
    """Refuse forms that other sites sent. Raises Refused with 403."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        allowed = site in ("same-origin", "none")
    else:
        origin = urlsplit(request.headers.get("origin", ""))
        allowed = origin.netloc == request.headers.get("host", "") != ""
    if not allowed:
        raise Refused(403, "the form is of another site")
