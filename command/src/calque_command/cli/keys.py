"""`calque keys`: keys as code, by the templates of keys.toml."""

from __future__ import annotations

import json
import keyword
import re
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import click

from ..checks.files import write_file
from ..checks.rules import read_toml
from . import parameters
from .console import counted, note
from .key_names import Key, Parameter, camel, read_keys
from .project import load_catalog

_LANGUAGES = ("c", "cpp", "python", "swift", "rust")


@click.command(
    epilog="""\b
Examples:
  calque keys locales/en.json --for c --output keys.h
  calque keys locales/en.json --for python --output i18n_keys.pyi
  calque keys locales/en.json --for rust --output keys.rs --check
"""
)
@click.argument("catalog", type=parameters.CATALOG)
@click.option(
    "--for",
    "language",
    required=True,
    type=click.Choice(_LANGUAGES),
    help="Language of the code.",
)
@parameters.output
@click.option("--namespace", default="", help="Prepended to the keys: NAMESPACE:key.")
@click.option("--check", is_flag=True, help="Exit with 1 when the file differs.")
@parameters.catalog_format
@parameters.dry_run
def keys(
    catalog: Path,
    language: str,
    output: Path | None,
    namespace: str,
    check: bool,
    catalog_format: str | None,
    dry_run: bool,
) -> int:
    """Write the keys of a catalog as code.

    Each has a constant and a typed function with the parameters of its message.
    """
    source, options = load_catalog(catalog, "en", catalog_format)
    keys = read_keys(source, options, namespace)
    text = written(keys, language)
    if check and output is not None:
        same = output.exists() and output.read_text("utf-8") == text
        if not same:
            note(f"{output} is not up to date")
        return int(not same)
    if output is None or not dry_run:
        write_file(output or Path("-"), text)
    if output is not None:
        note(f"{output}: {counted(len(keys), 'key')}")
    return 0


def written(keys: list[Key], language: str) -> str:
    """The code of keys."""
    how = _templates()[language]

    def fill(part: str, values: dict[str, Any]) -> str:
        return Template(how.get(part, "")).substitute(values)

    names = [_names(key, how) for key in keys]
    parts = [fill("head", {"note": "Written by calque keys: do not edit."})]
    parts += [fill("constant", each) for each in names]
    parts.append(fill("between", {}))
    for key, each in zip(keys, names, strict=True):
        given = [each for each in key.parameters if _is_named(each, how)]
        values = [_names(each, how) for each in given]
        kinds = ["number" if each.is_number else "text" for each in given]
        pairs = list(zip(kinds, values, strict=True))
        glue = how.get("glue", "")
        each["count"] = str(len(given))
        each["parameters"] = glue.join(fill(kind, own) for kind, own in pairs)
        glue = how.get("values_glue", glue)
        each["values"] = glue.join(fill(f"{kind}_value", own) for kind, own in pairs)
        if len(given) < len(key.parameters):
            each["parameters"] += how["others"]
        parts.append(fill("function" if given else "plain", each))
    text = "".join([*parts, fill("tail", {})])
    return text.replace("    @overload\n", "") if len(keys) == 1 else text


@cache
def _templates() -> dict[str, dict[str, str]]:
    return read_toml(Path(__file__).with_suffix(".toml"))


def _is_named(parameter: Parameter, how: dict[str, str]) -> bool:
    """Whether a parameter is passed by its name, where functions take others too."""
    name = parameter.name
    is_name = name.isidentifier() and not keyword.iskeyword(name)
    return is_name or "others" not in how


def _names(given: Key | Parameter, how: dict[str, str]) -> dict[str, Any]:
    """What templates say of a key or a parameter."""
    reserved = how.get("reserved", "").split()

    def safe(name: str) -> str:
        return f"{name}_" if name in reserved else name

    if isinstance(given, Parameter):
        own = given.name if "others" in how else given.identifier
        short = safe(camel(given.identifier.strip("_").split("_")))
        return {"name": _quoted(given.name, how), "id": safe(own), "camel": short}
    snake = "_".join(given.words).lower()
    return {
        "key": _quoted(given.key, how),
        "text": given.text,
        "quoted": _quoted(given.text, how),
        "constant": snake.upper(),
        "own_snake": snake,
        "snake": safe(snake),
        "camel": safe(camel(given.words)),
    }


def _quoted(text: str, how: dict[str, str]) -> str:
    """A text in quotes; controls are escaped as the language has it."""

    def escape(match: re.Match[str]) -> str:
        code = int(match[1] or {"b": "8", "f": "c"}.get(match[2], "0"), 16)
        return how["control"].format(code) if code else match[0]

    return re.sub(r"\\(?:u(....)|(.))", escape, json.dumps(text, ensure_ascii=False))
