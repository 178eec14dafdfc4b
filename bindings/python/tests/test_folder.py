from __future__ import annotations

import asyncio
import copy
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import calque
from calque import (
    ConflictError,
    CorruptError,
    FileError,
    InvalidJSONError,
    InvalidTypeError,
    Translator,
    compile_catalog_file,
)
from calque.integrations.lazy import LazyText

TREES: dict[str, Any] = {
    "en/translation": {"hi": "Hi {{name}}", "file_one": "file", "file_other": "files"},
    "en/menu": {"open": "Open"},
    "pl/translation": {"hi": "Cześć {{name}}"},
    "de": {"hi": "Hallo {{name}}"},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    locales = tmp_path / "app" / "locales"
    for name, tree in TREES.items():
        path = locales / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(tree), encoding="utf-8")
    (tmp_path / "app" / "__init__.py").touch()
    return locales


def test_a_folder_is_a_translator(folder: Path) -> None:
    with Translator.from_folder(folder, "pl", options={"fallbackLng": "en"}) as t:
        assert t.t("hi", name="x") == "Cześć x"
        assert t.t("file", count=2) == "files"
        assert t.t("menu:open") == "Open"
        assert t.t("hi", lng="de", name="x") == "Hallo x"
        assert repr(t) == "<Translator v4, pl>"
        assert repr(t.get_fixed_t()) == "<View>"
    assert repr(t) == "<Translator, closed>"


def test_a_package_has_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(folder.parents[1])
    monkeypatch.delitem(sys.modules, "app", raising=False)
    with Translator.from_package("app", lng="pl") as t:
        assert t.t("hi", name="x") == "Cześć x"
        assert pickle.loads(pickle.dumps(t)).t("hi", name="x") == "Cześć x"
    with pytest.raises(FileError, match="no folder"):
        Translator.from_package("app", "absent")


def test_compiled_files_are_read(folder: Path) -> None:
    path = folder / "all.calque"
    compile_catalog_file(path, {"fr": {"translation": {"hi": "Salut {{name}}"}}})
    with Translator.from_folder(folder, "fr") as t:
        assert t.t("hi", name="x") == "Salut x"
        assert t.t("hi", lng="pl", name="x") == "Cześć x"
    with Translator.from_catalog(path, "fr") as t:
        assert t.t("hi", name="x") == "Salut x"
        other = pickle.loads(pickle.dumps(t))
        assert other.t("hi", name="x") == "Salut x"
    old = {"fr": {"translation": {"hi": "Salut __name__"}}}
    compile_catalog_file(path, old, format="v1")
    with Translator.from_catalog(path, "fr") as t:
        assert t.format is calque.Format.V1
        assert t.t("hi", name="x") == "Salut x"


@pytest.mark.parametrize(
    ("tree", "format_", "text"),
    [
        ({"a": "a", "a_plural": "b {{count}}"}, "v3", "b 2"),
        ({"a_0": "a", "a_1": "b", "a": "c"}, "v3", "b"),
        ({"a": "a", "a_plural": "b __count__"}, "v1", "b 2"),
        ({"deep": {"x": "__y__"}, "a": "b"}, "ios", "b"),
    ],
)
def test_a_format_that_is_not_certain_is_asked_for(
    tmp_path: Path, tree: dict[str, Any], format_: str, text: str
) -> None:
    (tmp_path / "en.json").write_text(json.dumps(tree))
    with pytest.raises(ValueError, match='name it, as in format="v3"'):
        Translator.from_folder(tmp_path, "en")
    with Translator.from_folder(tmp_path, "en", format=format_) as t:
        assert t.t("a", count=2) == text or format_ == "v3"


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no folder"):
        Translator.from_folder(tmp_path / "absent")
    with pytest.raises(FileError, match="no catalogs"):
        Translator.from_folder(tmp_path)
    (tmp_path / "en.json").write_text("[]")
    with pytest.raises(InvalidTypeError, match=r"en\.json"):
        Translator.from_folder(tmp_path)
    (tmp_path / "en.json").write_text("{}")
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "translation.json").write_text("{}")
    with pytest.raises(ConflictError, match="second file for en"):
        Translator.from_folder(tmp_path, "en")


def test_a_broken_file_is_an_error_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "en.json"
    path.write_text('{\n  "a": }')
    with pytest.raises(InvalidJSONError) as failure:
        Translator.from_folder(tmp_path)
    error = failure.value
    assert (error.source, error.line) == (str(path), 2)
    assert f"{path}:2:{error.column}" in str(error)


