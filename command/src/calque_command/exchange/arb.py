"""ARB, Flutter's catalogs: JSON with messages of ICU."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from moz.l10n import model as moz
from moz.l10n.model import Expression, Message, Pattern, SelectMessage, VariableRef
from pyicumessageformat import Parser  # type: ignore[import-untyped]

from . import catalog as catalogs
from .catalog import Catalog, Text, is_number, is_ordinal, label, name_of, patterns_of
from .fit import texts
from .formats import Losses
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
            catalog.resource.meta.append(moz.Metadata(key, json.dumps(text)))
        if key.startswith("@"):
            continue
        if not isinstance(text, str):
            raise ValueError(f"{key!r} is not a string")
        about = dict(table.get(f"@{key}") or {})
        comment = about.pop("description", "")
        if not any(about.get("placeholders", {}).values()):
            about.pop("placeholders", None)
        meta = [moz.Metadata(f"@{k}", json.dumps(each)) for k, each in about.items()]
        yield Text(key, _Reader(key, catalog.losses).message(text), comment, meta)


@dataclass
class _Reader:
    key: str
    losses: Losses
    selectors: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The labels of each argument that selects, by its name and kind."""

    def message(self, text: str) -> Message:
        try:
            nodes = Parser().parse(text)
        except SyntaxError as error:
            raise ValueError(f"{self.key}: {error}") from None
        self._collect(nodes)
        if not self.selectors:
            return catalogs.text_message(self._parts(nodes, {}))
        variants = {}
        for labels in product(*self.selectors.values()):
            chosen = dict(zip(self.selectors, labels, strict=True))
            keys = tuple(moz.CatchallKey("other") if each == "other"
                         else each.removeprefix("=") for each in labels)  # fmt: skip
            variants[keys] = catalogs.joined(self._parts(nodes, chosen))
        declarations = {}
        for place, (name, kind) in enumerate(self.selectors):
            options: dict[str, Any] = {"select": "ordinal"} if "ordinal" in kind else {}
            given = Expression(VariableRef(name), _KINDS[kind], options)
            declarations[f"{name}_{place}" if place else name] = given
        references = tuple(map(VariableRef, declarations))
        return catalogs.by_count(SelectMessage(declarations, references, variants))

    def _collect(self, nodes: Any) -> None:
        """Find the selectors of a message and of those within it."""
        for node in nodes if isinstance(nodes, list) else [nodes]:
            if isinstance(node, dict) and "options" in node:
                known = self.selectors.setdefault((node["name"], node["type"]), [])
                known += [name for name in node["options"] if name not in known]
                if node.get("offset"):
                    lost = f"the offset {node['offset']} is left out"
                    self.losses.tell(self.key, lost)
                for inner in node["options"].values():
                    self._collect(inner)

    def _parts(self, nodes: Any, chosen: dict[tuple[str, str], str]) -> Iterator[Any]:
        """The parts of the message that labels choose."""
        for node in nodes if isinstance(nodes, list) else [nodes]:
            if isinstance(node, str):
                yield node
            elif "options" in node:
                wanted, options = chosen[node["name"], node["type"]], node["options"]
                inner = options.get(wanted, options.get("other", []))
                yield from self._parts(inner, chosen)
            elif node.get("hash") or "type" not in node:
                yield Expression(VariableRef(node["name"]))
            else:
                function = _TYPES.get(node["type"])
                if function is None or node.get("format"):
                    spelt = f"{node['type']} {node.get('format') or ''}".strip()
                    lost = f"the format {spelt!r} of {node['name']!r} is lost"
                    self.losses.tell(self.key, lost)
                yield Expression(VariableRef(node["name"]), function)


def write_arb(catalog: Catalog, format_: str) -> bytes:
    """Write a catalog. A message with forms is one ICU message."""
    table: dict[str, Any] = {"@@locale": catalog.language.replace("-", "_")}
    if catalog.format == "arb":
        table |= {each.key: json.loads(each.value) for each in catalog.resource.meta}
    for text in texts(catalog, format_):
        names = catalogs.names_of(patterns_of(text.value))
        if isinstance(text.value, SelectMessage):
            selectors = map(name_of, text.value.selector_expressions())
            names = list(dict.fromkeys([*filter(None, selectors), *names]))
            variants = {
                tuple(map(label, keys)): _text(pattern, "{}#")
                for keys, pattern in text.value
            }
            table[text.key] = _select(text.value, 0, variants)
        else:
            table[text.key] = _text(text.pattern)
        about: dict[str, Any] = {"description": text.comment} if text.comment else {}
        own = (each for each in text.meta if each.key.startswith("@"))
        about |= {each.key[1:]: json.loads(each.value) for each in own}
        if names:
            about.setdefault("placeholders", {name: {} for name in names})
        if about:
            table[f"@{text.key}"] = about
    return bytes_of(table)


def _select(message: SelectMessage, at: int, texts: dict[tuple[str, ...], str]) -> str:
    """The message of the selectors from one on."""
    if at == len(message.selectors):
        return next(iter(texts.values()))
    kind, parts = "select", []
    if is_number(message, at):
        kind = "selectordinal" if is_ordinal(message) else "plural"
    for name in dict.fromkeys(keys[at] for keys in texts):
        inner = {keys: text for keys, text in texts.items() if keys[at] == name}
        spelt = f"={name}" if name.isdigit() and kind == "plural" else name
        parts.append(f" {spelt}{{{_select(message, at + 1, inner)}}}")
    number = name_of(message.selector_expressions()[at])
    return f"{{{number}, {kind},{''.join(parts)}}}"


def _text(pattern: Pattern, marks: str = "{}") -> str:
    made = ""
    for part in pattern:
        if isinstance(part, str):
            # An apostrophe is doubled, marks stand in apostrophes.
            made += re.sub(f"[{marks}]+", r"'\g<0>'", part.replace("'", "''"))
        else:
            function = getattr(part, "function", None)
            types = {"number": ", number", "datetime": ", date"}
            made += f"{{{name_of(part)}{types.get(str(function), '')}}}"
    return made
