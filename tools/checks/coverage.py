#!/usr/bin/env python3
"""Loads every locale of real catalogs, translates every key, prints coverage.

    coverage.py --format v4 --pattern "{lng}.json" --source en FOLDER...

Every text is translated with plausible values for its placeholders. A call
that raises, or a key that is loaded but not found, is an error; the exit code
is then 1. Coverage counts the source's keys, plural forms of one key as one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))

if TYPE_CHECKING:
    from calque import Translator

MODERN_PLURAL = re.compile(r"(_ordinal)?_(zero|one|two|few|many|other)$")
INDEXED_PLURAL = re.compile(r"_(plural|\d+)$")
OLD_PLURAL = re.compile(r"_plural(_\d+)?$")
PLURALS = {
    "ios": OLD_PLURAL,
    "v1": OLD_PLURAL,
    "v2": INDEXED_PLURAL,
    "v3": INDEXED_PLURAL,
    "v4": MODERN_PLURAL,
}
MODERN_VARIABLE = re.compile(r"\{\{-?\s*([^{},]+?)\s*(?:,[^{}]*)?\}\}")
OLD_VARIABLE = re.compile(r"__([\w.]+?)__")
COUNTS = (0, 1, 2, 5, 1.5)
NO_SEPARATOR = "\u241f"


@dataclass
class Locale:
    """The findings in one language."""

    keys: dict[str, Any] = field(default_factory=dict)
    calls: int = 0
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Catalogs:
    """Which files to read, and as what."""

    format: str
    files: list[tuple[str, str, Path]]
    flat: bool


def find_files(folder: Path, pattern: str) -> list[tuple[str, str, Path]]:
    """Language, namespace and path of each file that the pattern names."""
    expression = re.escape(pattern).replace(r"\{lng\}", r"(?P<lng>[^/]+?)")
    expression = expression.replace(r"\{ns\}", r"(?P<ns>[^/]+?)")
    found: list[tuple[str, str, Path]] = []
    for path in sorted(folder.rglob("*.json")):
        match = re.fullmatch(expression, path.relative_to(folder).as_posix())
        if match is not None:
            names = match.groupdict()
            found.append((names["lng"], names.get("ns", "translation"), path))
    return found


def leaves(tree: dict[str, Any], flat: bool, prefix: str = "") -> dict[str, Any]:
    """Key to value of a tree; arrays are values, objects too where keys are whole."""
    found: dict[str, Any] = {}
    for name, value in tree.items():
        if isinstance(value, dict) and not flat:
            found.update(leaves(value, flat, f"{prefix}{name}."))
        else:
            found[prefix + name] = value
    return found


def separators(catalogs: Catalogs, many_namespaces: bool) -> dict[str, object]:
    """Options that keep keys of flat catalogs, which may be sentences, whole."""
    names = {
        "ios": ("keySeparator", "namespaceSeparator"),
        "v1": ("keyseparator", "nsseparator"),
    }.get(catalogs.format, ("keySeparator", "nsSeparator"))
    off = NO_SEPARATOR if catalogs.format in ("ios", "v1") else False
    options: dict[str, object] = {}
    if catalogs.flat:
        options[names[0]] = off
    if not many_namespaces:
        options[names[1]] = off
    return options


def variables(text: str, format_: str) -> dict[str, Any]:
    """A plausible value for each placeholder."""
    pattern = OLD_VARIABLE if format_ in ("ios", "v1") else MODERN_VARIABLE
    values: dict[str, Any] = {}
    for name in pattern.findall(text):
        if name == "count":
            continue
        place = values
        *outer, last = name.split(".")
        for part in outer:
            inner = place.setdefault(part, {})
            place = inner if isinstance(inner, dict) else {}
        place.setdefault(last, f"<{last}>")
    return values


def translate_all(
    translator: Translator, catalogs: Catalogs, lng: str, ns: str, locale: Locale
) -> None:
    """Translate each key of a bundle, with several counts where it has forms."""
    bundle = translator.get_resource_bundle(lng, ns) or {}
    plural = PLURALS[catalogs.format]
    names = ("lang", "namespace") if catalogs.format == "ios" else ("lng", "ns")
    place = dict(zip(names, (lng, ns), strict=True))
    for key, value in leaves(bundle, catalogs.flat).items():
        locale.keys[f"{ns}:{key}"] = value
        if value is None:
            continue
        values = variables(str(value), catalogs.format)
        together = {"variables": values} if catalogs.format == "ios" else values
        options = {**together, **place}
        if isinstance(value, list):
            options["joinArrays"] = "\n"
        try:
            locale.calls += 1
            if not translator.exists(key, options):
                locale.errors.append(f"{ns}:{key}: loaded, but not found")
            translator.t(key, options)
            if plural.search(key):
                base = plural.sub("", key)
                for count in COUNTS:
                    locale.calls += 1
                    translator.t(base, {**options, "count": count})
        except Exception as exception:
            locale.errors.append(f"{ns}:{key}: {exception!r}")


def measure(catalogs: Catalogs, source: str) -> dict[str, Locale]:
    """Load the catalogs and translate all of them."""
    from calque import Translator  # after the library is chosen

    namespaces = sorted({ns for _, ns, _ in catalogs.files})
    options = separators(catalogs, len(namespaces) > 1)
    options["lang" if catalogs.format == "ios" else "lng"] = source
    locales: dict[str, Locale] = {}
    with Translator(catalogs.format, options) as translator:
        for lng, ns, path in catalogs.files:
            locale = locales.setdefault(lng, Locale())
            try:
                translator.add_file(lng, ns, path)
            except Exception as exception:
                locale.errors.append(repr(exception))
        for lng, ns, _ in catalogs.files:
            translate_all(translator, catalogs, lng, ns, locales[lng])
    return locales


def covered(locale: Locale, plural: re.Pattern[str]) -> set[str]:
    """Keys that have a text, plural forms as one."""
    return {plural.sub("", key) for key, text in locale.keys.items() if text}


def print_table(
    locales: dict[str, Locale], source: str, plural: re.Pattern[str]
) -> None:
    """Print a row for each locale."""
    wanted = covered(locales.get(source, Locale()), plural)
    print(
        f"{'locale':<14}{'keys':>7}{'calls':>8}{'errors':>8}{'extra':>7}{'coverage':>10}"
    )
    for lng, locale in sorted(locales.items()):
        has = covered(locale, plural)
        share = len(has & wanted) / len(wanted) if wanted else 0.0
        print(
            f"{lng:<14}{len(locale.keys):>7}{locale.calls:>8}{len(locale.errors):>8}"
            f"{len(has - wanted):>7}{share:>10.1%}"
        )


def is_flat(path: Path) -> bool:
    """Whether a catalog has no objects in it: its keys may be sentences."""
    tree = json.loads(path.read_text(encoding="utf-8-sig"))
    return not any(isinstance(value, dict) for value in tree.values())


def main() -> int:
    """Measure each folder; 1 when there were errors or no files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--format", default="v4", choices=sorted(PLURALS))
    parser.add_argument("--pattern", default="{lng}.json", help="path of each file")
    parser.add_argument("--source", default="en", help="language that is complete")
    parser.add_argument("--library", type=Path, help="which libcalque to load")
    parser.add_argument("--max-errors", type=int, default=10, help="how many to print")
    chosen = parser.parse_args()
    if chosen.library is not None:
        os.environ["CALQUE_LIBRARY"] = str(chosen.library.resolve())
    failed = False
    for folder in chosen.folders:
        files = find_files(folder, chosen.pattern)
        if not files:
            print(f"{folder}: no file is named {chosen.pattern}")
            failed = True
            continue
        flat = all(is_flat(path) for lng, _, path in files if lng == chosen.source)
        started = time.perf_counter()
        locales = measure(Catalogs(chosen.format, files, flat), chosen.source)
        seconds = time.perf_counter() - started
        print_table(locales, chosen.source, PLURALS[chosen.format])
        errors = [f"{lng} {e}" for lng, found in locales.items() for e in found.errors]
        for error in errors[: chosen.max_errors]:
            print(f"ERROR {error}")
        calls = sum(locale.calls for locale in locales.values())
        print(
            f"{folder.name}: {len(locales)} locales, {calls} calls, "
            f"{len(errors)} errors, {seconds:.1f} s"
        )
        failed = failed or bool(errors)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
