"""Catalogs of our own, and writing them."""

import json
import os
from pathlib import Path

_ROOT = Path(__file__).parents[2]
PACKAGES = os.pathsep.join(
    str(_ROOT / folder) for folder in ("command/src", "bindings/python/src")
)

SOURCE = {
    "menu": {"open": "Open {{name}}", "save": "Save"},
    "file_one": "{{count}} file",
    "file_other": "{{count}} files",
    "hint": "Press <1>here</1>",
}
POLISH = {
    "menu": {"open": "Otwórz {{nazwa}}", "save": "Save"},
    "file_one": "{{count}} plik",
    "file_many": "{{count}} plików",
    "hint": "Naciśnij <1>tutaj</1>",
    "extra": "Coś",
}
GERMAN = {
    "menu": {"open": "{{name}} öffnen", "save": "Sichern"},
    "file_one": "{{count}} Datei",
    "file_other": "{{count}} Dateien",
    "hint": "<1>Hier</1> drücken",
}


def write(path, tree):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(tree, ensure_ascii=False, indent=2) + "\n"
    path.write_text(text, encoding="utf-8")
    return path
