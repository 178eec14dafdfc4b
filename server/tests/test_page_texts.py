"""The server's own texts: every page in every language."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from calque import plural_category
from calque_command.checks.rules import RULES
from calque_server.folders import read_trees
from calque_server.pages.page import FOLDER
from calque_server.prepare import OWN_TEXTS

SOURCES = [path for path in FOLDER.rglob("*.py") if "migrations" not in path.parts]
# Rules that only whole catalogs can break, or that do not concern a proposal.
OF_CATALOGS = {
    "byte-order-mark",
    "context-missing",
    "duplicate-member",
    "flat-and-nested",
    "invalid-json",
    "key-absent",
    "language-unknown",
    "missing-text",
    "ordinal-missing",
    "plural-missing",
    "plural-old",
    "type-mismatch",
    "unchanged-text",
}
TREES: Any = read_trees(OWN_TEXTS)


def names(tag: str) -> set[str]:
    return {re.sub("^changes_.*", "changes", key) for key in TREES[tag]["server"]}


def test_templates_ask_for_texts_that_there_are() -> None:
    asked = set()
    for path in (FOLDER / "templates").glob("*.html"):
        written = path.read_text("utf-8")
        asked |= set(re.findall(r"""\bt\("(\w+)"[,)]""", written))
        # The columns of a table.
        for columns in re.findall(r"call table\(.*?, \[(.*?)\]\)", written):
            asked |= set(re.findall(r"\w+", columns))
    assert len(asked) > 80
    assert asked - names("en") == set()


def test_refusals_name_texts_that_there_are() -> None:
    named = set()
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCES]
    for call in (each for tree in trees for each in ast.walk(tree)):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", "") or getattr(call.func, "attr", "")
            places = {"Refused": 2, "AlreadyProposed": 2, "invalid": 1, "bounded": 2}
            at = places.get(name)
            text = call.args[at] if at and len(call.args) > at else None
            if isinstance(text, ast.Constant):
                named.add(f"told_{text.value}")
    assert len(named) > 15
    statuses = {"told_401", "told_403", "told_404", "told_409", "told_412", "told_413"}
    statuses |= {"told_422", "told_429", "told_other"}
    assert named | statuses == {key for key in names("en") if key.startswith("told_")}


def test_findings_of_a_text_have_words() -> None:
    told = {key[5:] for key in names("en") if key.startswith("rule_")}
    assert set(RULES) - told == OF_CATALOGS


@pytest.mark.parametrize("tag", TREES)
def test_a_language_has_every_text(tag: str) -> None:
    assert names(tag) == names("en")
    own = TREES[tag]["server"]
    needed = {plural_category(tag, count) for count in (0, 1, 2, 3, 5, 11, 100, 1.5)}
    assert {f"changes_{each}" for each in needed} <= set(own)
    for key, value in TREES["en"]["server"].items():
        if not key.startswith("changes_"):
            variables = re.findall(r"{{\w+}}", value)
            assert sorted(re.findall(r"{{\w+}}", own[key])) == sorted(variables), key
