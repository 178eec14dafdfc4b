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
def test_a_locale_has_the_levels_of_its_tag(format_: str) -> None:
    name = "lang" if format_ == "ios" else "lng"
    with Translator(format_, {name: "de_DE.UTF-8"}) as translator:
        assert translator.languages[-3:] == ["de-DE", "de", "dev"]
        assert translator.languages_for("pl_PL.UTF-8@euro")[-3:-1] == ["pl-PL", "pl"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("pt_BR.UTF-8", "pt-BR"),
        ("pt_BR", "pt-BR"),
        ("zh_TW", "zh-TW"),
        ("zh_TW.UTF-8", "zh-TW"),
        ("sr@latin", "sr@latin"),
        ("sr_RS@latin", "sr-Latn-RS"),
        ("ca@valencia", "ca@valencia"),
        ("ca_ES.UTF-8@valencia", "ca"),
        ("de_DE@euro", "de_DE@euro"),
    ],
)
def test_a_locale_has_one_answer(name: str, found: str) -> None:
    """Found as i18next finds it, and by every call that takes a name."""
    codes = ["pt", "pt-BR", "zh", "zh-TW", "sr", "sr@latin", "sr-Latn-RS", "ca"]
    with speaking("en", *codes, "ca@valencia", "de", "de_DE@euro") as translator:
        assert translator.get_fixed_t(name)("key") == found
        assert translator.t("key", lng=name) == found
        translator.change_language(name)
        assert translator.t("key") == translator.resolved_language == found
        for given in (name, [name]):
            assert translator.best_language(given) == found
            assert translator.best_language(given, closest=True) == found


def test_a_locale_counts_as_its_language() -> None:
    tree = {f"n_{form}": form for form in ("one", "few", "other")}
    options = {"lng": "sr@latin", "resources": {"sr@latin": {"translation": tree}}}
    with Translator("v4", options) as translator:
        assert [translator.t("n", count=n) for n in (1, 2, 5)] == [
            "one",
            "few",
            "other",
        ]


def test_parent_locales_are_an_option() -> None:
    codes = ("en", "zh", "zh-TW", "es", "es-419", "pt", "pt-PT")
    expected = {"zh-HK": "zh-TW", "zh-MO": "zh-TW", "es-AR": "es-419", "pt-AO": "pt-PT"}
    with speaking(*codes, parentLocales=True) as translator:
        for lng, found in expected.items():
            assert translator.get_fixed_t(lng)("key") == found
            assert translator.best_language(lng, closest=True) == found
    with speaking(*codes) as translator:
        assert translator.get_fixed_t("zh-HK")("key") == "zh"


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
        (None, None, None),
    ],
)
def test_best_language(
    wanted: str | list[str] | None, exact: str | None, closest: str | None
) -> None:
    with speaking("ar", "de", "en", "pt-BR") as translator:
        assert translator.best_language(wanted) == exact
        assert translator.best_language(wanted, closest=True) == closest


def test_supported_languages_count_before_they_are_loaded() -> None:
    options = {"supportedLngs": ["ar", "de"], "fallbackLng": "de"}
    with Translator("v4", options) as translator:
        assert translator.best_language("ar-EG", closest=True) == "ar"
        assert translator.best_language("cimode") is None
