"""calque.cdef.h, as a program over cffi takes it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from cffi import FFI  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(name="ffi")
def declared() -> Any:
    ffi = FFI()
    ffi.cdef((ROOT / "include" / "calque.cdef.h").read_text(encoding="utf-8"))
    return ffi


def test_a_program_over_cffi_translates(ffi: Any) -> None:
    library = ffi.dlopen(os.environ["CALQUE_LIBRARY"])
    options = (
        b'{"lng": "en", "resources": {"en": {"translation": {"hi": "Hi {{name}}"}}}}'
    )
    translator = ffi.new("calque_translator **")
    status = library.calque_translator_create(
        library.CALQUE_FORMAT_V4, options, len(options), ffi.NULL, translator, ffi.NULL
    )
    assert status == library.CALQUE_OK
    name, value = ffi.new("char[]", b"name"), ffi.new("char[]", b"Ada")
    argument = ffi.new("calque_arg[1]")
    argument[0].name, argument[0].name_length = name, 4
    argument[0].kind, argument[0].text = library.CALQUE_ARG_KIND_TEXT, value
    argument[0].length = 3
    text, length = ffi.new("char[32]"), ffi.new("size_t *")
    library.calque_translator_translate(
        translator[0], b"hi", 2, argument, 1, text, 32, length
    )
    assert ffi.string(text) == b"Hi Ada"
    library.calque_translator_release(translator[0])


def test_a_failure_is_read(ffi: Any) -> None:
    library = ffi.dlopen(os.environ["CALQUE_LIBRARY"])
    translator, error = ffi.new("calque_translator **"), ffi.new("calque_error **")
    status = library.calque_translator_create(
        library.CALQUE_FORMAT_V4, b"{", 1, ffi.NULL, translator, error
    )
    assert status == library.CALQUE_INVALID_JSON
    assert b"line 1" in ffi.string(library.calque_error_message(error[0]))
    library.calque_error_release(error[0])
