from __future__ import annotations

from pathlib import Path

import pytest

from calque import (
    FileError,
    InvalidJSONError,
    InvalidTypeError,
    LimitExceededError,
    Translator,
)


def test_added_values_are_found(translator: Translator) -> None:
    translator.add_resource("en", "new", "a.b", "deep")
    translator.add_resources("en", "new", {"c": "C", "d": ["x"]})
    assert translator.t("new:a.b") == "deep"
    assert translator.get_resource_bundle("en", "new") == {
        "a": {"b": "deep"},
        "c": "C",
        "d": ["x"],
    }


def test_text_value_is_not_read_as_json(translator: Translator) -> None:
    translator.add_resource("en", "new", "braces", '{"a": 1}')
    assert translator.get_resource("en", "new", "braces") == '{"a": 1}'


def test_deep_bundles_merge(translator: Translator) -> None:
    tree = {"tree": {"leaf": "red", "root": "brown"}}
    translator.add_resource_bundle("en", "translation", tree, deep=True)
    assert translator.get_resource("en", "translation", "tree.leaf") == "green {{x}}"
    assert translator.get_resource("en", "translation", "tree.root") == "brown"
    translator.add_resource_bundle("en", "translation", tree, deep=True, overwrite=True)
    assert translator.get_resource("en", "translation", "tree.leaf") == "red"
    translator.add_resource_bundle("en", "translation", tree)
    assert translator.get_resource("en", "translation", "tree.number") is None


def test_added_is_told_unless_silent(translator: Translator) -> None:
    told: list[tuple[object, ...]] = []
    translator.on("added", lambda name, *arguments: told.append((name, *arguments)))
    translator.add_resource_bundle("en", "x", {}, silent=True)
    translator.add_resource_bundle("en", "y", {"a": "A"})
    assert told == [("added", "en", "y", {"a": "A"})]


def test_bundles_are_read_and_removed(translator: Translator) -> None:
    assert translator.has_resource_bundle("en", "more")
    assert translator.get_data_by_language("en") is not None
    assert translator.remove_resource_bundle("en", "more")
    assert not translator.has_resource_bundle("en", "more")
    assert translator.get_resource_bundle("en", "more") is None
    assert not translator.remove_resource_bundle("en", "more")
    assert translator.get_data_by_language("xx") is None


def test_default_namespace_is_set(translator: Translator) -> None:
    translator.set_default_namespace("more")
    assert translator.t("extra") == "Extra"
    translator.set_default_namespace(["more", "translation"])
    assert translator.t("plain") == "Plain text"


def test_loaded_namespaces(translator: Translator) -> None:
    assert translator.has_loaded_namespace("more")
    assert translator.has_loaded_namespace("more", "en")


def test_bad_json_has_a_position_and_changes_nothing(translator: Translator) -> None:
    with pytest.raises(InvalidJSONError) as info:
        translator.add_resource_bundle("en", "more", '{\n  "a": 1,\n  oops\n}')
    assert info.value.line == 3
    assert info.value.column is not None
    assert info.value.code.name == "INVALID_JSON"
    assert translator.t("more:extra") == "Extra"


def test_bundle_must_be_an_object(translator: Translator) -> None:
    with pytest.raises(InvalidTypeError):
        translator.add_resource_bundle("en", "more", "[1]")


def test_depth_has_a_limit(translator: Translator) -> None:
    deep = '{"a":' * 5000 + "1" + "}" * 5000
    with pytest.raises((LimitExceededError, InvalidJSONError)):
        translator.add_resource_bundle("en", "more", deep)


def test_files_are_added(translator: Translator, tmp_path: Path) -> None:
    path = tmp_path / "ÿ.json"
    path.write_text('{"from": "file"}', encoding="utf-8")
    translator.add_file("en", "file", path)
    assert translator.t("file:from") == "file"


def test_file_errors_name_the_file(translator: Translator, tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    with pytest.raises(FileError) as info:
        translator.add_file("en", "x", missing)
    assert info.value.source == str(missing)
    assert isinstance(info.value, OSError)
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    with pytest.raises(InvalidJSONError) as broken_info:
        translator.add_file("en", "x", broken)
    assert broken_info.value.source == str(broken)
    assert str(broken) in str(broken_info.value)
