from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from harness import ROOT, TESTER, make_project
from postgres import Cluster

from calque_server import catalogs, folders, projects
from calque_server.database import Database
from calque_server.errors import Refused
from calque_server.stems import stems

ODD: dict[str, Any] = {
    "flat.key": "a",
    "flat": {"key": "b", "deep": {"er": "c"}},
    "list": ["x", {"y": "z", "w": ["v"]}, 3, None],
    "numbers": {"1": "one", "0": "zero"},
    "values": [1, 1.5, True, False, None, {}, []],
    "empty": "",
    "unescaped": '{{- html}} $t(other, {"count": {{n}}})',
    "": "no name",
    "\u05d0": "\u202bright\u202c",
}


def same(found: Any, expected: Any) -> bool:
    return json.dumps(found) == json.dumps(expected)


def test_trees_come_back_as_they_were(database: Database) -> None:
    project = make_project(database, trees={"en": {"translation": ODD}})
    found = database.read_now(catalogs.trees, project)
    assert same(found, {"en": {"translation": ODD}})
    again = database.write_now(
        catalogs.take, project, {"en": {"translation": ODD}}, TESTER
    )
    assert (again.added, again.changed, again.removed) == (0, 0, 0)


def test_an_import_replaces_or_adds(database: Database) -> None:
    project = make_project(database, trees={"en": {"a": {"x": "1", "y": "2"}}})
    new = {"en": {"a": {"z": "3", "y": "4"}}}
    taken = database.write_now(
        lambda c: catalogs.take(c, project, new, TESTER, replace=False)
    )
    assert (taken.added, taken.changed, taken.removed) == (1, 1, 0)
    found = database.read_now(catalogs.trees, project)
    assert same(found["en"]["a"], {"x": "1", "y": "4", "z": "3"})
    taken = database.write_now(catalogs.take, project, new, TESTER)
    assert (taken.added, taken.changed, taken.removed) == (0, 0, 1)
    assert same(database.read_now(catalogs.trees, project), new)


@pytest.mark.parametrize(
    "trees",
    [
        {"e": {"a": {}}},
        {"en": {"../a": {}}},
        {"en": {"a": {"x" * 3000: "long"}}},
        {"en": {"a": {"n": float("nan")}}},
        {"en": {"a": {"n": "a\0b"}}},
        {"en": {"a": {"n": "a\ud800b"}}},
        {"en": {"a": {"a\ud800b": "n"}}},
    ],
)
def test_what_cannot_be_kept_is_refused_whole(database: Database, trees: Any) -> None:
    project = make_project(database)
    before = database.read_now(catalogs.trees, project)
    with pytest.raises(Refused) as caught:
        database.write_now(
            catalogs.take, project, {"de": {"home": {"new": "x"}}, **trees}, TESTER
        )
    assert caught.value.status == 422
    assert same(database.read_now(catalogs.trees, project), before)


def test_forms_of_a_message_belong_together() -> None:
    keys = ("book", "book_one", "book_male_other", "place_ordinal_few", "a_b", "x.a")
    assert list(stems(keys, "v4").values()) == [
        *("book", "book", "book", "place", "a_b", "x.a")
    ]
    assert stems(["k", "k_plural", "k_0"], "v3")["k_plural"] == "k"


SHARED = Path(os.environ.get("CALQUE_SHARED", ROOT.parent / "shared")) / "data"


def catalog_folders() -> list[Any]:
    """Folders of catalogs, eight files of each, and all of them in the long form."""
    found = [("samples", ROOT / "samples")]
    if SHARED.is_dir():
        found += [(each.name, each) for each in sorted(SHARED.iterdir())]
    whole = [pytest.param(*each, 10_000, marks=pytest.mark.slow) for each in found]
    some = [pytest.param(*each, 8) for each in found]
    return some + whole


@pytest.mark.parametrize(("name", "folder", "most"), catalog_folders())
def test_real_catalogs_come_back(
    database: Database, name: str, folder: Path, most: int, tmp_path: Path
) -> None:
    trees: dict[str, Any] = {}
    for path in sorted(folder.rglob("*.json"))[:most]:
        try:
            tree = json.loads(path.read_text("utf-8-sig"))
        except ValueError:
            continue  # NStack's fixtures have files that are broken on purpose.
        # A file without any text leaves nothing behind.
        if isinstance(tree, dict) and tree:
            trees[f"en-{len(trees):04d}"] = {"translation": tree}
    if not trees:
        assert not any(folder.rglob("*.json")), name
    project = make_project(database, trees=trees)
    found = database.read_now(catalogs.trees, project)
    assert len(found) == len(trees)
    for tag, by_namespace in trees.items():
        assert same(found[tag], by_namespace), tag
    # Out as files and in again, as the commands do.
    folders.write_trees(found, tmp_path)
    if trees:
        assert same(folders.read_trees(tmp_path), found)


def test_folders_are_read_and_written(tmp_path: Path) -> None:
    trees = folders.read_trees(ROOT / "samples")
    assert set(trees) == {"ar", "de", "en", "ja", "pl", "ru"}
    folders.write_trees(trees, tmp_path / "i18next")
    assert same(folders.read_trees(tmp_path / "i18next"), trees)
    folders.write_sections(trees, tmp_path / "nstack")
    assert same(folders.read_trees(tmp_path / "nstack"), trees)


def test_postgresql_knows_of_a_large_import_at_once(postgres: Cluster) -> None:
    """It planned as for one text, so that each part took longer than the one before."""
    database = Database(postgres.create("planned", template="template_ready"))
    try:
        project = make_project(database)
        trees = {"en": {"large": {f"key{number}": "x" for number in range(3000)}}}
        database.write_now(catalogs.take, project, trees, TESTER)
        id_ = database.read_now(projects.namespace_id, project, "large")
        query = f"EXPLAIN (FORMAT JSON) SELECT id FROM text WHERE namespace_id = {id_}"
        (found,) = database.read_now(lambda c: c.exec_driver_sql(query).scalar())
        assert found["Plan"]["Plan Rows"] > 1500
    finally:
        database.close()
