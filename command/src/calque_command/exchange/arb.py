"""ARB, Flutter's catalogs: JSON with messages of ICU."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from moz.l10n.model import (
    CatchallKey,
    Expression,
    Message,
    Metadata,
    Pattern,
    PatternMessage,
    SelectMessage,
    VariableRef,
)
from pyicumessageformat import Parser  # type: ignore[import-untyped]

from .catalog import (
    Catalog,
    Text,
    by_count,
    is_number,
    is_ordinal,
    joined,
    label,
    name_of,
    names_of,
    patterns_of,
    text_message,
)
from .fit import texts
from .losses import Losses
from .names import bytes_of, table_of

_KINDS = {"plural": "number", "selectordinal": "number", "select": "string"}
_TYPES = {"number": "number", "date": "datetime", "time": "datetime"}


def read_arb(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read a catalog."""
    table = table_of(data)
    language = str(table.get("@@locale", "en")).replace("_", "-")
    catalog.language = catalog.language or language
    for key, text in table.items():
        if key.startswith("@@") and key != "@@locale":
            catalog.resource.meta.append(Metadata(key, json.dumps(text)))
        if key.startswith("@"):
            continue
        if not isinstance(text, str):
            raise ValueError(f"{key!r} is not a string")
        about = dict(table.get(f"@{key}") or {})
        comment = about.pop("description", "")
        if not any(about.get("placeholders", {}).values()):
            about.pop("placeholders", None)
        meta = [Metadata(f"@{name}", json.dumps(each)) for name, each in about.items()]
        yield Text(key, _message(text, key, catalog.losses), comment, meta)


def _message(text: str, key: str, losses: Losses) -> Message:
    try:
        nodes = Parser().parse(text)
    except SyntaxError as error:
        raise ValueError(f"{key}: {error}") from None
    selectors: dict[tuple[str, str], list[str]] = {}
    _collect(nodes, selectors, key, losses)
    if not selectors:
        return text_message(_parts(nodes, {}, key, losses))
    variants: dict[tuple[str | CatchallKey, ...], Pattern] = {}
    for labels in product(*selectors.values()):
        chosen = dict(zip(selectors, labels, strict=True))
        keys = tuple(CatchallKey("other") if each == "other" else each
                     for each in labels)  # fmt: skip
        variants[keys] = joined(_parts(nodes, chosen, key, losses))
    declarations = {}
    for place, (name, kind) in enumerate(selectors):
        options: dict[str, Any] = {"select": "ordinal"} if "ordinal" in kind else {}
        given = Expression(VariableRef(name), _KINDS[kind], options)
        declarations[name if place == 0 else f"{name}_{place}"] = given
    variants = {
        tuple(each.removeprefix("=") if isinstance(each, str) else each
              for each in keys): pattern
        for keys, pattern in variants.items()
    }  # fmt: skip
    references = tuple(map(VariableRef, declarations))
    return by_count(SelectMessage(declarations, references, variants))


def _collect(
    nodes: Any, selectors: dict[tuple[str, str], list[str]], key: str, losses: Losses
) -> None:
    """The selectors of a message and of those within it, with their labels."""
    for node in nodes if isinstance(nodes, list) else [nodes]:
        if isinstance(node, dict) and "options" in node:
            known = selectors.setdefault((node["name"], node["type"]), [])
            known += [name for name in node["options"] if name not in known]
            if node.get("offset"):
                losses.tell(key, f"the offset {node['offset']} is left out")
            for inner in node["options"].values():
                _collect(inner, selectors, key, losses)


def _parts(
    nodes: Any, chosen: dict[tuple[str, str], str], key: str, losses: Losses
) -> Pattern:
    parts: Pattern = []
    for node in nodes if isinstance(nodes, list) else [nodes]:
        if isinstance(node, str):
            parts.append(node)
        elif "options" in node:
            wanted = chosen[node["name"], node["type"]]
            options = node["options"]
            option = options.get(wanted, options.get("other", []))
            parts += _parts(option, chosen, key, losses)
        elif node.get("hash") or "type" not in node:
            parts.append(Expression(VariableRef(node["name"])))
        else:
            function = _TYPES.get(node["type"])
            if function is None or node.get("format"):
                told = f"{node['type']} {node.get('format') or ''}".strip()
                losses.tell(key, f"the format {told!r} of {node['name']!r} is lost")
            parts.append(Expression(VariableRef(node["name"]), function))
    return parts


def write_arb(catalog: Catalog, format_: str) -> bytes:
    """Write a catalog. A message with forms is one ICU message."""
    table: dict[str, Any] = {"@@locale": catalog.language.replace("-", "_")}
    if catalog.format == "arb":
        table |= {each.key: json.loads(each.value) for each in catalog.resource.meta}
    for text in texts(catalog, format_):
        table[text.key] = _icu(text.value)
        names = names_of(patterns_of(text.value))
        if isinstance(text.value, SelectMessage):
            selectors = map(name_of, text.value.selector_expressions())
            names = list(dict.fromkeys([*filter(None, selectors), *names]))
        about: dict[str, Any] = {"description": text.comment} if text.comment else {}
        about |= {
            each.key[1:]: json.loads(each.value)
            for each in text.meta
            if each.key.startswith("@")
        }
        if names:
            about.setdefault("placeholders", {name: {} for name in names})
        if about:
            table[f"@{text.key}"] = about
    return bytes_of(table)


def _icu(message: Message) -> str:
    if isinstance(message, PatternMessage):
        return _text(message.pattern)
    variants = {
        tuple(label(each) for each in keys): _text(pattern, "{}#")
        for keys, pattern in message.variants.items()
    }
    return _select(message, 0, variants)


def _select(
    message: SelectMessage, place: int, variants: dict[tuple[str, ...], str]
) -> str:
    """The message of the selectors from a place on."""
    if place == len(message.selectors):
        return next(iter(variants.values()))
    kind = "select"
    if is_number(message, place):
        kind = "selectordinal" if is_ordinal(message) else "plural"
    parts = []
    for name in dict.fromkeys(keys[place] for keys in variants):
        inner = {keys: text for keys, text in variants.items() if keys[place] == name}
        spelt = f"={name}" if name.isdigit() and kind == "plural" else name
        parts.append(f" {spelt}{{{_select(message, place + 1, inner)}}}")
    number = name_of(message.selector_expressions()[place])
    return f"{{{number}, {kind},{''.join(parts)}}}"


def _text(pattern: Pattern, marks: str = "{}") -> str:
    made = ""
    for part in pattern:
        name = name_of(part)
        if isinstance(part, str):
            # An apostrophe is doubled, marks stand in apostrophes.
            quoted = re.escape(marks)
            made += re.sub(f"[{quoted}]+", r"'\g<0>'", part.replace("'", "''"))
            continue
        type_ = {"number": ", number", "datetime": ", date"}.get(
            getattr(part, "function", None) or "", ""
        )
        made += f"{{{name}{type_}}}"
    return made
