from __future__ import annotations

from pathlib import Path

import pytest

from calque import CalqueError, MissingKeyError, Status, Translator
from calque.errors import error_class


@pytest.mark.parametrize(
    ("status", "natural"),
    [
        (Status.INVALID_ARGUMENT, ValueError),
        (Status.INVALID_UTF8, ValueError),
        (Status.INVALID_JSON, ValueError),
        (Status.INVALID_TYPE, ValueError),
        (Status.INVALID_OPTION, ValueError),
        (Status.INVALID_LOCALE, ValueError),
        (Status.LIMIT_EXCEEDED, ValueError),
        (Status.IO_ERROR, OSError),
        (Status.UNSUPPORTED, CalqueError),
        (Status.UNKNOWN, CalqueError),
    ],
)
def test_failures_are_raised_as_natural_classes(
    status: Status, natural: type[Exception]
) -> None:
    error = error_class(status)("it failed", status)
    assert isinstance(error, natural)
    assert isinstance(error, CalqueError)
    assert error.code is status
    assert str(error) == "it failed"


def test_every_failure_has_a_class() -> None:
    failures = [status for status in Status if status >= Status.INVALID_ARGUMENT]
    assert all(error_class(status) is not CalqueError for status in failures)


def test_the_message_names_file_line_column_and_path(tmp_path: Path) -> None:
    (tmp_path / "de.json").write_text('{\n  "a" 1}')
    with Translator("v4") as translator, pytest.raises(CalqueError) as caught:
        translator.add_file("de", "translation", tmp_path / "de.json")
    assert str(caught.value) == caught.value.message
    assert str(caught.value).endswith(f" ({tmp_path}/de.json:2:8)")
    with pytest.raises(CalqueError, match=r" \(interpolation\.prefix\)$"):
        Translator("v4", {"interpolation": {"prefix": 1}})


def test_missing_key_is_a_key_error_with_plain_text() -> None:
    error = MissingKeyError("k")
    assert isinstance(error, KeyError)
    assert str(error) == "no translation for 'k'"
    assert error.code is Status.MISSING_KEY


def test_unknown_status_numbers_are_unknown() -> None:
    assert Status(12345) is Status.UNKNOWN
    assert Status(3) is Status.MISSING_KEY
