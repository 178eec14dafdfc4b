"""Placeholders as i18next writes them."""

import json
from typing import Any

from moz.l10n.model import Expression, Markup, Pattern, VariableRef

from calque.patterns import describe_patterns

from ..checks.texts import BUILT_IN
from .catalog import joined
from .formats import Lose

_MODERN = {"v2", "v3", "v4"}


def read_texts(texts: list[str], format_: str) -> list[Pattern]:
    """Patterns of texts in i18next's notation, many in one call."""
    found = describe_patterns(texts, format=format_)
    return [_read(text, parts) for text, parts in zip(texts, found, strict=True)]


def _read(text: str, parts: list[dict[str, Any]]) -> Pattern:
    data, at = text.encode(), 0
    pattern: Pattern = []
    references = [each for each in parts if each["kind"] == "reference"]
    for part in parts:
        start, end = part["start"], part["end"]
        # A placeholder within a reference belongs to the call that it makes.
        inside = any(each["start"] <= start < each["end"] for each in references)
        if part["kind"] == "placeholder" and not inside and start >= at:
            placeholder = _placeholder(part, data[start:end].decode())
            pattern += [data[at:start].decode(), placeholder]
            at = end
    return joined([*pattern, data[at:].decode()])


def _placeholder(part: dict[str, Any], spelt: str) -> Expression:
    made = Expression(VariableRef(part["name"]))
    if part["raw"]:
        made.attributes["raw"] = True
    if part["formats"]:
        made.attributes["format"] = spelt.strip("{}").partition(",")[2].strip()
    if len(part["formats"]) == 1:
        made.function = part["formats"][0]["name"]
        for name, value in part["formats"][0]["options"].items():
            is_text = isinstance(value, str)
            made.options[name] = value if is_text else json.dumps(value)
    return made


def write_text(pattern: Pattern, format_: str, lose: Lose) -> str:
    """A pattern in the notation of a catalog format of i18next."""
    return "".join(_written(part, format_, lose) for part in pattern)


def _written(part: Any, format_: str, lose: Lose) -> str:
    if isinstance(part, str):
        if format_ not in _MODERN and "$t(" in part and "{{" in part:
            lose("a placeholder within a reference is kept as text")
        return part
    if isinstance(part, Markup):
        return markup_text(part)
    if not isinstance(part.arg, VariableRef) or part.function == "entity":
        return literal(part, lose)
    name, raw, formats = part.arg.name, "raw" in part.attributes, format_of(part)
    if format_ in _MODERN:
        formats = f", {formats}" if formats else ""
        return f"{{{{{'- ' if raw else ''}{name}{formats}}}}}"
    if raw and format_ == "ios":
        lose(f"{name!r} is no longer marked as raw")
    if formats:
        lose(f"the formatter {formats!r} of {name!r} is lost")
    return f"__{name}{'HTML' if raw and format_ == 'v1' else ''}__"


def format_of(part: Expression) -> str:
    """The formatters of a placeholder as i18next writes them; "" for none."""
    given = part.attributes.get("format")
    if isinstance(given, str) or part.function not in BUILT_IN:
        return str(given or "")
    pairs = [f"{name}: {value}" for name, value in part.options.items()]
    return f"{part.function}({'; '.join(pairs)})" if pairs else part.function


def literal(part: Expression, lose: Lose) -> str:
    """The text of a part that is neither text nor a variable."""
    named = part.arg.name if isinstance(part.arg, VariableRef) else part.arg
    if part.function in {"entity", "reference", "message"}:
        lose(f"the reference to {named} is kept as text")
    return f"&{named};" if part.function == "entity" else str(named or "")


def markup_text(part: Markup) -> str:
    """A tag as it is written in HTML."""
    attributes = "".join(f' {name}="{value}"' for name, value in part.options.items())
    if part.kind == "close":
        return f"</{part.name}>"
    return f"<{part.name}{attributes}{' /' if part.kind == 'standalone' else ''}>"
