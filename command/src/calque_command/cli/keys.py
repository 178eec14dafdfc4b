"""`calque keys`: keys as code, by the templates of keys.toml."""

import json
import keyword
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import click

from ..checks import CheckOptions, Source
from ..checks.facts import FactBook
from ..checks.files import visible, write_file
from ..checks.plurals import families, members
from ..checks.rules import read_toml
from . import parameters
from .console import counted, note
from .parameters import choice, flag, option
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
@choice("--for language", _LANGUAGES, "Language of the code.", required=True)
@parameters.output
@option("--namespace", "Prepended to the keys: NAMESPACE:key.")
@flag("--check", "Exit with 1 when the file differs.")
@parameters.catalog_format
@parameters.dry_run
def keys(
    catalog: Path,
    language: str,
    output: Path | None,
    namespace: str | None,
    check: bool,
    catalog_format: str | None,
    dry_run: bool,
) -> int:
    """Write the keys of a catalog as code.

    Each has a constant and a typed function with the parameters of its message.
    """
    keys = list(_keys(*load_catalog(catalog, "en", catalog_format), namespace))
    text = _written(keys, language)
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


class _Key(NamedTuple):
    """A key: as code passes it, its words, its parameters and a text to show.

    A parameter has a name, an identifier, and whether it is a number.
    """

    key: str
    words: tuple[str, ...]
    parameters: list[tuple[str, str, bool]]
    text: str


def _keys(
    source: Source, options: CheckOptions, namespace: str | None
) -> Iterator[_Key]:
    """The keys in the order of the file; a plural message is one."""
    book = FactBook(options, [source])
    plurals = families(source.values, options.endings, source.language)
    bases = members(plurals)
    used: set[tuple[str, ...]] = set()
    done: set[str] = set()
    for name, value in source.texts.items():
        family = bases.get(name)
        base = family.base if family else name
        if base in done:
            continue
        done.add(base)
        numbers = {"count": True} if family else {}
        both = plurals.get(base), plurals.get(f"{base}_ordinal")
        forms = [key for each in both if each for key in each.keys.values()]
        for form in forms if family else [base]:
            for name_, part in book[source.texts.get(form, "")].placeholders.items():
                is_number = not {"number", "currency"}.isdisjoint(part.formats)
                known = numbers.get(name_, name_ == "count")
                numbers[name_] = known or is_number
        whole = f"{namespace}:{base}" if namespace else base
        line = visible(" ".join(value.split())).replace("*/", "* /")
        shown = line if len(line) <= 70 else f"{line[:69]}…"
        yield _Key(whole, _words(base, used), [*_parameters(numbers)], shown)


def _parameters(numbers: dict[str, bool]) -> Iterator[tuple[str, str, bool]]:
    """The parameters of placeholders; `user.name` is a member of one."""
    seen = set()
    for name, is_number in numbers.items():
        first = re.split(r"[.\[]", name)[0].strip()
        identifier = "_".join(_split(first)).lower() or "value"
        if identifier[0].isdigit():
            identifier = f"_{identifier}"
        if first not in seen:
            seen.add(first)
            yield first, identifier, is_number and first == name


def _split(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    plain = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", plain)
    return [word for word in re.split("[^A-Za-z0-9]+", plain) if word]


def _words(key: str, used: set[tuple[str, ...]]) -> tuple[str, ...]:
    """Words of a name unlike all before; a sentence gives its first eight."""
    words = tuple(_split(key)[:8]) or ("key",)
    if words[0][0].isdigit():
        words = ("n", *words)
    base, number = words, 2
    while tuple(map(str.lower, words)) in used:
        words, number = (*base, str(number)), number + 1
    used.add(tuple(map(str.lower, words)))
    return words


def _camel(words: Sequence[str]) -> str:
    first, *rest = (word.lower() for word in words)
    return first + "".join(word.capitalize() for word in rest)


def _written(keys: list[_Key], language: str) -> str:
    """The code of keys."""
    how: dict[str, str] = read_toml(Path(__file__).with_suffix(".toml"))[language]
    reserved = how.get("reserved", "").split()

    def fill(part: str, **values: Any) -> str:
        return Template(how.get(part, "")).substitute(values)

    def safe(name: str) -> str:
        return f"{name}_" if name in reserved else name

    def is_named(name: str) -> bool:
        # Functions that take others too pass those that have names of code by these.
        is_name = name.isidentifier() and not keyword.iskeyword(name)
        return is_name or "others" not in how

    def names(key: _Key) -> dict[str, str]:
        snake = "_".join(key.words).lower()
        return {
            "key": _quoted(key.key, how),
            "text": key.text,
            "quoted": _quoted(key.text, how),
            "constant": snake.upper(),
            "own_snake": snake,
            "snake": safe(snake),
            "camel": safe(_camel(key.words)),
        }

    def function(key: _Key) -> str:
        given = [each for each in key.parameters if is_named(each[0])]
        made, values = [], []
        for name, identifier, is_number in given:
            own = name if "others" in how else identifier
            short = safe(_camel(identifier.strip("_").split("_")))
            called = {"name": _quoted(name, how), "id": safe(own), "camel": short}
            kind = "number" if is_number else "text"
            made.append(fill(kind, **called))
            values.append(fill(f"{kind}_value", **called))
        glue = how.get("glue", "")
        others = how["others"] if len(given) < len(key.parameters) else ""
        return fill(
            "function" if given else "plain",
            **names(key),
            count=len(given),
            parameters=glue.join(made) + others,
            values=how.get("values_glue", glue).join(values),
        )

    parts = [fill("head", note="Written by calque keys: do not edit.")]
    parts += [fill("constant", **names(key)) for key in keys]
    text = "".join([*parts, fill("between"), *map(function, keys), fill("tail")])
    return text.replace("    @overload\n", "") if len(keys) == 1 else text


def _quoted(text: str, how: dict[str, str]) -> str:
    """A text in quotes; controls are escaped as the language has it."""

    def escape(match: re.Match[str]) -> str:
        code = int(match[1] or {"b": "8", "f": "c"}.get(match[2], "0"), 16)
        return how["control"].format(code) if code else match[0]

    return re.sub(r"\\(?:u(....)|(.))", escape, json.dumps(text, ensure_ascii=False))
