"""The server's own texts: every page in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from calque import plural_category
from calque_server.folders import read_trees
from calque_server.pages.language import LANGUAGES
from calque_server.pages.page import FOLDER
from calque_server.prepare import OWN_TEXTS

TREES: Any = read_trees(OWN_TEXTS)


def names(tag: str) -> set[str]:
    return {re.sub("^changes_.*", "changes", key) for key in TREES[tag]["server"]}


def test_templates_ask_for_texts_that_there_are() -> None:
    asked = set()
    for path in (FOLDER / "templates").glob("*.html"):
        asked |= set(re.findall(r"""\bt\("(\w+)"[,)]""", path.read_text("utf-8")))
    assert len(asked) > 80
    assert asked - names("en") == set()


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_language_has_every_text(tag: str) -> None:
    assert names(tag) == names("en")
    own = TREES[tag]["server"]
    needed = {plural_category(tag, count) for count in (0, 1, 2, 3, 5, 11, 100, 1.5)}
    assert {f"changes_{each}" for each in needed} <= set(own)
    for key, value in TREES["en"]["server"].items():
        if not key.startswith("changes_"):
            variables = re.findall(r"{{\w+}}", value)
            assert sorted(re.findall(r"{{\w+}}", own[key])) == sorted(variables), key
