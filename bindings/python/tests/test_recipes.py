"""The recipes, each with its real framework."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from calque import Translator

RECIPES = Path(__file__).resolve().parents[1] / "recipes"
POLISH, ENGLISH = (
    {"Accept-Language": "pl-PL,en;q=0.5"},
    {"Accept-Language": "en"},
)


@pytest.fixture(autouse=True)
def _recipes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(RECIPES)
    yield
    for name in ("flask_app", "fastapi_app"):
        sys.modules.pop(name, None)


def test_flask() -> None:
    import flask_app

    client = flask_app.app.test_client()
    page = client.get("/?name=<b>", headers=POLISH).text
    assert page == "<h1>Pliki</h1><p>Cześć &lt;b&gt;!</p>"
    assert client.get("/files/3", headers=POLISH).text == "3 pliki"
    assert client.get("/files/3", headers=ENGLISH).text == "3 files"
    assert client.get("/files/1", headers={"Accept-Language": "xx"}).text == "1 file"
    assert flask_app.translator.t("title") == "Files"


def test_fastapi() -> None:
    import fastapi_app
    from fastapi.testclient import TestClient

    with TestClient(fastapi_app.app) as client, ThreadPoolExecutor(8) as pool:

        def ask(number: int) -> bool:
            headers = POLISH if number % 2 else ENGLISH
            files = client.get(f"/files/{number}", headers=headers).json()
            greeting = client.get("/greeting", headers=headers).json()
            if number % 2:
                return files["title"] == "Pliki" and greeting == "Cześć Ada!"
            return files["title"] == "Files" and greeting == "Hello Ada!"

        assert all(pool.map(ask, range(40)))
        assert client.get("/files/5", headers=POLISH).json()["files"] == "5 plików"
        named = client.get("/greeting", params={"name": "Tom & Jerry"})
        assert named.json() == "Hello Tom & Jerry!"


def test_django() -> None:
    import django_app

    django_app.configure()
    from django.test import Client

    page = Client().get("/", {"name": "<b>"}, headers=POLISH).content.decode()
    assert page == "<h1>Pliki</h1>\nCześć &lt;b&gt;! 3 pliki"
    page = Client().get("/", headers=ENGLISH).content.decode()
    assert page == "<h1>Files</h1>\nHello Ada! 3 files"
    assert str(django_app.TITLE) == "Files"


def test_jinja() -> None:
    tree = {"hi": "Hi <i>{{name}}</i>", "file_one": "one file", "file_other": "files"}
    options = {"lng": "en", "resources": {"en": {"translation": tree}}}
    templates = {
        "page": "{{ t('hi', name=name) }} {{ t_html('hi', name=name) }} "
        "{{ 'file' | t(count=1) }} {{ t('hi') }}"
    }
    environment = Environment(
        autoescape=True,
        loader=DictLoader(templates),
        extensions=["calque.integrations.jinja.CalqueExtension"],
    )
    with Translator("v4", options) as translator:
        environment.install_translator(translator)  # type: ignore[attr-defined]
        page = environment.get_template("page").render(name="<b>")
    assert page == (
        "Hi &lt;i&gt;&lt;b&gt;&lt;/i&gt; Hi <i>&lt;b&gt;</i> one file "
        "Hi &lt;i&gt;{{name}}&lt;/i&gt;"
    )


@pytest.mark.parametrize("format_", ["ios", "v1", "v2", "v3", "v4"])
@pytest.mark.parametrize("escapes", [False, True])
def test_markup_escapes_its_values_whatever_the_translator_does(
    format_: str, escapes: bool
) -> None:
    name = "__name__" if format_ in {"ios", "v1"} else "{{name}}"
    options: dict[str, Any] = {
        "lng": "en",
        "lang": "en",
        "escapeInterpolation": escapes,
        "interpolation": {"escapeValue": escapes},
    }
    environment = Environment(
        autoescape=True, extensions=["calque.integrations.jinja.CalqueExtension"]
    )
    with Translator(format_, options) as translator:
        translator.add_resource("en", "translation", "hi", f"<i>{name}</i>")
        environment.install_translator(translator)  # type: ignore[attr-defined]
        for value in ("<script>", Tag()):
            template = environment.from_string("{{ t_html('hi', name=name) }}")
            page = template.render(name=value)
            assert page == "<i>&lt;script&gt;</i>"
            template = environment.from_string("{{ t('hi', name=name) }}")
            assert "<" not in template.render(name=value)


class Tag:
    """A value that is shown as a tag."""

    def __str__(self) -> str:
        return "<script>"


def test_babel() -> None:
    import babel_numbers

    texts = {"read": "{{n, number}} Seiten, {{parts, list}}"}
    options = {"lng": "de", "resources": {"de": {"translation": texts}}}
    translator = Translator("v4", options)
    babel_numbers.install(translator)
    parts = ["a", "b", "c"]
    # Babel writes the number, the library the list.
    assert translator.t("read", n=1234567, parts=parts) == (
        "1,2 Millionen Seiten, a, b und c"
    )
    assert translator.t("read", n="many", parts=parts) == "many Seiten, a, b und c"
