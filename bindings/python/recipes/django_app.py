"""Django: middleware, template tags and lazy texts, in one file.

A project has the middleware, the tags and the translator in modules of its own, and
names them in its settings as `configure` does here.

python django_app.py runserver
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django
from django import template
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.functional import lazystr

from calque import Translator

translator = Translator.from_folder(
    Path(__file__).parent / "locales", "en", options={"fallbackLng": "en"}
)

# Read when it is shown: the language of this moment is not that of a request.
TITLE = lazystr(translator.lazy_t("title"))

TEMPLATE = """{% load calque %}<h1>{{ title }}</h1>
{% t "greeting" name=name %} {% t "files" count=3 as files %}{{ files }}"""


def language_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Translate into the best language for as long as a request takes."""

    def respond(request: HttpRequest) -> HttpResponse:
        wanted = request.headers.get("Accept-Language", "")
        lng = translator.best_language(wanted, closest=True) or "en"
        with translator.using(lng):
            return get_response(request)

    return respond


register = template.Library()


@register.simple_tag
def t(key: str, **variables: object) -> str:
    """`{% t "key" name=value %}`; Django escapes the text, so values are not."""
    return translator.t(key, {"interpolation": {"escapeValue": False}}, **variables)


def index(request: HttpRequest) -> HttpResponse:
    """A page with tags and a lazy text."""
    from django.template import engines

    page = engines["django"].from_string(TEMPLATE)
    context = {"title": TITLE, "name": request.GET.get("name", "Ada")}
    return HttpResponse(page.render(context, request))


urlpatterns = [path("", index)]


def configure(**more: Any) -> None:
    """Set up a project that is this module alone."""
    module = __name__
    sys.modules.setdefault(module, sys.modules[__name__])
    options: dict[str, Any] = {"libraries": {"calque": module}}
    settings.configure(
        ROOT_URLCONF=module,
        SECRET_KEY="of the recipe",
        ALLOWED_HOSTS=["*"],
        MIDDLEWARE=[f"{module}.language_middleware"],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": options,
            }
        ],
        **more,
    )
    django.setup()


if __name__ == "__main__":
    from django.core.management import execute_from_command_line

    configure(DEBUG=True)
    execute_from_command_line(sys.argv)
