"""Apple's `.xcstrings`: all languages in one JSON file, with plural variations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..checks.files import write_file
from .i18next import is_nested, path_of
from .model import CATEGORIES, Catalog, Losses, Message, Pattern, Slot
from .notation import APPLE, Positions, read_positions, write_positions


def write_xcstrings(
    catalog: Catalog, path: Path, losses: Losses, source: Catalog | None = None
) -> None:
    """Write a catalog into a file; languages that are there stay."""
    table: dict[str, Any] = {"sourceLanguage": "", "strings": {}, "version": "1.0"}
    if path.exists():
        table = json.loads(path.read_text("utf-8"))
    source_language = source.language if source else catalog.source_language
    table["sourceLanguage"] = (
        table.get("sourceLanguage") or source_language or catalog.language
    )
    for part in (catalog, *([source] if source else [])):
        for message in part.without_ordinals(losses):
            _add(table["strings"], part.language, message, losses)
    content = json.dumps(table, ensure_ascii=False, indent=2, separators=(",", " : "))
    write_file(path, content + "\n")


def _add(
    strings: dict[str, Any], language: str, message: Message, losses: Losses
) -> None:
    positions = Positions(message.patterns)
    entry = strings.setdefault(message.key, {})
    note = positions.note(message.comment)
    if note:
        entry["comment"] = note
    entry.setdefault("extractionState", "manual")
    localization: dict[str, Any] = {}
    if message.text is not None:
        localization["stringUnit"] = _unit(message.text, positions, message.key, losses)
    if message.cardinal:
        forms = {
            name: {"stringUnit": _unit(text, positions, message.key, losses)}
            for name, text in message.cardinal.items()
        }
        if "other" not in forms:
            losses.tell(message.key, "the form 'other', which is needed, is a copy")
            forms["other"] = next(reversed(forms.values()))
        localization["variations"] = {"plural": forms}
    entry.setdefault("localizations", {})[language] = localization


def _unit(
    text: Pattern, positions: Positions, key: str, losses: Losses
) -> dict[str, str]:
    value = write_positions(text, positions, _kind, key, losses)
    return {"state": "translated", "value": value}


def _kind(slot: Slot) -> str:
    return "$lld" if slot.name == "count" else "$@"


def read_xcstrings(path: Path, language: str, losses: Losses) -> Catalog:
    """Read one language of a file; without one the source language."""
    table = json.loads(path.read_text("utf-8-sig"))
    language = language or table.get("sourceLanguage", "en")
    catalog = Catalog(language, source_language=table.get("sourceLanguage", ""))
    strings = table.get("strings", {})
    nested = is_nested(list(strings))
    for key, entry in strings.items():
        localization = entry.get("localizations", {}).get(language)
        names, comment = Positions.names(entry.get("comment", ""))
        message = Message(path_of(key, nested), comment=comment)
        if localization is None:
            if language != table.get("sourceLanguage"):
                continue
            message.text = read_positions(key, APPLE, names)
        else:
            _read(message, localization, names, losses)
        catalog.messages.append(message)
    return catalog


def _read(
    message: Message,
    localization: dict[str, Any],
    names: dict[int, str],
    losses: Losses,
) -> None:
    unit = localization.get("stringUnit")
    if unit is not None:
        message.text = read_positions(unit["value"], APPLE, names)
    variations = localization.get("variations", {})
    forms = variations.get("plural", {})
    message.cardinal = {
        name: read_positions(forms[name]["stringUnit"]["value"], APPLE, names)
        for name in CATEGORIES
        if name in forms
    }
    if variations.keys() - {"plural"} or "substitutions" in localization:
        losses.tell(message.key, "variations by device and substitutions are left out")
