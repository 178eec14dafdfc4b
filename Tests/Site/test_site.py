"""The site of the documentation in Chromium: its playground, and its search."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

SITE = Path(__file__).resolve().parents[2] / "build/site"
# Questions of a newcomer: the words that are searched, and the section that answers.
QUESTIONS = {
    "install": "getting-started.html#install",
    "plural forms": "formats.html#counts-and-plural-forms",
    "missing keys": "formats.html#missing-keys-that-are-user-text",
    "reload file": "loading.html#reload-a-changed-file",
    "fallbackLng": "options.html#options-of-a-translator",
    "threads": "conventions.html#threads",
    "errors": "conventions.html#status-and-errors",
    "gettext po": "migration/gettext.html",
    "python-i18n": "migration/own-loader.html",
    "compile catalog": "catalog-format.html",
    "propose translation": "proposals.html#propose-a-translation",
    "calque_view_translate": "c/calque_view.html#calque_view_translate",
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    handler = partial(Quiet, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        opened = browser.new_page()
        opened.goto(f"{address}/index.html")
        opened.wait_for_selector("#playground[data-ready]", timeout=60_000)
        yield opened
        browser.close()


def fill(page: Page, name: str, value: str) -> None:
    page.locator(f"#playground [name={name}]").fill(value)


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "Ada ma 1 plik"), (3, "Ada ma 3 pliki"), (5, "Ada ma 5 plików")],
)
def test_the_playground_chooses_a_plural(page: Page, count: int, text: str) -> None:
    fill(page, "values", f'{{"count": {count}, "name": "Ada"}}')
    expect(page.locator("#playground-text")).to_have_text(text)
    expect(page.locator("#playground-steps tr.found td").nth(0)).to_have_text("pl")


def test_it_says_what_is_wrong_with_a_catalog(page: Page) -> None:
    field = page.locator("#playground [name=catalog]")
    catalog = field.input_value()
    field.fill('{"file": ')
    expect(page.locator("#playground")).to_have_class("wrong")
    field.fill(catalog)
    expect(page.locator("#playground")).not_to_have_class("wrong")


def test_every_format_answers(page: Page) -> None:
    catalog = page.locator("#playground [name=catalog]")
    before = catalog.input_value()
    catalog.fill('{"hi": "Hi"}')
    fill(page, "key", "hi")
    for name in ("ios", "v1", "v2", "v3", "v4"):
        page.locator("#playground [name=format]").select_option(name)
        expect(page.locator("#playground-text")).to_have_text("Hi")
    fill(page, "key", "file")
    catalog.fill(before)


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_leads_to_its_section(address: str, page: Page, words: str) -> None:
    page.goto(f"{address}/index.html")
    field = page.locator("input.md-search__input")
    field.click()
    # Keys, for the search listens to them alone once its index is loaded.
    field.press_sequentially(words)
    links = page.locator("a.md-search-result__link")
    expect(links.first).to_be_attached(timeout=15_000)
    page.wait_for_function(
        """wanted => [...document.querySelectorAll('a.md-search-result__link')]
          .slice(0, 12).some(each => {
            const url = new URL(each.href);
            return (url.pathname + url.hash).endsWith(wanted);
          })""",
        arg=QUESTIONS[words],
        timeout=15_000,
    )
