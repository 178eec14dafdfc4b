"""Apple's `.xcstrings`: all languages in one JSON file, with plural variations."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from .i18next import is_nested, path_of
from .model import CATEGORIES, Catalog, Losses, Message, Pattern, Slot
from .notation import Positions, read_positions, write_with

_FORMAT = re.compile(r"%(?:(\d+)\$)?(?:@|l{0,2}[du]|\.?\d*f)")


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
        for message in part.messages:
            _add(table["strings"], part.language, message, losses)
    content = json.dumps(table, ensure_ascii=False, indent=2, separators=(",", " : "))
    path.write_text(content + "\n", encoding="utf-8")


def _add(
    strings: dict[str, Any], language: str, message: Message, losses: Losses
) -> None:
    if message.text is None and not message.is_plural:
        losses.tell(message.key, f"{message.value!r} is no text and left out")
        return
    for category, text in message.ordinal.items():
        losses.tell(message.key, "there are no ordinals; they are texts of their own")
        own = Message((f"{message.key}_ordinal_{category}",), text)
        _add(strings, language, own, losses)
    if message.text is None and not message.cardinal:
        return
    patterns = [message.text or (), *message.cardinal.values()]
    positions = Positions(patterns)
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
    if localization:
        entry.setdefault("localizations", {})[language] = localization


def _unit(
    text: Pattern, positions: Positions, key: str, losses: Losses
) -> dict[str, str]:
    def slot(part: Slot) -> str:
        return f"%{positions.number(part)}${'lld' if part.name == 'count' else '@'}"

    value = write_with(text, slot, lambda part: part.replace("%", "%%"), key, losses)
    return {"state": "translated", "value": value}


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
            message.text = _pattern(key, names)
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
        message.text = _pattern(unit["value"], names)
    variations = localization.get("variations", {})
    forms = variations.get("plural", {})
    message.cardinal = {
        name: _pattern(forms[name]["stringUnit"]["value"], names)
        for name in CATEGORIES
        if name in forms
    }
    if variations.keys() - {"plural"} or "substitutions" in localization:
        losses.tell(message.key, "variations by device and substitutions are left out")


def _pattern(text: str, names: dict[int, str]) -> Pattern:
    return tuple(
        part.replace("%%", "%") if isinstance(part, str) else part
        for part in read_positions(text, _FORMAT, names)
    )
