from __future__ import annotations

import json
from pathlib import Path

import pytest

from calque import (
    Catalog,
    ConflictError,
    CorruptError,
    FileError,
    InvalidTypeError,
    LimitExceededError,
    Translator,
    compile_catalog,
    compile_catalog_file,
)

RESOURCES = {
    "en": {"translation": {"who": "Hello {{name}}", "menu": {"open": "Open"}}},
    "de": {"translation": {"who": "Hallo {{name}}"}},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for lng, namespaces in RESOURCES.items():
        (tmp_path / lng).mkdir()
        for ns, tree in namespaces.items():
            (tmp_path / lng / f"{ns}.json").write_text(json.dumps(tree))
    return tmp_path


def test_a_compiled_file_translates_as_its_source(tmp_path: Path) -> None:
    path = tmp_path / "texts.calque"
    compile_catalog_file(path, RESOURCES)
    with Translator("v4", {"lng": "de", "fallbackLng": "en"}) as translator:
        with Catalog(path) as catalog:
            assert translator.add_catalog(catalog) == 2
        assert translator.t("who", name="Bo") == "Hallo Bo"
        assert translator.t("menu.open") == "Open"
        assert translator.get_data_by_language("en") == RESOURCES["en"]


@pytest.mark.parametrize("path", ["texts.calque", Path("texts.calque")])
def test_a_path_is_no_catalog_and_the_error_says_what_opens_it(path: object) -> None:
    with (
        Translator("v4", {"lng": "de"}) as translator,
        pytest.raises(
            TypeError, match=r"texts\.calque.* is a path: open .*Catalog\(path\)"
        ),
    ):
        translator.add_catalog(path)  # type: ignore[arg-type]


def test_only_wanted_languages_are_added() -> None:
    with (
        Catalog.from_bytes(compile_catalog(RESOURCES)) as catalog,
        Translator("v4", {"lng": "de"}) as translator,
    ):
        assert translator.add_catalog(catalog, "de") == 1
        assert translator.add_catalog(catalog, ["fr"]) == 0
        assert translator.get_data_by_language("en") is None
        heard: list[object] = []
        translator.on("added", lambda _, *arguments: heard.append(arguments))
        assert translator.add_catalog(catalog, "en", silent=True) == 1
        assert translator.add_catalog(catalog, "en", deep=True) == 0
        assert heard == [("en", "translation", RESOURCES["en"]["translation"])]


def test_options_decide_what_is_in_place() -> None:
    data = compile_catalog(RESOURCES, format="v3", options={"keySeparator": "/"})
    with Catalog.from_bytes(data) as catalog:
        told = catalog.describe()
        assert told["format"] == "v3"
        assert told["options"]["keySeparator"] == "/"
        with Translator("v3", {"lng": "en", "keySeparator": "/"}) as translator:
            assert translator.add_catalog(catalog) == 2
            assert translator.t("menu/open") == "Open"
        with Translator("v3", {"lng": "en"}) as translator:
            assert translator.add_catalog(catalog) == 0
            assert translator.t("menu.open") == "Open"
        with Translator("v4") as translator, pytest.raises(ConflictError):
            translator.add_catalog(catalog)


def test_what_is_wrong_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "texts.calque"
    with pytest.raises(FileError) as missing:
        Catalog(path)
    assert missing.value.source == str(path)
    path.write_bytes(b"{}")
    with pytest.raises(CorruptError):
        Catalog(path)
    with pytest.raises(ValueError, match="NUL"):
        Catalog("a\0b")
    with pytest.raises(InvalidTypeError):
        compile_catalog({"en": 1})  # type: ignore[dict-item]
    with pytest.raises(LimitExceededError):
        compile_catalog(
            {"en": {"a": {"b": {"c": {}}}}}, options={"limits": {"maxCatalogDepth": 2}}
        )


def test_damage_is_found_when_a_bundle_is_used() -> None:
    data = bytearray(compile_catalog(RESOURCES))
    data[-200] ^= 1
    with pytest.raises(CorruptError) as failure:
        Catalog.from_bytes(bytes(data))
    assert failure.value.path == "de.translation"


def test_deferred_bundles_are_checked_when_they_are_needed(tmp_path: Path) -> None:
    path = tmp_path / "texts.calque"
    data = bytearray(compile_catalog(RESOURCES))
    data[-200] ^= 1
    path.write_bytes(data)
    with Catalog(path, defer=True) as catalog, Translator("v4") as translator:
        assert translator.add_catalog(catalog, ["en", "de"]) == 2
        for check in (
            lambda: translator.change_language("de"),
            lambda: translator.get_fixed_t("de"),
            catalog.verify,
            catalog.describe,
        ):
            with pytest.raises(CorruptError):
                check()


def test_trusted_bundles_are_not_checked(tmp_path: Path) -> None:
    path = tmp_path / "texts.calque"
    data = compile_catalog({"en": {"translation": {"a": "plain"}}})
    path.write_bytes(data.replace(b"plain", b"phain"))
    with Catalog(path, trust=True) as catalog, Translator("v4") as translator:
        assert translator.add_catalog(catalog) == 1
        assert translator.t("a", lng="en") == "phain"
        with pytest.raises(CorruptError):
            catalog.verify()


def test_a_copy_is_kept_beside_its_json(folder: Path) -> None:
    path = folder / "en" / "translation.json"
    for text in ("one", "one", "two"):
        path.write_text(json.dumps({"a": text}))
        with Translator("v4", {"lng": "en"}) as translator:
            assert translator.add_file_cached("en", "translation", path)
            assert translator.t("a") == text
        assert len(list(path.parent.glob("*.calque"))) == 1
    cache = folder / "cache" / "texts"
    with Translator("v4", {"lng": "en"}) as translator:
        assert translator.add_file_cached("en", "translation", path, cache)
    assert len(list(cache.iterdir())) == 1
