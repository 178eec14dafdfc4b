"""Catalogs, servers and transports that several tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from servers import BadServer, Certificate, bad_server, make_certificate

from calque import Translator
from calque.http import HTTPTransport

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


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def bad() -> Iterator[BadServer]:
    with bad_server() as server:
        yield server


@pytest.fixture
def http() -> Iterator[HTTPTransport]:
    with HTTPTransport(proxy="") as transport:
        yield transport
