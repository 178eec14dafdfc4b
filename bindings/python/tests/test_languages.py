from __future__ import annotations

from typing import Any

import pytest

from calque import Translator


def test_languages_of_a_translator(translator: Translator) -> None:
    assert translator.language == "en"
    assert translator.languages == ["en", "de"]
    assert translator.languages_for("en-GB") == ["en-GB", "en", "de"]
    assert translator.resolved_language == "en"


def test_no_language() -> None:
    with Translator("ios", {"fallbackLang": None}) as translator:
        assert translator.language is None
        assert translator.languages == []
        assert translator.resolved_language is None


def test_change_language(translator: Translator) -> None:
    translator.change_language("de")
    assert translator.language == "de"
    assert translator.t("hello", name="Bo") == "Hallo Bo"


def test_best_of_several_languages(options: dict[str, Any]) -> None:
    with Translator("v4", {**options, "supportedLngs": ["en", "de"]}) as translator:
        translator.change_language(["fr", "de-AT"])
        assert translator.language == "de"


def test_long_language_code_fits() -> None:
    code = "x" * 600
    with Translator("v4", {"lng": code, "resources": {}}) as translator:
        assert translator.language == code


@pytest.mark.parametrize(
    ("lng", "expected"), [("ar", "rtl"), ("de", "ltr"), (None, "ltr")]
)
def test_direction(translator: Translator, lng: str | None, expected: str) -> None:
    assert translator.dir(lng) == expected
