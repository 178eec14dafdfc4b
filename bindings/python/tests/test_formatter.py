"""Formatters, and the built-in formatters of patterns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timezone
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from calque import (
    Catalog,
    CorruptError,
    Formatter,
    InvalidArgumentError,
    InvalidOptionError,
    LocaleData,
    Translator,
    UnsupportedError,
    compile_catalog_file,
)

FILE = Path(__file__).resolve().parents[3] / "samples" / "locales.ctd"


@pytest.fixture
def data() -> Iterator[LocaleData]:
    with LocaleData(FILE) as opened:
        yield opened


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1234, "1.234"),
        (1234.5, "1.234,5"),
        (Decimal("12345678901234567890.125"), "12.345.678.901.234.567.890,125"),
        (2**70, "1.180.591.620.717.411.303.424"),
        (float("inf"), "∞"),
        (Decimal("NaN"), "NaN"),
    ],
)
def test_numbers_of_every_type(value: float | Decimal, expected: str) -> None:
    with Formatter("number", "de") as formatter:
        assert formatter.format(value) == expected


def test_lists_grow_beyond_the_first_buffer() -> None:
    texts = ["word" * 10] * 50
    joined = Formatter("list", "en").format(texts)
    assert joined == ", ".join(texts[:-1]) + ", and " + texts[-1]


def test_dates_of_every_type(data: LocaleData) -> None:
    moment = Formatter("datetime", "de", data=data, dateStyle="long", timeStyle="short")
    assert moment.format(datetime(2024, 5, 17, 13, 4)) == "17. Mai 2024 um 13:04"
    aware = datetime(2024, 5, 17, 13, 4, tzinfo=ZoneInfo("America/New_York"))
    assert moment.format(aware) == "17. Mai 2024 um 17:04"
    assert moment.format(aware.astimezone(timezone.utc)) == "17. Mai 2024 um 17:04"
    day = Formatter("datetime", "pl", data=data, dateStyle="full")
    assert day.format(date(2024, 5, 17)) == "piątek, 17 maja 2024"
    hour = Formatter("datetime", "en", data=data, timeStyle="short")
    assert hour.format(time(13, 4)) == "1:04 PM"


def test_time_zones_are_those_of_the_system(data: LocaleData) -> None:
    formatter = Formatter(
        "datetime",
        "de",
        data=data,
        timeStyle="short",
        timeZone=ZoneInfo("Europe/Berlin"),
    )
    assert formatter.format(datetime(2024, 7, 1, 12, tzinfo=timezone.utc)) == "14:00"
    assert formatter.format(datetime(2050, 1, 1, 12, tzinfo=timezone.utc)) == "13:00"
    assert formatter.format(datetime(2024, 7, 1, 12)) == "12:00"
    with pytest.raises(UnsupportedError) as caught:
        Formatter("datetime", "de", data=data, timeZone="Atlantis/Capital")
    assert caught.value.path == "timeZone"


def test_money_and_spans(data: LocaleData) -> None:
    money = Formatter("number", "ja", data=data, style="currency", currency="JPY")
    assert money.format(1234) == "￥1,234"
    span = Formatter("relativetime", "ru", data=data, unit="day", numeric="auto")
    assert [span.format(days) for days in (-1, 0, 2, 5)] == [
        "вчера",
        "сегодня",
        "послезавтра",
        "через 5 дней",
    ]
    compact = Formatter("number", "de", data=data, notation="compact")
    assert compact.format(1_234_567) == "1,2\u00a0Mio."


def test_what_cannot_be_is_refused(data: LocaleData) -> None:
    with pytest.raises(InvalidArgumentError):
        Formatter("colour", "en")
    with pytest.raises(InvalidOptionError) as caught:
        Formatter("number", "en", style="currency")
    assert caught.value.path == "currency"
    with pytest.raises(UnsupportedError):
        Formatter("datetime", "en")
    with pytest.raises(UnsupportedError):
        Formatter("datetime", "fr", data=data)
    with pytest.raises(InvalidArgumentError):
        Formatter("list", "en").format("abc")
    with pytest.raises(CorruptError):
        LocaleData.from_bytes(FILE.read_bytes()[:-1])


PATTERNS = {
    "n": "{{v, number}}",
    "m": "{{v, currency(EUR)}}",
    "d": "{{v, datetime(dateStyle: long)}}",
    "r": "{{v, relativetime(day)}}",
    "l": "{{v, list}}",
    "u": "{{v, list, shout}}",
}


@pytest.fixture
def translator(data: LocaleData) -> Iterator[Translator]:
    resources = {lng: {"translation": PATTERNS} for lng in ("de", "en", "pl")}
    options = {
        "lng": "de",
        "resources": resources,
        "interpolation": {"escapeValue": False},
    }
    with Translator("v4", options) as opened:
        opened.set_locale_data(LocaleData.from_bytes(FILE.read_bytes()))
        yield opened


def test_patterns_write_as_the_language_of_the_call(translator: Translator) -> None:
    assert translator.t("n", v=1234.5) == "1.234,5"
    assert translator.t("n", v=1234.5, lng="en") == "1,234.5"
    assert translator.t("m", v=12) == "12,00\u00a0€"
    assert translator.t("m", v=12, lng="pl") == "12,00\u00a0€"
    assert translator.t("d", v=1715951045678) == "17. Mai 2024"
    assert translator.t("d", v="2024-05-17", lng="en") == "May 17, 2024"
    assert translator.t("r", v=3) == "in 3 Tagen"
    assert translator.t("l", v=["a", "b", "c"]) == "a, b und c"


def test_parameters_of_the_call_come_first(translator: Translator) -> None:
    params = {"v": {"minimumFractionDigits": 2, "lng": "en"}}
    assert translator.t("n", v=1234, formatParams=params) == "1,234.00"


def test_formatters_of_the_host_win_and_follow(translator: Translator) -> None:
    translator.add_formatter("shout", lambda value, lng, options: f"{value}!")
    assert translator.t("u", v=["a", "b"]) == "a und b!"
    translator.add_formatter("number", lambda value, lng, options: "own")
    assert translator.t("n", v=1) == "own"


def test_wrong_options_leave_the_value(translator: Translator) -> None:
    params = {"v": {"minimumFractionDigits": 200}}
    assert translator.t("n", v=1234, formatParams=params) == "1234"


def test_a_variable_named_as_an_option_is_that_option(translator: Translator) -> None:
    # As in i18next: all variables of a call are options of its formatters.
    resources = {"x": "{{day, datetime}}", "y": "{{n, number}}"}
    translator.add_resources("de", "translation", resources)
    assert translator.t("x", day=1715951045678) == "1715951045678"
    assert translator.t("x", day="2024-05-17") == "2024-05-17"
    assert translator.t("y", n=1.5, minimumFractionDigits=2) == "1,50"


def test_without_data_the_forms_are_neutral() -> None:
    options = {"lng": "de", "resources": {"de": {"translation": PATTERNS}}}
    with Translator("v4", options) as translator:
        assert translator.t("n", v=1234.5) == "1.234,5"
        assert translator.t("m", v=12) == "12,00\u00a0EUR"
        assert translator.t("d", v=1715951045678) == "2024-05-17"
        assert translator.t("r", v=3) == "+3 d"


def test_a_compiled_catalog_carries_the_facts_of_its_languages(tmp_path: Path) -> None:
    resources = {lng: {"translation": PATTERNS} for lng in ("de", "pl")}
    path = tmp_path / "texts.calque"
    compile_catalog_file(path, resources)
    bare = path.stat().st_size
    compile_catalog_file(path, resources, locale_data=LocaleData(FILE))
    assert bare < path.stat().st_size < bare + FILE.stat().st_size / 2
    catalog = Catalog(path)
    catalog.verify()
    assert catalog.describe()["localeData"] % 64 == 0
    with Translator("v4", {"lng": "de", "fallbackLng": "de"}) as translator:
        translator.add_catalog(catalog)
        assert translator.t("d", v=1715951045678) == "17. Mai 2024"
        assert translator.t("d", v=1715951045678, lng="pl") == "17 maja 2024"
        # About Japanese the file has nothing.
        assert translator.t("d", v=1715951045678, lng="ja") == "2024-05-17"
        # All that the host gives comes first.
        translator.set_locale_data(LocaleData(FILE))
        assert translator.t("d", v=1715951045678, lng="ja") == "2024年5月17日"


def test_damaged_facts_of_a_catalog_are_told_or_harmless(tmp_path: Path) -> None:
    path = tmp_path / "texts.calque"
    compile_catalog_file(
        path, {"de": {"translation": PATTERNS}}, locale_data=LocaleData(FILE)
    )
    whole = path.read_bytes()
    size = Catalog(path).describe()["localeData"]
    for at in range(len(whole) - size, len(whole), 97):
        damaged = bytearray(whole)
        damaged[at] ^= 0x5A
        catalog = Catalog.from_bytes(bytes(damaged))
        with pytest.raises(CorruptError):
            catalog.verify()
        with Translator("v4", {"lng": "de"}) as translator:
            try:
                translator.add_catalog(catalog)
            except (CorruptError, UnsupportedError):
                continue
            translator.t("d", v=1715951045678)
