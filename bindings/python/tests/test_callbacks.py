from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from calque import InvalidJSONError, MissingKey, Translator


def resources(**tree: object) -> dict[str, Any]:
    return {
        "lng": "en",
        "fallbackLng": False,
        "resources": {"en": {"translation": tree}},
    }


def test_missing_keys_are_told() -> None:
    told: list[MissingKey] = []
    options = {**resources(), "saveMissing": True, "fallbackLng": "de"}
    with Translator("v4", options, missing_key=told.append) as translator:
        assert translator.t("gone", "Default", name="x") == "Default"
    assert len(told) == 1
    missing = told[0]
    assert (missing.lngs, missing.ns, missing.key) == (["de"], "translation", "gone")
    assert missing.fallback_value == "Default"
    assert missing.update_missing is False
    assert missing.options["name"] == "x"


def test_missing_keys_are_not_told_without_the_option() -> None:
    told: list[MissingKey] = []
    with Translator("v4", resources(), missing_key=told.append) as translator:
        translator.t("gone")
    assert told == []


def test_text_of_a_missing_key_is_replaced() -> None:
    def shown(key: str, default: str | None) -> str | None:
        return None if key == "keep" else f"<{key}|{default}>"

    with Translator("v4", resources(), parse_missing_key=shown) as translator:
        assert translator.t("gone") == "<gone|None>"
        assert translator.t("gone", "D") == "<gone|D>"
        assert translator.t("keep") == "keep"


def test_missing_variables_are_asked_for() -> None:
    asked: list[tuple[str, str, str]] = []

    def answer(text: str, match: str, variable: str) -> str:
        asked.append((text, match, variable))
        return variable.upper()

    with Translator(
        "v4", resources(a="Hi {{ who }}!"), missing_interpolation=answer
    ) as translator:
        assert translator.t("a") == "Hi WHO!"
    assert asked == [("Hi {{ who }}!", "{{ who }}", "who")]


def test_objects_are_rendered_by_the_program() -> None:
    def rendered(key: str, value: Any, options: dict[str, Any]) -> str:
        return f"{key}: {sorted(value)}"

    with Translator(
        "v4", resources(o={"b": "B", "a": "A"}), returned_object=rendered
    ) as translator:
        assert translator.t("o") == "o: ['a', 'b']"


def test_fallback_languages_are_asked_for() -> None:
    def fallback(code: str) -> list[str] | str | None:
        return ["de", "fr"] if code == "gsw" else "da" if code == "nb" else None

    with Translator("v4", {"lng": "gsw"}, fallback_lng=fallback) as translator:
        assert translator.languages == ["gsw", "de", "fr"]
        assert translator.languages_for("nb") == ["nb", "da"]


def test_variables_are_escaped_by_the_program() -> None:
    with Translator(
        "v4", resources(a="{{x}} {{- x}}"), escape=lambda value: value.upper()
    ) as translator:
        assert translator.t("a", x="<b>") == "<B> <b>"


def test_post_processors_see_keys_and_options() -> None:
    seen: list[tuple[object, object]] = []

    def shout(value: str, key: str | list[str], options: dict[str, Any]) -> str:
        seen.append((key, options.get("name")))
        return value.upper()

    with Translator("v4", resources(a="hi {{name}}")) as translator:
        translator.add_post_processor("shout", shout)
        assert translator.t("a", postProcess="shout", name="bo") == "HI BO"
        assert translator.t(["x", "a"], postProcess=["shout"], name="al") == "HI AL"
        translator.add_post_processor("shout", None)
        assert translator.t("a", postProcess="shout", name="bo") == "hi bo"
    assert seen[0][1] == "bo"
    assert seen[1] == (["x", "a"], "al")


def test_formatters_get_value_language_and_options() -> None:
    def coins(value: Any, lng: str, options: dict[str, Any]) -> str | None:
        if value is None:
            return None
        return f"{value!r}/{lng}/{options.get('unit')}"

    with Translator("v4", resources(a="{{x, coins(unit: cent)}}")) as translator:
        translator.add_formatter("coins", coins)
        assert translator.t("a", {"interpolation": {"escapeValue": False}}, x=5) == (
            "5/en/cent"
        )


def test_a_formatter_may_answer_any_value() -> None:
    with Translator(
        "v4", resources(a="{{x, parts, list}}", b="{{x, parts, len}}")
    ) as t:
        t.add_formatter("parts", lambda value, lng, options: value.split("+"))
        t.add_formatter("len", lambda value, lng, options: len(value) + 0.5)
        assert t.t("a", x="p+q+r") == "p, q, and r"
        assert t.t("b", x="p+q") == "2.5"


def test_one_function_stands_for_all_formatters() -> None:
    told: list[tuple[object, ...]] = []

    def format_value(
        value: object, format_: str | None, lng: str, options: dict[str, object]
    ) -> object:
        told.append((value, format_, lng, options["interpolationkey"]))
        return None if format_ == "number" else [format_, value]

    options = {
        "interpolation": {"alwaysFormat": True, "escapeValue": False},
        **resources(
            a="{{x, Money(unit: Cent), UPPER}}", b="{{x}}", c="{{x, number}}",
            d="$t(e, Loud, low)", e="bee",
        ),
    }  # fmt: skip
    with Translator("v4", options, format_value=format_value) as t:
        assert t.t("a", x=1) == "Money(unit: Cent), UPPER,1"
        assert t.t("b", x="y") == ",y"
        assert t.t("c", x=1234.5) == "1,234.5"
        assert t.t("d") == "low,Loud,bee"
        assert t.get_fixed_t("en")("b", x=2) == ",2"
    assert told == [
        (1, "Money(unit: Cent), UPPER", "en", "x"),
        ("y", None, "en", "x"),
        (1234.5, "number", "en", "x"),
        ("bee", "Loud", "en", "e"),
        (["Loud", "bee"], "low", "en", "e"),
        (2, None, "en", "x"),
    ]


