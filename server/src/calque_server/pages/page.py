"""Shared by all pages: the reader, the language and the content policy."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .. import people
from ..diff import diff
from ..errors import Refused
from ..events import Actor
from ..names import direction
from ..people import Person
from ..projects import Project
from ..state import read_body, state_of
from .language import LANGUAGES, Texts, language_of

FOLDER = Path(__file__).resolve().parent.parent
_environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.globals.update(diff=diff, direction=direction, languages=LANGUAGES)
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; "
        "base-uri 'none'; require-trusted-types-for 'script'; trusted-types calque"
    ),
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}
_texts = Texts()


def cookie_name(request: Request) -> str:
    """The name of the session's cookie; browsers bind __Host- to https."""
    return "__Host-calque" if is_secure(request) else "calque"


def is_secure(request: Request) -> bool:
    """Whether people reach the server by https."""
    public = state_of(request).settings.public_url
    return public.startswith("https:") or request.url.scheme == "https"


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


class Visit:
    """A request for a page by somebody who is signed in and may see it."""

    def __init__(
        self, request: Request, person: Person, project: Project | None
    ) -> None:
        self.request = request
        self.person = person
        self.state = state_of(request)
        self.database = self.state.database
        self._project = project

    @property
    def project(self) -> Project:
        """The project of the address."""
        assert self._project is not None
        return self._project

    @property
    def actor(self) -> Actor:
        """The person as the log names it."""
        return Actor(self.person.name, self.state.hashed_address(self.request))

    def may(self, action: str, *locales: str) -> bool:
        """Whether the person may do something, in some languages."""
        return self.person.may(action, self.project.id, *locales)

    def require(self, action: str, *locales: str) -> None:
        """Raises Refused with 403 when the person may not."""
        if not self.may(action, *locales):
            raise Refused(403, "not allowed")

    async def show(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page as an answer."""
        return await show(
            self.request,
            template,
            status,
            person=self.person,
            project=self._project,
            may=self.may,
            **values,
        )

    def go(self, path: str) -> Response:
        """Go on to a page of the project."""
        return RedirectResponse(f"/projects/{self.project.slug}/{path}", 303)


async def visit(request: Request, action: str = "read") -> Visit:
    """The visit of a page.

    Raises Refused: 401 for nobody, 403 for an action that the role does not have
    and for a form of another site, 404 without the project.
    """
    if request.method not in ("GET", "HEAD"):
        check_same_site(request)
    person = await person_of(request)
    if person is None:
        raise Refused(401, "sign in first")
    slug = request.path_params.get("project")
    if slug is None:
        return Visit(request, person, None)
    project = await state_of(request).registry.project(slug)
    made = Visit(request, person, project)
    if not person.may("read", project.id):
        raise Refused(404, "project not found")
    made.require(action)
    return made


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


def entered(request: Request, secret: str, to: str) -> Response:
    """Go on with the session of a secret, which a cookie keeps."""
    answer = RedirectResponse(to, 303)
    answer.set_cookie(
        cookie_name(request),
        secret,
        max_age=state_of(request).settings.session_days * 86_400,
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )
    return answer


async def form_of(request: Request) -> dict[str, list[str]]:
    """The fields of a form. Raises Refused."""
    body = await read_body(request, state_of(request).settings.limits.body_bytes)
    try:
        return parse_qs(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=500,
        )
    except (ValueError, UnicodeDecodeError) as error:
        raise Refused(422, "the body is not a form in UTF-8") from error


def field(form: dict[str, list[str]], name: str, default: str = "") -> str:
    """The last value of a field, with the line ends that texts have."""
    values = form.get(name)
    return values[-1].replace("\r\n", "\n") if values else default


def number(written: str) -> int:
    """A number of a row. Raises Refused with 422."""
    if not written.isascii() or not written.isdigit() or len(written) > 18:
        raise Refused(422, "not a number")
    return int(written)


async def show(
    request: Request, template: str, status: int = 200, **values: Any
) -> Response:
    """A template in the language of the person."""
    tag, state = language_of(request), state_of(request)
    translate = await _texts.view(state, tag)
    body = _environment.get_template(template).render(
        {
            "person": None,
            "project": None,
            "here": request.url.path,
            "lang": tag,
            "dir": direction(tag),
            "t": translate,
            "moment": moment,
            **values,
        }
    )
    return Response(body, status, HEADERS, "text/html; charset=utf-8")


def moment(milliseconds: int) -> str:
    """A time as people read it, in UTC."""
    at = datetime.fromtimestamp(milliseconds / 1000, timezone.utc)
    return at.strftime("%Y-%m-%d %H:%M")
