from __future__ import annotations

import threading
from decimal import Decimal
from typing import Any

import pytest

from calque import Format, InvalidOptionError, MissingKeyError, Translator


@pytest.mark.parametrize(
    ("key", "variables", "expected"),
    [
        ("hello", {"name": "Bob"}, "Hello Bob"),
        ("file", {"count": 1}, "1 file"),
        ("file", {"count": 2}, "2 files"),
        ("list", {"returnObjects": True}, ["one", "two"]),
        ("tree", {"returnObjects": True, "x": 1}, {"leaf": "green 1", "number": 3}),
        ("integer", {}, 42),
        ("real", {}, 1.5),
        ("yes", {}, True),
        ("nothing", {}, None),
        ("absent", {}, "absent"),
        ("absent", {"defaultValue": "Default"}, "Default"),
        ("only", {}, "nur deutsch"),
        ("[odd]", {}, "brackets"),
        ("hello", {"name": "ß🎈\0x"}, "Hello ß🎈\0x"),
    ],
)
def test_t_object_answers_with_the_references_type(
    translator: Translator, key: str, variables: dict[str, Any], expected: object
) -> None:
    got = translator.t_object(key, variables)
    assert got == expected
    assert type(got) is type(expected)
    assert translator.t_object(key, **variables) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [("integer", "42"), ("yes", "true"), ("nothing", ""), ("plain", "Plain text")],
)
def test_t_answers_with_text(translator: Translator, key: str, expected: str) -> None:
    assert translator.t(key) == translator(key) == translator.t(key, x=1) == expected
    assert translator.t([key]) == expected


def test_trees_are_objects(translator: Translator) -> None:
    assert translator.t_object("tree", x=1) == {"leaf": "green 1", "number": 3}
    assert translator.t_object("absent") == "absent"
    assert "object instead of string" in translator.t("tree")


def test_first_key_that_is_found_wins(translator: Translator) -> None:
    assert translator.t(["absent", "plain"]) == "Plain text"
    assert translator.t(("absent", "gone")) == "gone"
    wrong: Any = (None, 3)
    for key in wrong:
        with pytest.raises(TypeError, match="a key is a str or a sequence of str"):
            translator.t(key)


def test_default_text_may_stand_after_the_key(translator: Translator) -> None:
    assert translator.t("absent", "Hi {{name}}", name="Bo") == "Hi Bo"


def test_variables_may_be_named_as_parameters(options: dict[str, Any]) -> None:
    tree = {"x": "{{self}} {{keys}} {{options}}"}
    with Translator(
        "v4", {"lng": "en", "resources": {"en": {"translation": tree}}}
    ) as t:
        assert t.t("x", self=1, keys=2, options=3) == "1 2 3"


def test_keywords_are_laid_over_the_mapping(translator: Translator) -> None:
    assert translator.t("hello", {"name": "A"}, name="B") == "Hello B"


def test_visible_fraction_of_a_decimal_counts(translator: Translator) -> None:
    assert translator.t("file", count=1) == "1 file"
    assert translator.t("file", count=Decimal("1.0")) == "1.0 files"
    assert translator.t("file", count=Decimal("1")) == "1 file"


def test_integers_beyond_64_bits_are_numbers(translator: Translator) -> None:
    assert translator.t("file", count=2**70).endswith(" files")
    assert translator.t("hello", name=2**70) == "Hello 1.1805916207174113e+21"


def test_values_without_json_form_are_refused(translator: Translator) -> None:
    with pytest.raises(TypeError, match="bytes"):
        translator.t("hello", name=b"bytes")
    assert translator.t("hello", name=float("nan")) == "Hello NaN"
    with pytest.raises(ValueError, match="Out of range float"):
        translator.t("hello", name=[float("nan")])
    with pytest.raises(UnicodeEncodeError):
        translator.t("hello", name="\ud800")


def test_ios_keywords_become_variables() -> None:
    tree = {"a": "__who__ has __count__", "a_plural": "__who__ have __count__"}
    resources = {"en": {"translation": tree}}
    with Translator("ios", {"lang": "en", "resourcesStore": resources}) as ios:
        assert ios.t("a", who="We", count=2) == "We have 2"
        assert ios.t("a", {"variables": {"who": "She"}}, count=1) == "She has 1"


def test_tf_puts_positional_values_in() -> None:
    resources = {"en": {"translation": {"a": "%s of %d"}}}
    with Translator("v4", {"lng": "en", "resources": resources}) as v4:
        assert v4.tf("a", "one", 2) == "one of 2"
    with Translator(
        "ios",
        {"lang": "en", "resourcesStore": {"en": {"translation": {"a": "%@: %d"}}}},
    ) as ios:
        assert ios.tf("a", "x", 2) == "x: 2"


