"""Findings of proposals: all wrong ones have some, right ones none that is serious."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import ROOT, Running, make_project

from calque_server import findings, proposals
from calque_server.database import Database
from calque_server.projects import Project
from calque_server.proposals import Wording
from calque_server.stems import plural_keys

ONE_DATABASE = True
SHARED = Path(os.environ.get("CALQUE_SHARED", ROOT.parent / "shared")) / "data"
OWN = ROOT / "server/src/calque_server/locales"
# Translations of the corpus that are wrong indeed: a name is lost or misspelt.
FAULTY = {
    ("de", "toast.addedToBoard"),
    ("fr", "gallery.dropToUpload"),
    ("ja", "upscaling.exceedsMaxSizeDetails"),
}
Texts = dict[str, str]


def flat(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in node.items():
        if isinstance(value, dict):
            yield from flat(value, f"{path}{name}.")
        elif isinstance(value, str) and value:
            yield f"{path}{name}", value


def own_texts() -> dict[str, Texts]:
    """The texts of the server's own pages, in three languages."""
    return {
        folder.name: dict(flat(json.loads((folder / "server.json").read_text("utf-8"))))
        for folder in OWN.iterdir()
    }


def real_texts() -> dict[str, Texts]:
    """Texts of a real program in the languages that have most, where they are."""
    found = {
        path.stem: dict(flat(json.loads(path.read_text("utf-8-sig"))))
        for path in sorted((SHARED / "invokeai").rglob("*.json"))
    }
    return {tag: found[tag] for tag in ("en", "de", "es", "fr", "it", "ja", "ru")}


CORPORA = [pytest.param(own_texts, id="own")]
if (SHARED / "invokeai").is_dir():
    CORPORA.append(pytest.param(real_texts, id="real"))


def right(texts: dict[str, Texts]) -> list[tuple[str, str, str]]:
    """Language, key and translation; those with variables and elements first."""
    pairs = [
        (tag, key, value)
        for tag, own in texts.items()
        for key, value in own.items()
        if tag != "en" and key in texts["en"] and (tag, key) not in FAULTY
    ]
    return sorted(pairs, key=lambda pair: ("{{" not in pair[2], "<" not in pair[2]))


def lose(_: str, value: str) -> str:
    return value.replace("{{", "").replace("}}", "")


CHANGES: list[Callable[[str, str], str]] = [
    lambda key, value: value.replace("{{", "{{x"),
    lose,
    lambda key, value: value.replace("{{", "{{- ", 1),
    lambda key, value: f"{value} {{{{another}}}}",
    lambda key, value: f"{value} <script>",
    lambda key, value: f'<a href="https://x.example">{value}</a>',
    lambda key, value: f"<b>{value}",
    lambda key, value: f"{value} $t(nowhere)",
    lambda key, value: f"{value} $t({key})",
    # A zero-width space may divide words in languages written without spaces.
    lambda key, value: value[:1] + "\u2060" + value[1:],
    lambda key, value: "\u202e" + value,
    lambda key, value: f"{value} {{{{",
]


def checked(database: Database, project: Project, at: Wording) -> str:
    """The worst level."""

    def work(connection: Any) -> str:
        place = proposals.find_place(connection, project, at)
        return findings.check(connection, project, at, place)[1]

    return database.read_now(work)


@pytest.mark.parametrize("corpus", CORPORA)
def test_wrong_ones_are_found_and_right_ones_are_left(
    database: Database, corpus: Callable[[], dict[str, Texts]]
) -> None:
    texts = corpus()
    pairs = right(texts)
    trees = {tag: {"n": dict(own)} for tag, own in texts.items()}
    project = make_project(database, trees=trees)
    alarms = [
        (pair, level)
        for pair in pairs[:200]
        if (level := checked(database, project, wording(*pair))) in ("error", "danger")
    ]
    assert alarms == []
    missed = []
    # A plural form may leave its number out: "one book".
    # More than one change for each: some change nothing in a text without variables.
    wrong = [
        (tag, key, change(key, value))
        for number, (tag, key, value) in enumerate(pairs[:200])
        for change in (CHANGES[number % 12], CHANGES[(number + 5) % 12])
        if change(key, value) != value
        and not (change is lose and plural_keys(key, "v4"))
    ]
    wrong += [
        (tag, f"{key.removesuffix('_one')}_few", value)
        for tag, key, value in pairs
        if tag == "de" and key.endswith("_one")
    ]
    for each in wrong:
        if checked(database, project, wording(*each)) in ("", "note"):
            missed.append(each)
    assert len(pairs[:200]) == 200
    assert len(wrong) >= 200
    assert missed == []


def wording(tag: str, key: str, value: str) -> Wording:
    return Wording("n", key, tag, value, "g")


def test_a_proposal_has_its_findings(served: Running) -> None:
    """Also those that need the texts that it refers to."""
    trees = {"en": {"n": {"a": "A", "b": "B $t(a) $t(o:x)"}, "o": {"x_one": "X"}}}
    trees["de"] = {"n": {"a": "Ä $t(n:b)", "b": "B $t(a)"}}
    shop = make_project(served.database, "shop", trees)
    url = f"{served.url}/p/shop/api/v2/content/localize/proposals"
    expected = {
        "Be $t(a) $t(o:x)": ["reference-cycle"],
        "Be $t(c) $t(o:x)": ["reference-unknown", "reference-missing"],
        "Be {{x}} $t(o:x)": ["placeholder-extra", "reference-missing"],
        "Be $t(o:x)": ["reference-missing"],
    }
    for value in expected:
        form = {"section": "n", "key": "b", "locale": "de", "guid": value[:20]}
        assert served.client.post(url, data={**form, "value": value}).is_success

    def told() -> dict[str, list[str]]:
        rows, _ = served.database.read_now(proposals.in_state, shop, "unaccepted")
        return {
            row.value: [each["rule"] for each in json.loads(row.findings)]
            for row in rows
        }

    for value, rules in expected.items():
        assert set(rules) - {"reference-extra"} == set(told()[value]) - {
            "reference-extra"
        }, value
