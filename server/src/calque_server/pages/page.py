"""Shared by all pages: who reads, forms, the language and the content policy."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from .. import names
from ..access import Call, call_of
from ..clock import iso
from ..diff import diff
from ..listing import listed_findings
from ..names import direction
from ..state import read_form, state_of
from .language import Texts, language_of

FOLDER = Path(__file__).resolve().parent.parent
PROJECT = "/projects/{project}"
Handler = Callable[..., Awaitable[Response]]
ROUTES: list[Route] = []
_environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_HEADERS = {
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


class Form:
    """The fields of a form."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self.fields = fields

    def __call__(self, name: str) -> str:
        """The last value of a field, with the line ends that texts have."""
        return self.fields.get(name, [""])[-1].replace("\r\n", "\n")

    def number(self, name: str) -> int | None:
        """A field that is a number; None without it. Raises Refused with 422."""
        return names.needed_number(self(name), name) if self(name) else None


def page(
    path: str, action: str = "read", *, method: str = "GET"
) -> Callable[[Handler], Handler]:
    """Let a function answer a page: with the call, and with the form of a POST."""

    def take(function: Handler) -> Handler:
        async def endpoint(request: Request) -> Response:
            call = await call_of(request, action, keys=False)
            form = [] if method == "GET" else [Form(await read_form(request))]
            return await function(call, *form)

        ROUTES.append(Route(path, endpoint, methods=[method]))
        return function

    return take


def go(call: Call, path: str) -> Response:
    return RedirectResponse(f"/projects/{call.project.slug}/{path}", 303)


async def show_page(
    call: Call, template: str, status: int = 200, **values: Any
) -> Response:
    here = {"person": call.who, "project": call.project, "may": call.may}
    return await show(call.request, template, status, **here, **values)


async def show(
    request: Request, template: str, status: int = 200, **values: Any
) -> Response:
    """A template in the language of the person."""
    views = await _texts.views(state_of(request))
    tag = language_of(request, list(views))
    own: dict[str, Any] = {"person": None, "project": None, "lang": tag}
    own["here"] = request.url.path
    own["languages"] = {each: view("language_name") for each, view in views.items()}
    own["t"] = views[tag]
    body = _environment.get_template(template).render({**own, **values})
    return Response(body, status, _HEADERS, "text/html; charset=utf-8")


def moment(milliseconds: int) -> str:
    """A time as people read it, in UTC."""
    return iso(milliseconds)[:16].replace("T", " ")


_environment.globals.update(
    diff=diff, direction=direction, findings=listed_findings, moment=moment
)