def test_a_broken_language_does_not_stop_the_others(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / "pl" / "translation.json"
    path.write_text("{")
    with Translator.from_folder(folder, "en") as t:
        assert t.t("hi", name="x") == "Hi x"
        assert t.t("hi", lng="de", name="x") == "Hallo x"
        (error,) = t.broken
        assert isinstance(error, InvalidJSONError)
        assert error.source == str(path)
    assert f"{path}:1:" in caplog.text
    for lng in ("pl", "pl-PL"):
        with pytest.raises(InvalidJSONError, match=r"translation\.json"):
            Translator.from_folder(folder, lng)
    (folder / "all.calque").write_bytes(b"nonsense")
    with Translator.from_folder(folder, "en") as t:
        assert [type(error) for error in t.broken] == [CorruptError, InvalidJSONError]


def test_a_name_that_is_not_a_language_is_left_out(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "pygame-gui.pl.json").write_text('{"hi": "no"}')
    (folder / "notes").mkdir()
    (folder / "notes" / "a.json").write_text("{}")
    with Translator.from_folder(folder, "pl") as t:
        assert t.t("hi", name="x") == "Cześć x"
        assert t.get_data_by_language("pygame-gui.pl") is None
        assert t.broken == ()
    assert "'pygame-gui.pl' is not a language" in caplog.text
    assert "'notes' is not a language" in caplog.text


def test_translators_of_files_are_pickled(folder: Path) -> None:
    with Translator.from_folder(folder, "pl", raise_missing=True) as t:
        other = pickle.loads(pickle.dumps(t))
        assert other.t("hi", name="x") == copy.copy(t).t("hi", name="x") == "Cześć x"
        with pytest.raises(calque.MissingKeyError):
            other.t("absent")
    with Translator.from_folder(folder, log=print) as t, pytest.raises(TypeError):
        pickle.dumps(t)
    told = "unless it was opened from files"
    with Translator("v4", {}) as t, pytest.raises(TypeError, match=told):
        pickle.dumps(t)


def test_a_lazy_text_is_looked_up_when_it_is_shown(folder: Path) -> None:
    with Translator.from_folder(folder, "en") as t:
        text = t.lazy_t("hi", name="x")
        assert isinstance(text, LazyText)
        with t.using("pl"):
            assert str(text) == f"{text}" == text == "Cześć x"
        assert text + "!" == "Hi x!"
        assert "> " + text == "> Hi x"
        assert text.upper() == "HI X"
        assert len(text) == 4
        assert f"{text:>6}" == "  Hi x"
        assert "Hi" in text
        assert text[0] == "H"
        assert sorted([t.lazy_t("menu:open"), text])[0] == "Hi x"
        assert "A" < text <= "Hi x" <= text < t.lazy_t("menu:open")
        assert repr(text) == "<LazyText 'hi'>"
        assert hash(text) == hash("Hi x")
        sent = pickle.loads(pickle.dumps(text))
        assert sent == "Hi x"


def test_languages_are_of_a_task(folder: Path) -> None:
    with Translator.from_folder(folder, "en", options={"fallbackLng": "en"}) as t:

        async def ask(lng: str, turn: asyncio.Event) -> str:
            with t.using(lng):
                await turn.wait()
                return t.t("hi", name="x")

        async def all_of_them() -> list[str]:
            turn = asyncio.Event()
            asked = [asyncio.create_task(ask(lng, turn)) for lng in ("pl", "de", "en")]
            await asyncio.sleep(0)
            assert t.t("hi", name="x") == "Hi x"
            turn.set()
            return await asyncio.gather(*asked)

        assert asyncio.run(all_of_them()) == ["Cześć x", "Hallo x", "Hi x"]


def test_the_installation_describes_itself() -> None:
    described = calque.about()
    assert described["version"] == described["library_version"] == calque.__version__
    assert "calque" in described["library_path"]
    assert described["implementation"] in {"extension", "ctypes"}


def test_a_broken_file_is_seen_without_logging_and_a_missing_key_is_not(
    folder: Path,
) -> None:
    (folder / "pl" / "translation.json").write_text("{")
    program = (
        "import sys; from calque import Translator; "
        f"Translator.from_folder({str(folder)!r}, 'en').t('absent key')"
    )
    source = Path(calque.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pl/translation.json:1:" in done.stderr
    assert "absent key" not in done.stderr + done.stdout
