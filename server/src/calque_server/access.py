"""Who asks pages and the API: a key, or a person who is signed in."""

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from starlette.requests import Request

from . import people, projects
from .devices import BEFORE, device_of, member, of_key
from .errors import Refused, not_found
from .events import Actor
from .keys import Key, of_secret
from .people import Person
from .projects import Project
from .state import state_of

T = TypeVar("T")
_LAST = (1 << 53) - 1


class Call:
    """A request, who makes it, and the project that it is for.

    `who` is None for a program without a key; a page of no project has none.
    """

    def __init__(self, request: Request, who: Any, project: Project | None) -> None:
        self.request = request
        self.who = who
        self.state = state_of(request)
        self.database = self.state.database
        self._project = project

    @property
    def project(self) -> Project:
        assert self._project is not None
        return self._project

    @property
    def actor(self) -> Actor:
        """Who asks, as the log names them."""
        named = isinstance(self.who, Person)
        return Actor(self.who.name if named else f"key {self.who.name}")

    def count(self, cost: int = 1) -> None:
        """Count a call of a program. Raises Refused with 429 for too many."""
        self.state.by_address.take(self.state.address(self.request), cost)

    async def read(self, function: Callable[..., T], *given: Any) -> T:
        """Carry out `function(connection, project, ...)` beside the writer."""
        return await self.database.read(function, self.project, *given)

    async def write(self, function: Callable[..., T], *given: Any) -> T:
        """The same by the writer; returns after the commit."""
        return await self.database.write(function, self.project, *given)

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
        key = self.who
        return of_key(key and key.id, key and key.application_id, guid)

    def devices(self, guid: str) -> list[str]:
        """The names that proposals of a guid may have: those of before, too."""
        return [self.device(guid), device_of(BEFORE, guid)] if guid else []


async def call_of(request: Request, action: str, *, keys: bool = True) -> Call:
    """The call of somebody who may do something; nothing of the body is read.

    Raises Refused: 401 for nobody, 403 for a role that does not allow it and for a
    form of another site, 404 without the project.
    """
    state, secret = state_of(request), bearer(request)
    who: Person | Key | None
    if keys and secret:
        who = await state.database.read(of_secret, secret)
        state.by_key.take(str(who.id))
    else:
        who = await person_of(request)
        if who is None:
            raise Refused(401, "a key or a session is required")
        if request.method not in ("GET", "HEAD"):
            check_same_site(request)
    slug = request.path_params.get("project")
    if slug is None:
        return Call(request, who, None)
    project = await state.database.read(projects.find, slug)
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
        raise Refused(403, "the form came from another site")
