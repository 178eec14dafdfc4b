from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path

import pytest

from calque import (
    CalqueError,
    FileError,
    InvalidArgumentError,
    InvalidJSONError,
    InvalidOptionError,
    InvalidPlaceholderError,
    Messages,
    Status,
    Translator,
)


@pytest.fixture
def messages() -> Messages:
    table = Messages()
    table.load({"bky_name": "Blockly", "bky_ask": "Is %1 in %{bky_name}?"})
    table.load_synonyms({"other": "BKY_NAME"})
    return table


def test_keys_have_no_case(messages: Messages) -> None:
    assert messages["BKY_NAME"] == messages["Other"] == "Blockly"
    assert "bky_Name" in messages
    assert "name" not in messages
    assert 1 not in messages
    assert messages.get("name") is None
    assert messages.get("name", "x") == "x"
    with pytest.raises(KeyError):
        messages["name"]


def test_entries_are_stored_and_removed(messages: Messages) -> None:
    messages["École"] = "school" * 100
    assert messages["éCOLE"] == "school" * 100
    assert len(messages) == 3
    assert list(messages.messages()) == ["bky_name", "bky_ask", "École"]
    assert messages.synonyms() == {"other": "BKY_NAME"}
    del messages["ÉCOLE"]
    with pytest.raises(KeyError):
        del messages["ÉCOLE"]
    messages.clear()
    assert len(messages) == 0


def test_json_and_files(tmp_path: Path) -> None:
    table = Messages()
    assert table.load_json('{"@metadata": {}, "A": "1", "B": 2}', "p_") == 1
    assert table.load_synonyms_json(b'{"C": "A",}', "p_") == 1
    assert table["P_C"] == "1"
    path = tmp_path / "messages.json"
    path.write_text('{"A": "from a file"}', "utf-8")
    assert table.load_file(path, "p_") == 1
    assert table["p_c"] == "from a file"
    path.write_text('{"D": "B"}', "utf-8")
    assert table.load_synonyms_file(str(path)) == 1
    path.write_text('{\n"A" 1}', "utf-8")
    with pytest.raises(InvalidJSONError) as caught:
        table.load_file(path)
    assert (caught.value.line, caught.value.source) == (2, str(path))
    with pytest.raises(FileError):
        table.load_file(tmp_path / "none.json")
    assert table["p_a"] == "from a file"


def test_decoding(messages: Messages) -> None:
    assert messages.decode("<%{other}> %{none} %%{other}") == (
        "<Blockly> %{none} %%{other}"
    )
    messages["loop"] = "%{loop}"
    assert messages.decode_with_status("%{loop}") == ("%{loop}", Status.CYCLE)
    assert messages.decode_with_status("%{other}") == ("Blockly", Status.OK)


def test_modes_and_limits() -> None:
    web = Messages("js", maxDepth=1)
    web.load({"BKY_A": "%{bky_b}\n%1", "BKY_B": "b"})
    assert web.tokenize("%{bky_a}%%") == ["%{bky_b}", "\n", 1, "%"]
    assert web.decode_with_status("%{bky_a}")[1] is Status.LIMITED
    with pytest.raises(InvalidOptionError) as caught:
        Messages("web")
    assert caught.value.path == "mode"


def test_formatting(messages: Messages) -> None:
    assert messages.format("%{bky_ask}", "it") == "Is it in Blockly?"
    assert messages.format("%1 %2 %3", 1, 2.5, "%1" * 200) == "1 2.5 " + "%1" * 200
    with pytest.raises(InvalidPlaceholderError) as caught:
        messages.format("%1 %3" + "x" * 300, "a", "b")
    assert caught.value.text == "a %3" + "x" * 300
    assert "%3" in str(caught.value)


