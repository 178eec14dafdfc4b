"""Choosing a language: locales of the environment, Accept-Language."""

from __future__ import annotations

import pytest

from calque import Translator, language_of_locale


@pytest.mark.parametrize(
    ("locale", "tag"),
    [
        ("pl_PL.UTF-8@euro", "pl-PL"),
        ("de_DE.UTF-8", "de-DE"),
        ("sr_RS@latin", "sr-Latn-RS"),
        ("ca_ES.UTF-8@valencia", "ca-ES-valencia"),
        ("zh_TW", "zh-TW"),
        ("en_US:en", "en-US"),
        ("en", "en"),
        ("C", None),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
        ("not a locale", None),
    ],
)
def test_language_of_locale(locale: str, tag: str | None) -> None:
    assert language_of_locale(locale) == tag


@pytest.mark.parametrize("format_", ["ios", "v1", "v2", "v3", "v4"])
def test_the_encoding_is_not_in_the_chain(format_: str) -> None:
    name = "lang" if format_ == "ios" else "lng"
    with Translator(format_, {name: "de_DE.UTF-8"}) as translator:
        assert translator.languages == ["de-DE", "de", "dev"]
        assert translator.languages_for("pl_PL.UTF-8@euro")[:2] == ["pl-PL", "pl"]


def speaking(*lngs: str, **options: object) -> Translator:
    resources = {lng: {"translation": {"key": lng}} for lng in lngs}
    return Translator("v4", {"fallbackLng": "en", "resources": resources, **options})


@pytest.mark.parametrize(
    ("wanted", "exact", "closest"),
    [
        (["ar-EG", "de"], "de", "ar"),
        ("ar-EG,de;q=0.8", "de", "ar"),
        ("de;q=0.3, ar;q=0.9", "ar", "ar"),
        ("fr-CH, fr;q=0.9", None, None),
        ("pt-PT", "pt-BR", "pt-BR"),
        ("en-GB", "en", "en"),
        ("*", "en", "en"),
        ("fr, *;q=0.1, en;q=0", "ar", "ar"),
        ("PT-br", "pt-BR", "pt-BR"),
        ("de;q=nonsense", None, None),
        ("", None, None),
        ([], None, None),
    ],
)
def test_best_language(
    wanted: str | list[str], exact: str | None, closest: str | None
) -> None:
    with speaking("ar", "de", "en", "pt-BR") as translator:
        assert translator.best_language(wanted) == exact
        assert translator.best_language(wanted, closest=True) == closest


def test_supported_languages_count_before_they_are_loaded() -> None:
    options = {"supportedLngs": ["ar", "de"], "fallbackLng": "de"}
    with Translator("v4", options) as translator:
        assert translator.best_language("ar-EG", closest=True) == "ar"
        assert translator.best_language("cimode") is None
