"""Loads a catalog over HTTP: http_catalog.py URL, with LANGUAGE/NAMESPACE.json."""

from __future__ import annotations

import sys

from calque import Translator
from calque.http import HTTPTransport


def main(url: str) -> None:
    """Print what the catalog says, and where it came from."""
    backend = {"loadPath": url + "/{{lng}}/{{ns}}.json"}
    options = {"lng": "de", "fallbackLng": "en", "ns": "common", "backend": backend}
    with HTTPTransport() as http, Translator("v4", options, transport=http) as t:
        report = t.load()
        print(report.status.name, [file.http_status for file in report.files])
        print(t.t("welcome", name="Ada"))


if __name__ == "__main__":
    main(sys.argv[1])