def test_reports(messages: Messages) -> None:
    assert messages.check("%{bky_ask} %{none}") == {
        "missing": ["none"],
        "cycles": [],
        "limited": [],
        "placeholders": [1],
    }
    translation = Messages()
    translation.load({"BKY_NAME": "", "BKY_ASK": "?", "more": ""})
    assert messages.compare(translation) == {
        "missing": [],
        "extra": ["more"],
        "empty": ["bky_name"],
        "mismatches": [
            {"key": "bky_ask", "source": ["%1", "%{bky_name}"], "translation": []}
        ],
    }


def test_parents(messages: Messages) -> None:
    child = Messages(parent=messages)
    child["bky_name"] = "Blöckli"
    assert child.format("%{bky_ask}", "x") == "Is x in Blöckli?"
    assert child.parent is messages
    with pytest.raises(InvalidArgumentError):
        messages.parent = child
    assert messages.parent is None
    messages.close()
    assert child["other"] == "Blöckli"
    child.parent = None
    assert "other" not in child


def test_shared_table_is_one() -> None:
    Messages.shared()["only"] = "x"
    assert Messages.shared()["ONLY"] == "x"
    Messages.shared().clear()


def test_changes_are_told(messages: Messages) -> None:
    heard: list[int] = []
    child = Messages(parent=messages)
    number = child.on_change(heard.append)
    messages["a"] = "b"
    assert len(heard) == 1
    assert child.off(number)
    assert not child.off(number)
    messages["a"] = "c"
    assert len(heard) == 1


def test_resolver_and_its_exceptions(messages: Messages) -> None:
    seen: list[list[object]] = []

    def resolve(key: str, arguments: list[object]) -> str | None:
        seen.append(arguments)
        if key == "boom":
            raise ValueError("boom")
        return "<%{other}>" if key == "hook" else None

    kept = weakref.ref(resolve)
    messages.set_resolver(resolve)
    del resolve
    assert messages.format("%{hook} %1", "a") == "<Blockly> a"
    assert seen == [["a"]]
    with pytest.raises(ValueError, match="boom"):
        messages.decode("%{boom}")
    messages.set_resolver(None)
    assert messages.decode("%{hook}") == "%{hook}"
    gc.collect()
    assert kept() is None


def test_plural_messages_from_a_translator(messages: Messages) -> None:
    resources = {
        "en": {"translation": {"del_one": "Delete Block", "del_other": "Delete %1"}},
        "pl": {"translation": {"del_one": "Usuń blok", "del_few": "Usuń {{count}}"}},
    }
    with Translator("v4", {"lng": "en", "resources": resources}) as translator:
        messages.set_translator(translator)
        heard: list[int] = []
        messages.on_change(heard.append)
        assert messages.format("%{del}", 1) == "Delete Block"
        assert messages.format("%{del}", 5) == "Delete 5"
        translator.change_language("pl")
        assert heard
        assert messages.format("%{del}", 3) == "Usuń 3"
        assert messages.decode("%{unknown}") == "%{unknown}"
    assert messages.format("%{del}", 1) == "Usuń blok"
    messages.set_translator(None)
    assert messages.decode("%{del}") == "%{del}"


def test_a_table_with_a_translator_is_freed() -> None:
    def hear(epoch: int) -> None: ...

    kept = weakref.ref(hear)
    translator = Translator("v4", {"lng": "en"})
    table = Messages()
    table.set_translator(translator)
    table.on_change(hear)
    del hear
    assert kept() is not None
    table.close()
    gc.collect()
    assert kept() is None
    translator.change_language("de")


def test_closed_table_raises() -> None:
    table = Messages()
    with table:
        table["a"] = "b"
    with pytest.raises(ValueError, match="closed"):
        table.decode("a")
    with pytest.raises(CalqueError):
        Messages(maxSteps=-1)


def test_threads_read_while_one_loads(messages: Messages) -> None:
    messages.load({"a": "0-0"})
    torn: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            halves = messages.decode("%{a}").split("-")
            if halves[0] != halves[1]:
                torn.append("-".join(halves))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(300):
        messages.load({"a": f"{number}-{number}", f"k{number}": "x"})
    done.set()
    for reader in readers:
        reader.join()
    assert torn == []
