"""Replacing bundles, new options, the shared translator, the event `changed`."""

from __future__ import annotations

from pathlib import Path

import pytest

from calque import CalqueError, InvalidArgumentError, InvalidOptionError, Translator
from calque.transport import MemoryTransport, Response

OLD = {"kept": "old", "deleted": "old"}
NEW = {"kept": "new"}


def translator(**options: object) -> Translator:
    return Translator(
        "v4", {"lng": "en", "resources": {"en": {"translation": OLD}}, **options}
    )


def test_a_deleted_key_goes_when_its_bundle_is_replaced() -> None:
    with translator() as t:
        t.add_resource_bundle("en", "translation", NEW, replace=True)
        assert t.get_resource_bundle("en", "translation") == NEW
        assert not t.exists("deleted")


def test_a_deleted_key_stays_without_replace() -> None:
    with translator() as t:
        t.add_resource_bundle("en", "translation", NEW)
        assert t.get_resource_bundle("en", "translation") == {**OLD, **NEW}


def test_a_file_replaces_too(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text('{"kept": "new"}')
    with translator() as t:
        t.add_file("en", "translation", tmp_path / "en.json", replace=True)
        assert t.get_resource_bundle("en", "translation") == NEW


def test_a_bundle_is_merged_or_replaced() -> None:
    with translator() as t, pytest.raises(InvalidArgumentError):
        t.add_resource_bundle("en", "translation", NEW, deep=True, replace=True)


def test_a_bad_bundle_replaces_nothing() -> None:
    with translator() as t:
        with pytest.raises(CalqueError, match=r"line 1, column \d+"):
            t.add_resource_bundle("en", "translation", "{", replace=True)
        assert t.get_resource_bundle("en", "translation") == OLD


def test_reloading_replaces_on_request(tmp_path: Path) -> None:
    file = tmp_path / "en.json"
    file.write_text('{"kept": "old", "deleted": "old"}')
    options = {"lng": "en", "fallbackLng": False}
    options["backend"] = {"loadPath": str(tmp_path / "{{lng}}.json")}
    with Translator("v4", options) as t:
        t.load()
        file.write_text('{"kept": "new"}')
        t.reload_resources()
        assert t.t("deleted") == "old"
        t.reload_resources(replace=True)
        assert t.t(["deleted", "kept"]) == "new"


def test_replacing_keeps_what_a_bundle_brings(tmp_path: Path) -> None:
    folder = tmp_path / "en.lproj"
    folder.mkdir()
    (folder / "i18next.json").write_text('{"translation": {"offline": "bundle"}}')
    url = "memory:///en/translation"
    first = Response(200, body=b'{"online": "1", "deleted": "1"}')
    transport = MemoryTransport({url: first})
    options = {
        "lng": "en",
        "fallbackLng": False,
        "loadFromLanguageBundles": True,
        "languageBundlesPath": str(tmp_path),
        "backend": {"loadPath": "memory:///{{lng}}/{{ns}}"},
    }
    with Translator("v4", options, transport=transport) as t:
        t.load()
        transport.answer(url, Response(200, body=b'{"online": "2"}'))
        t.load(replace=True)
        assert t.get_resource_bundle("en", "translation") == {
            "offline": "bundle",
            "online": "2",
        }


def test_languages_without_a_source_extend_preload() -> None:
    with translator() as t:
        t.load_languages(["fr", "it"])
        assert t.options["preload"] == ["fr", "it"]


def test_every_change_is_told() -> None:
    told: list[str] = []
    with translator() as t:
        t.on("changed", lambda *arguments: told.append(t.t("kept")))
        t.add_resource("en", "translation", "kept", "newer")
        t.change_language("de")
        t.set_default_namespace("other")
    assert told == ["newer", "kept", "kept"]


def test_a_kept_view_is_made_again_in_one_line() -> None:
    with translator() as t:
        views = [t.get_fixed_t("en")]
        t.on("changed", lambda *_: views.append(t.get_fixed_t("en")))
        t.add_resource_bundle("en", "translation", NEW, replace=True)
        assert (views[0]("kept"), views[-1]("kept")) == ("old", "new")


def test_clones_hear_of_shared_resources() -> None:
    told: list[str] = []
    with translator() as t, t.clone() as clone:
        clone.on("changed", lambda *_: told.append("clone"))
        t.add_resource("en", "translation", "kept", "newer")
    assert told == ["clone"]


def test_new_options_take_the_place_of_the_old() -> None:
    with translator(keySeparator="/") as t:
        t.set_options(lng="de", resources={"de": {"translation": {"a": {"b": "deep"}}}})
        assert (t.language, t.t("a.b")) == ("de", "deep")
        assert "keySeparator" not in t.options
        assert t.get_data_by_language("en") is None


def test_resources_stay_without_new_ones() -> None:
    with translator() as t:
        t.set_options({"lng": "en", "keySeparator": "/"})
        assert t.t("kept") == "old"
        t.add_resource("en", "translation", "a/b", "deep")
        assert t.t("a/b") == "deep"


def test_bad_options_change_nothing() -> None:
    with translator() as t:
        with pytest.raises(InvalidOptionError) as raised:
            t.set_options({"lng": 1})
        assert raised.value.path == "lng"
        assert (t.language, t.t("kept")) == ("en", "old")


def test_the_new_source_is_loaded_from(tmp_path: Path) -> None:
    (tmp_path / "de.json").write_text('{"key": "aus der Datei"}')
    with translator() as t:
        report = t.load_with_options(
            lng="de",
            fallbackLng=False,
            backend={"loadPath": str(tmp_path / "{{lng}}.json")},
        )
        assert (len(report.files), t.t("key")) == (1, "aus der Datei")


def test_the_shared_translator() -> None:
    Translator.set_shared(None)
    with Translator.shared() as first, Translator.shared() as again:
        first.load_with_options(
            lang="de", resourcesStore={"de": {"translation": {"key": "Wert"}}}
        )
        assert again.t("key") == "Wert"
    with translator() as own:
        Translator.set_shared(own)
        with Translator.shared() as shared:
            assert (shared.t("kept"), shared.format) == ("old", own.format)
    Translator.set_shared(None)
    with Translator.shared() as fresh:
        assert fresh.t("key") == "key"


def test_unknown_options_are_told_with_debug() -> None:
    told: list[str] = []
    given = {
        "debug": True,
        "fallbackLang": "en",
        "interpolation": {"escapeValues": False},
        "react": {},
        "wholly_unknown": 1,
    }
    Translator("v4", given, log=told.append).close()
    assert told == [
        'unknown option "fallbackLang"; did you mean "fallbackLng"?',
        'unknown option "interpolation.escapeValues"; '
        'did you mean "interpolation.escapeValue"?',
        'unknown option "wholly_unknown"',
    ]


def test_mistakes_of_calls_are_told_with_debug() -> None:
    told: list[str] = []
    tree = {
        "greeting": "Hello {{name}}",
        "loud": "{{name, uper}}",
        "menu": {"files_one": "{{count}} file"},
    }
    options = {
        "debug": True,
        "lng": "en",
        "fallbackLng": False,
        "resources": {"en": {"translation": tree}},
    }
    with Translator("v4", options, log=told.append) as t:
        t.add_formatter("upper", lambda value, lng, options: value.upper())
        view = t.get_fixed_t("en", None, "menu")
        for _ in range(2):
            assert t.t("greting") == "greting"
            assert t.t("greeting", nam="Bo") == "Hello {{name}}"
            assert t.t("loud", name="Bo") == "Bo"
            assert view("file", count=2) == "menu.file"
            assert t.t("greeting", name="Bo") == "Hello Bo"
    assert told == [
        '"translation:greting" in en: the key is missing; did you mean "greeting"?',
        '"greeting" in en: no variable "name" is given; did you mean "nam"?',
        '"loud" in en: there is no formatter "uper"; did you mean "upper"?',
        '"translation:menu.file" in en: the key is missing; did you mean "menu.files"?',
    ]


def test_nothing_is_told_without_debug() -> None:
    told: list[str] = []
    Translator("v4", {"fallbackLang": "en"}, log=told.append).close()
    assert told == []


def test_a_catalog_of_another_format_is_told_once() -> None:
    told: list[str] = []
    tree = {"file_one": "{{count}} file", "file_other": "{{count}} files"}
    with Translator("v3", {"lng": "en"}, log=told.append) as t:
        for _ in range(2):
            t.add_resource_bundle("en", "translation", tree, replace=True)
        t.add_resource_bundle("en", "steps", {"a_0": "a", "a_1": "b"})
    assert told == [
        'the catalog en.translation is not of format v3: "file_other" is a plural of v4'
    ]


def test_numbered_keys_of_another_format_are_told_with_debug() -> None:
    told: list[str] = []
    tree = {"menu": {"file": "{{count}} file", "file_plural": "{{count}} files"}}
    options = {"debug": True, "lng": "en", "resources": {"en": {"translation": tree}}}
    with Translator("v4", options, log=told.append) as t:
        t.add_resource_bundle("en", "other", {"a_0": "a", "a_1": "b"}, silent=True)
        t.add_resource_bundle("en", "right", {"a_one": "a", "a_other": "b"})
    assert told == [
        'the catalog en.translation is not of format v4: "menu.file_plural" '
        "is a plural of ios, v1, v2 and v3",
        'the catalog en.other is not of format v4: "a_1" is a plural of v2 and v3',
    ]