def test_strict_translator_raises_for_missing_keys(options: dict[str, Any]) -> None:
    with Translator("v4", options, raise_missing=True) as strict:
        assert strict.t("plain") == "Plain text"
        with pytest.raises(
            MissingKeyError, match="no translation for 'absent'"
        ) as info:
            strict.t("absent", name="x")
        assert info.value.key == "absent"
        with pytest.raises(KeyError):
            strict.t(["a", "b"])
        with pytest.raises(MissingKeyError):
            strict.clone(lng="de").t("absent")


def test_exists(translator: Translator) -> None:
    assert translator.exists("tree.leaf")
    assert translator.exists(["absent", "plain"])
    assert not translator.exists("absent")
    assert translator.exists("extra", ns="more")


def test_details_name_what_was_used(translator: Translator) -> None:
    details = translator.details("file", count=2)
    assert details["res"] == "2 files"
    assert details["usedKey"] == "file"
    assert details["exactUsedKey"] == "file_other"
    assert (details["usedLng"], details["usedNS"]) == ("en", "translation")


def test_explain_lists_candidates(translator: Translator) -> None:
    told = translator.explain("only")
    outcomes = [(one["lng"], one["outcome"]) for one in told["candidates"]]
    assert outcomes == [("en", "missing"), ("de", "found")]
    assert told["found"] is True
    assert translator.explain("absent")["found"] is False


def test_clone_has_its_own_language(translator: Translator) -> None:
    with translator.clone(lng="de") as clone:
        assert clone.t("hello", name="Bo") == "Hallo Bo"
        translator.add_resource("de", "translation", "new", "neu")
        assert clone.t("new") == "neu"
    assert translator.t("hello", name="Bo") == "Hello Bo"


def test_closing_is_idempotent_and_final(options: dict[str, Any]) -> None:
    translator = Translator("v4", options)
    assert not translator.closed
    with translator:
        pass
    translator.close()
    assert translator.closed
    with pytest.raises(ValueError, match="closed"):
        translator.t("plain")
    with pytest.raises(ValueError, match="closed"), translator:
        pass


def test_format_is_told_and_checked(options: dict[str, Any]) -> None:
    with Translator(Format.V3, options) as translator:
        assert translator.format is Format.V3
    with pytest.raises(ValueError, match="'v5' is not a catalog format"):
        Translator("v5")


def test_options_may_be_json_text_and_are_told() -> None:
    with Translator("v4", '{"lng": "pl", "keySeparator": "/"}') as translator:
        assert translator.language == "pl"
        assert translator.options["keySeparator"] == "/"


def test_bad_option_is_named() -> None:
    with pytest.raises(InvalidOptionError) as info:
        Translator("v4", {"interpolation": {"prefix": 5}})
    assert info.value.path == "interpolation.prefix"


def test_threads_share_a_translator(translator: Translator) -> None:
    failures: list[str] = []

    def read(name: str) -> None:
        for count in range(200):
            if translator.t("hello", name=name) != f"Hello {name}":
                failures.append(name)
            if translator.t("file", count=count + 2) != f"{count + 2} files":
                failures.append(str(count))

    def write() -> None:
        for number in range(50):
            translator.add_resource("en", "more", f"k{number}", "v", silent=True)

    threads = [threading.Thread(target=read, args=(f"n{i}",)) for i in range(3)]
    threads.append(threading.Thread(target=write))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert translator.get_resource("en", "more", "k49") == "v"


def test_closing_while_another_thread_translates(options: dict[str, Any]) -> None:
    translator = Translator("v4", options)
    started = threading.Event()
    outcomes: list[str] = []

    def read() -> None:
        try:
            while True:
                outcomes.append(translator.t("plain"))
                started.set()
        except ValueError as error:
            outcomes.append(str(error))

    thread = threading.Thread(target=read)
    thread.start()
    started.wait()
    translator.close()
    thread.join()
    assert set(outcomes) == {"Plain text", "this Translator is closed"}


def test_an_option_in_the_spelling_of_python_is_named_in_the_log(
    translator: Translator, caplog: pytest.LogCaptureFixture
) -> None:
    assert translator.t("gone", default_value="D", name="x") == "gone"
    assert "'default_value' is a variable; the option is 'defaultValue'" in caplog.text
    assert translator.get_fixed_t()("gone too", return_objects=True) == "gone too"
    assert "the option is 'returnObjects'" in caplog.text
    caplog.clear()
    assert translator.t("also gone", "D", default_name="x") == "D"
    assert "option" not in caplog.text
