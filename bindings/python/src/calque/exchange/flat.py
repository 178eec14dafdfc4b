"""Formats of keys and texts without plural forms: `.strings` and Blockly's JSON.

Plural forms are texts of their own, with their key of format v4.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from ..checks.files import write_file
from .i18next import is_nested, path_of, read_tree
from .model import Catalog, Losses, Message, Pattern
from .notation import APPLE, Positions, read_positions, write_positions, write_text

_BLOCKLY = re.compile(r"%(\d+)")
_STRING = r'"((?:[^"\\]|\\.)*)"'
_PAIR = re.compile(rf"(?:/\*(.*?)\*/\s*)?{_STRING}\s*=\s*{_STRING}\s*;", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_QUOTING = str.maketrans({text: f"\\{name}" for name, text in _ESCAPES.items()})


def flat_texts(
    catalog: Catalog, losses: Losses
) -> Iterator[tuple[str, Pattern, Message]]:
    """Key, text and message of each text; plural forms are told."""
    for message in catalog.texts(losses):
        if message.text is not None:
            yield message.key, message.text, message
        if message.is_plural:
            losses.tell(message.key, "plural forms become texts of their own")
        for category, text in message.cardinal.items():
            yield f"{message.key}_{category}", text, message
        for category, text in message.ordinal.items():
            yield f"{message.key}_ordinal_{category}", text, message


def from_flat(
    language: str, texts: dict[str, tuple[Pattern, str]], losses: Losses
) -> Catalog:
    """A catalog of texts and comments by key; forms are joined to messages."""
    nested = is_nested(list(texts))
    tree = {
        key: write_text(text, "v4", key, losses) for key, (text, _note) in texts.items()
    }
    catalog = read_tree(tree, language, "v4", losses)
    for message in catalog.messages:
        note = texts.get(message.key)
        message.comment = note[1] if note else ""
        message.path = path_of(message.key, nested)
    return catalog


def write_strings(
    catalog: Catalog, path: Path, losses: Losses, _source: Catalog | None = None
) -> None:
    """Write Apple's `.strings`: `%1$@` for placeholders, their names in comments."""
    lines = []
    for key, text, message in flat_texts(catalog, losses):
        positions = Positions([text])
        value = write_positions(text, positions, lambda _: "$@", key, losses)
        comment = positions.note(message.comment)
        if comment:
            lines.append(f"/* {comment.replace('*/', '* /')} */")
        lines.append(f'"{key.translate(_QUOTING)}" = "{value.translate(_QUOTING)}";')
    write_file(path, "\n".join(lines) + "\n")


def read_strings(path: Path, language: str, losses: Losses) -> Catalog:
    """Read `.strings` in UTF-8 or UTF-16."""
    data = path.read_bytes()
    encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    texts = {}
    for match in _PAIR.finditer(data.decode(encoding)):
        key, value = _unquoted(match[2]), _unquoted(match[3])
        names, note = Positions.names((match[1] or "").strip())
        texts[key] = read_positions(value, APPLE, names), note
    if not texts:
        raise ValueError(f"{path}: there are no strings")
    return from_flat(language, texts, losses)


def _unquoted(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        if match[1]:
            return chr(int(match[1], 16))
        return _ESCAPES.get(match[2], match[2])

    return re.sub(r"\\(?:[uU]([0-9a-fA-F]{4})|(.))", character, text, flags=re.DOTALL)


def write_blockly(
    catalog: Catalog, path: Path, losses: Losses, _source: Catalog | None = None
) -> None:
    """Write Blockly's table: `%1` for placeholders."""
    table: dict[str, object] = {
        "@metadata": {"locale": catalog.language, "messagedocumentation": "qqq"}
    }
    for key, text, _message in flat_texts(catalog, losses):
        positions = Positions([text])
        for part in text:
            if not isinstance(part, str) and not re.fullmatch("arg[0-9]+", part.name):
                number = positions.number(part)
                losses.tell(key, f"the placeholder {part.name!r} becomes %{number}")
        table[key] = write_positions(text, positions, lambda _: "", key, losses)
    content = json.dumps(table, ensure_ascii=False, indent=2)
    write_file(path, content + "\n")


def read_blockly(path: Path, language: str, losses: Losses) -> Catalog:
    """Read Blockly's table; `@metadata` names its locale."""
    table = json.loads(path.read_text("utf-8-sig"))
    meta = table.pop("@metadata", {})
    language = language or meta.get("locale", "") or "en"
    texts = {
        key: (read_positions(value, _BLOCKLY, {}), "")
        for key, value in table.items()
        if isinstance(value, str)
    }
    return from_flat(language, texts, losses)
