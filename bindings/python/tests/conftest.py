"""Catalogs that several tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from calque import Translator

RESOURCES: dict[str, Any] = {
    "en": {
        "translation": {
            "hello": "Hello {{name}}",
            "file_one": "{{count}} file",
            "file_other": "{{count}} files",
            "list": ["one", "two"],
            "tree": {"leaf": "green {{x}}", "number": 3},
            "integer": 42,
            "real": 1.5,
            "yes": True,
            "nothing": None,
            "[odd]": "brackets",
            "plain": "Plain text",
        },
        "more": {"extra": "Extra"},
    },
    "de": {"translation": {"hello": "Hallo {{name}}", "only": "nur deutsch"}},
}


@pytest.fixture
def options() -> dict[str, Any]:
    return {"lng": "en", "fallbackLng": "de", "resources": RESOURCES}


@pytest.fixture
def translator(options: dict[str, Any]) -> Iterator[Translator]:
    with Translator("v4", {**options, "returnNull": True}) as made:
        yield made
