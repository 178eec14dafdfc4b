"""ARB, Flutter's catalogs: JSON with messages of ICU."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ..checks.files import write_file
from .i18next import is_nested, path_of
from .model import CATEGORIES, Catalog, Losses, Message, Pattern, Slot, plain
from .notation import slot_names, write_with


def write_arb(
    catalog: Catalog, path: Path, losses: Losses, _source: Catalog | None = None
) -> None:
    """Write a catalog. A message with forms is one ICU message."""
    table: dict[str, Any] = {"@@locale": catalog.language.replace("-", "_")}
    for message in catalog.texts(losses):
        if message.text is not None:
            _add(table, message.key, _text(message.text, message.key, losses), message)
        if message.cardinal:
            _add(table, message.key, _plural(message, "plural", losses), message)
        if message.ordinal:
            key = f"{message.key}_ordinal" if message.cardinal else message.key
            _add(table, key, _plural(message, "selectordinal", losses), message)
    content = json.dumps(table, ensure_ascii=False, indent=2)
    write_file(path, content + "\n")


def _add(table: dict[str, Any], key: str, text: str, message: Message) -> None:
    table[key] = text
    names = slot_names(message.patterns)
    if message.is_plural:
        names = {"count": None, **names}
    about: dict[str, Any] = {}
    if message.comment:
        about["description"] = message.comment
    if names:
        about["placeholders"] = {name: {} for name in names}
    if about:
        table[f"@{key}"] = about


def _text(pattern: Pattern, key: str, losses: Losses) -> str:
    return write_with(pattern, lambda slot: f"{{{slot.name}}}", _escaped, key, losses)


def _escaped(text: str) -> str:
    """ICU's quoting: an apostrophe is doubled, braces stand in apostrophes."""
    return re.sub(r"[{}#]+", r"'\g<0>'", text.replace("'", "''"))


def _plural(message: Message, kind: str, losses: Losses) -> str:
    forms = message.cardinal if kind == "plural" else message.ordinal
    parts = [f"{{count, {kind},"]
    texts = {name: _text(text, message.key, losses) for name, text in forms.items()}
    if "other" not in texts:
        # ICU refuses a message without it.
        losses.tell(message.key, "the form 'other', which ICU needs, is a copy")
        texts["other"] = next(reversed(texts.values()))
    for name in CATEGORIES:
        if name in texts:
            # In every language i18next shows `zero` for 0; ICU needs the number.
            label = "=0" if name == "zero" and kind == "plural" else name
            parts.append(f" {label}{{{texts[name]}}}")
    return "".join(parts) + "}"


def read_arb(path: Path, language: str, losses: Losses) -> Catalog:
    """Read a catalog. Select messages, and plurals within texts, stay as text."""
    table = json.loads(path.read_text("utf-8-sig"))
    language = language or str(table.get("@@locale", "en")).replace("_", "-")
    catalog = Catalog(language)
    keys = [key for key in table if not key.startswith("@")]
    nested = is_nested(keys)
    by_path: dict[tuple[str | int, ...], Message] = {}
    for key in keys:
        about = table.get(f"@{key}") or {}
        message = Message(path_of(key, nested), comment=about.get("description", ""))
        _read(message, table[key], losses)
        base = path_of(key.removesuffix("_ordinal"), nested)
        if message.ordinal and base in by_path:
            by_path[base].ordinal = message.ordinal
            continue
        by_path[message.path] = message
        catalog.messages.append(message)
    return catalog


_HEAD = re.compile(r"\{\s*(\w+)\s*,\s*(plural|selectordinal)\s*,")
_CASE = re.compile(r"\s*(=\d+|\w+)\s*\{")


def _read(message: Message, text: str, losses: Losses) -> None:
    head = _HEAD.match(text)
    forms: dict[str, Pattern] = {}
    if head and text.rstrip().endswith("}"):
        at = head.end()
        while case := _CASE.match(text, at):
            end = _closing(text, case.end())
            name = {"=0": "zero", "=1": "one", "=2": "two"}.get(case[1], case[1])
            pattern = _pattern(text[case.end() : end], head[1])
            if name in CATEGORIES:
                forms.setdefault(name, pattern)
            else:
                losses.tell(message.key, f"the form {case[1]!r} is left out")
            at = end + 1
        if text[at:].strip() != "}":
            forms = {}
    if not forms:
        if ", select," in text or ", plural," in text:
            losses.tell(message.key, "an ICU message within a text is kept as text")
        message.text = _pattern(text, "")
    elif head and head[2] == "plural":
        message.cardinal = _ordered(forms)
    else:
        message.ordinal = _ordered(forms)


def _ordered(forms: dict[str, Pattern]) -> dict[str, Pattern]:
    return {name: forms[name] for name in CATEGORIES if name in forms}


def _closing(text: str, at: int) -> int:
    """Offset of the brace that ends what begins here."""
    depth = 1
    quoted = False
    while at < len(text):
        character = text[at]
        if character == "'":
            if text[at + 1 : at + 2] == "'":
                at += 1
            elif quoted or text[at + 1 : at + 2] in {"{", "}", "#"}:
                quoted = not quoted
        elif not quoted:
            depth += {"{": 1, "}": -1}.get(character, 0)
            if depth == 0:
                return at
        at += 1
    raise ValueError("an ICU message is not closed")


_TOKEN = re.compile(r"''|'([{}#][^']*)'|\{\s*(\w+)\s*(?:,[^{}]*)?\}|#")


def _pattern(text: str, count: str) -> Pattern:
    parts: list[str | Slot] = []
    at = 0
    for match in _TOKEN.finditer(text):
        parts.append(text[at : match.start()])
        at = match.end()
        if match[0] == "''":
            parts.append("'")
        elif match[1]:
            parts.append(match[1])
        elif match[2]:
            name = match[2]
            parts.append(Slot("count" if name == count else name))
        else:
            parts.append(Slot("count") if count else "#")
    return plain([*parts, text[at:]])