def test_events_are_told_until_off() -> None:
    told: list[tuple[object, ...]] = []
    with Translator("v4", resources()) as translator:
        number = translator.on(
            ["languageChanging", "languageChanged"], lambda *all_: told.append(all_)
        )
        translator.change_language("de")
        assert told == [("languageChanging", "de"), ("languageChanged", "de")]
        assert translator.off(number)
        assert not translator.off(number)
        translator.change_language("en")
        assert len(told) == 2


def test_exception_in_a_callback_is_raised_by_the_call() -> None:
    def fail(key: str, default: str | None) -> str:
        raise LookupError(f"no {key}")

    with Translator("v4", resources(a="A"), parse_missing_key=fail) as translator:
        with pytest.raises(LookupError, match="no gone"):
            translator.t("gone")
        assert translator.t("a") == "A"


def test_exception_in_a_view_and_in_an_event_handler() -> None:
    def fail(*arguments: object) -> str:
        raise ZeroDivisionError

    with Translator("v4", resources(a="{{x}}")) as translator:
        translator.add_post_processor("fail", fail)
        view = translator.get_fixed_t("en")
        with pytest.raises(ZeroDivisionError):
            view("a", x=1, postProcess="fail")
        assert view("a", x=1) == "1"
        translator.on("languageChanged", fail)
        with pytest.raises(ZeroDivisionError):
            translator.change_language("de")
        assert translator.language == "de"


def test_answer_of_another_type_is_refused() -> None:
    with Translator("v4", resources(a="A")) as translator:
        translator.add_post_processor("five", lambda *_: 5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="must return str or None"):
            translator.t("a", postProcess="five")


def test_callback_may_use_the_translator() -> None:
    with Translator("v4", resources(a="a {{x}}", b="b {{x}}")) as translator:

        def inner(value: str, key: object, options: object) -> str:
            return f"{value} + {view('b', x='y' * 2000)[:5]}"

        translator.add_post_processor("inner", inner)
        view = translator.get_fixed_t("en")
        assert view("a", x=1, postProcess="inner") == "a 1 + b yyy"
        assert translator.t("a", x=1, postProcess="inner") == "a 1 + b yyy"


class Callback:
    def __call__(self, *_: object) -> str:
        return ""


def test_callbacks_are_dropped_with_their_translator() -> None:
    given = {name: Callback() for name in ("log", "event", "first", "second")}
    kept = weakref.WeakValueDictionary(given)
    translator = Translator("v4", resources(), log=given.pop("log"))
    number = translator.on("*", given.pop("event"))
    translator.add_formatter("f", given.pop("first"))
    assert set(kept) == {"log", "event", "first", "second"}
    translator.add_formatter("f", given.pop("second"))
    assert set(kept) == {"log", "event", "second"}
    translator.off(number)
    assert set(kept) == {"log", "second"}
    translator.close()
    assert not kept


def test_callbacks_of_a_refused_translator_are_dropped() -> None:
    log = Callback()
    kept = weakref.ref(log)
    with pytest.raises(InvalidJSONError):
        Translator("v4", "{", log=log)
    del log
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize("raised", [ValueError, KeyboardInterrupt, SystemExit])
def test_no_callback_runs_after_one_that_raised(raised: type[BaseException]) -> None:
    asked: list[str] = []

    def formatted(value: str, *_: object) -> str:
        asked.append(value)
        raise raised(value)

    with Translator(
        "v4", resources(a="{{x, f}} {{y, f}} $t(b) {{z, f}}", b="{{x, f}}")
    ) as made:
        made.add_formatter("f", formatted)
        with pytest.raises(raised, match="1"):
            made.t("a", x="1", y="2", z="3")
        assert asked == ["1"]
        with pytest.raises(raised):
            made.get_fixed_t()("a", x="1", y="2", z="3")
        assert asked == ["1", "1"]


def test_calls_inside_callbacks_without_end_are_a_recursion_error() -> None:
    asked = 0

    def formatted(value: str, *_: object) -> str:
        nonlocal asked
        asked += 1
        return made.t("a", x="1")

    with Translator("v4", resources(a="{{x, f}} {{x, f}} {{x, f}}")) as made:
        made.add_formatter("f", formatted)
        for _ in range(3):
            asked = 0
            with pytest.raises(RecursionError, match="calls in callbacks"):
                made.t("a", x="1")
            assert asked == 32


def test_calls_inside_callbacks_are_right_up_to_the_bound() -> None:
    def formatted(value: int, *_: object) -> str:
        return made.t("a", x=value - 1) if value > 1 else "end"

    with Translator("v4", resources(a="<{{- x, f}}>")) as made:
        made.add_formatter("f", formatted)
        assert made.t("a", x=32) == "<" * 32 + "end" + ">" * 32
        with pytest.raises(RecursionError):
            made.t("a", x=33)
