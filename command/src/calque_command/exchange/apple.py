"""Apple's catalogs: `.strings`, and `.xcstrings` with all languages in one file."""

import json
import re
from collections.abc import Iterator
from typing import Any

from moz.l10n.model import Metadata, Pattern, PatternMessage

from ..checks.endings import CATEGORIES
from ..checks.source import BrokenFileError, position_of
from .catalog import UNTRANSLATED, Catalog, Text, forms_of, message_of
from .fit import texts
from .formats import Losses
from .names import bytes_of, table_of
from .printf import Names, Positions, Types, split, types_in

_SPACE = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?:\n|$))*"
_WORD = r'(?:"((?:[^"\\]|\\.)*)"|([\w.$/-]+))'
_PAIR = re.compile(rf"({_SPACE}){_WORD}{_SPACE}={_SPACE}{_WORD}{_SPACE};", re.DOTALL)
_END = re.compile(_SPACE, re.DOTALL)
_COMMENT = re.compile(r"/\*(.*?)\*/|//([^\n]*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:[uU]([0-9a-fA-F]{4})|(.))", re.DOTALL)
_MEMBERS = ("extractionState", "shouldTranslate")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_QUOTING = str.maketrans({text: f"\\{name}" for name, text in _ESCAPES.items()})


def read_strings(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read `.strings` in UTF-8 or UTF-16."""
    encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    content, at = data.decode(encoding), 0
    while match := _PAIR.match(content, at):
        before, *words = match.groups("")
        key, text = (_unquoted(words[i]) + words[i + 1] for i in (0, 2))
        comments = _COMMENT.findall(before)
        names = Names("".join(comments[-1]).strip() if comments else "")
        yield Text(key, PatternMessage(names.named(split(text))), names.comment)
        at = match.end()
    rest = _END.match(content, at)
    if rest and rest.end() < len(content):
        place = position_of(content[: rest.end()])
        raise BrokenFileError('expected "key" = "text";', *place)


def _unquoted(text: str) -> str:
    return _ESCAPE.sub(
        lambda one: chr(int(one[1], 16)) if one[1] else _ESCAPES.get(one[2], one[2]),
        text,
    )


def write_strings(catalog: Catalog, format_: str) -> bytes:
    """Write `.strings`: `%1$@` for placeholders, their names in comments."""
    lines = []
    for text in texts(catalog, format_):
        positions = Positions(text, True)
        comment = positions.note.replace("*/", "* /")
        lines += [f"/* {comment} */"] if comment else []
        key, value = text.key, positions.text(text.pattern)
        lines.append(f'"{key.translate(_QUOTING)}" = "{value.translate(_QUOTING)}";')
    return ("\n".join(lines) + "\n").encode()


def read_xcstrings(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read one language of a file; without one the source language."""
    table = table_of(data)
    source = catalog.source_language = table.get("sourceLanguage", "en")
    language = catalog.language = catalog.language or source
    others = set()
    for key, entry in table.get("strings", {}).items():
        localizations = entry.get("localizations", {})
        others |= localizations.keys() - {language}
        # A key is a text of the source.
        own = {"stringUnit": {"value": key}} if language == source else {}
        units = _units(localizations.get(language, own), key, catalog.losses)
        names = Names(entry.get("comment", ""), "" not in units)
        kept = [name for name in _MEMBERS if entry.get(name, "manual") != "manual"]
        meta = [Metadata(name, json.dumps(entry[name])) for name in kept]
        for form, unit in units.items():
            if (state := unit.get("state", "translated")) != "translated":
                meta.append(Metadata(f"state:{form}", state))
        meta += [] if units else [Metadata(UNTRANSLATED, "")]
        forms = {form: names.named(split(one["value"])) for form, one in units.items()}
        yield Text(key, message_of(forms), names.comment, meta)
    if others:
        listed = ", ".join(sorted(others))
        catalog.losses.append(f"other languages are left out: {listed}")


def _units(localization: dict[str, Any], key: str, losses: Losses) -> dict[str, Any]:
    """The units of a text by plural category, or one for the category ""."""
    variations = localization.get("variations", {})
    if "device" in variations:
        losses.tell(key, "variations by device other than the last are left out")
        return _units(list(variations["device"].values())[-1], key, losses)
    if plural := variations.get("plural"):
        names = (name for name in CATEGORIES if name in plural)
        return {name: plural[name]["stringUnit"] for name in names}
    unit = localization.get("stringUnit")
    substitutions = localization.get("substitutions", {})
    if unit and len(substitutions) == 1:
        ((name, given),) = substitutions.items()
        number = f"{given['argNum']}$" if "argNum" in given else ""
        type_ = f"%{number}{given.get('formatSpecifier', 'lld')}"
        forms = _units(given, key, losses)
        for form, each in forms.items():
            inner = each["value"].replace("%arg", type_)
            value = unit["value"].replace(f"%#@{name}@", inner)
            forms[form] = {**each, "value": value}
        return forms
    if substitutions:
        losses.tell(key, "several substitutions are left out")
    return {"": unit} if unit else {}


def write_xcstrings(catalog: Catalog, format_: str) -> bytes:
    """Write a catalog into the file before, whose other languages stay."""
    table: dict[str, Any] = {"sourceLanguage": "", "strings": {}, "version": "1.0"}
    if catalog.before.strip():
        table = table_of(catalog.before)
    source = catalog.source_language or catalog.language
    table["sourceLanguage"] = table.get("sourceLanguage") or source
    for part in filter(None, (catalog, catalog.source)):
        for text in texts(part, format_):
            entry = table.setdefault("strings", {}).setdefault(text.key, {})
            _add(entry, part.language, text)
    return bytes_of(table, (",", " : "))


def _add(entry: dict[str, Any], language: str, text: Text) -> None:
    # Placeholders have the types that they have in the languages that are there.
    types: Types = {}
    for localization in entry.get("localizations", {}).values():
        for each in _units(localization, "", Losses()).values():
            types = {**types_in(each.get("value", "")), **types}
    positions = Positions(text, True, types)
    if positions.note:
        entry["comment"] = positions.note
    meta = {each.key: each.value for each in text.meta}
    entry |= {name: json.loads(meta[name]) for name in _MEMBERS if name in meta}
    entry.setdefault("extractionState", "manual")

    def unit(form: str, pattern: Pattern) -> dict[str, Any]:
        state = meta.get(f"state:{form}", "translated")
        value = positions.text(pattern)
        return {"stringUnit": {"state": state, "value": value}}

    forms = forms_of(text.value)
    made = unit("", text.pattern)
    if forms is not None:
        plural = {form: unit(form, pattern) for form, pattern in forms.items()}
        made = {"variations": {"plural": plural}}
    entry.setdefault("localizations", {})[language] = made
