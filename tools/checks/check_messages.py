#!/usr/bin/env python3
"""Loads the real message files of Blockly and renders its blocks.

The folder has `blockly` (the web's locale files) and `blockly-ios` (its
resources); neither is part of Calque. Every locale loads over its base language and
English, every message decodes, every default block renders in every locale of the iOS
edition, and the placeholders of translations differ from the source's only where that
is known.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings/python/src"))

from calque import InvalidPlaceholderError, Messages, Status

NO_LOCALES = {"qqq", "synonyms", "constants"}
UNRESOLVED = ["BKY_LISTS_SET_INDEX_TOOLTIP"]
LOCALES, IOS_LOCALES, MISMATCHES = 125, 53, 13


class Checks:
    """Counts what passed and prints what failed."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def that(self, holds: bool, what: str) -> None:
        """Count one check."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {what}")


def load_blockly(folder: Path, mode: str) -> dict[str, Messages]:
    """The locales of the web edition, each over its base language and English."""
    files = sorted(p for p in folder.glob("*.json") if p.stem not in NO_LOCALES)
    tables = {path.stem: Messages(mode) for path in files}
    for path in files:
        tables[path.stem].load_file(path, "BKY_")
    english = tables["en"]
    english.load_file(folder / "constants.json", "BKY_")
    english.load_synonyms_file(folder / "synonyms.json", "BKY_")
    for tag, table in tables.items():
        if table is not english:
            base = tables.get(tag.split("-")[0], table)
            table.parent = english if base is table else base
    return tables


def check_decoding(checks: Checks, folder: Path, mode: str) -> None:
    """Every key of English decodes in every locale."""
    tables = load_blockly(folder, mode)
    checks.that(len(tables) == LOCALES, f"{len(tables)} locales, not {LOCALES}")
    english = tables["en"]
    keys = [*english.messages(), *english.synonyms()]
    decoded = 0
    for tag, table in tables.items():
        for key in keys:
            reference = "%{" + key + "}"
            text, status = table.decode_with_status(reference)
            report = table.check(reference)
            good = status == Status.OK and not report["missing"]
            checks.that(good and text != reference, f"{tag} {key}: {text}")
            decoded += 1
    print(f"mode {mode}: {len(tables)} locales, {decoded} messages decoded")


def check_comparison(checks: Checks, folder: Path) -> None:
    """The compare call finds the translations whose placeholders are wrong."""
    tables = load_blockly(folder, "js")
    found, links, missing = [], 0, 0
    for tag, table in tables.items():
        report = tables["en"].compare(table)
        missing += len(report["missing"]) if tag != "en" else 0
        for mismatch in report["mismatches"]:
            if mismatch["key"].endswith("_HELPURL"):
                links += 1
            else:
                found.append(f"{tag} {mismatch['key']}")
    checks.that(len(found) == MISMATCHES, f"{len(found)} mismatches: {found}")
    print(f"{len(found)} placeholder mismatches, and {links} in links")
    for line in found:
        print(f"  {line}")


def texts_of(block: Any) -> Iterator[str]:
    """All texts of a block."""
    if isinstance(block, str):
        yield block
    elif isinstance(block, list):
        for element in block:
            yield from texts_of(element)
    elif isinstance(block, dict):
        for value in block.values():
            yield from texts_of(value)


def render(checks: Checks, table: Messages, block: dict[str, Any], where: str) -> int:
    """Render the messages of a block with its arguments; how many there were."""
    count = 0
    while f"message{count}" in block:
        arguments = block.get(f"args{count}", [])
        names = [str(argument.get("name", "?")) for argument in arguments]
        try:
            table.format(block[f"message{count}"], *names)
            checks.that(True, where)
        except InvalidPlaceholderError as error:
            checks.that(False, f"{where} message{count}: {error}")
        count += 1
    return count


def check_blocks(checks: Checks, resources: Path) -> None:
    """Every default block renders in every locale of the iOS edition."""
    blocks = [
        block
        for path in sorted((resources / "Non-Localized/Default").glob("*.json"))
        for block in json.loads(path.read_text("utf-8"))
    ]
    folder = resources / "Localized/Messages"
    unresolved: set[str] = set()
    locales = sorted(folder.glob("*.lproj"))
    rendered = 0
    for locale in locales:
        table = Messages()
        table.load_file(folder / "bky_constants.json", "bky_")
        table.load_file(locale / "bky_messages.json", "bky_")
        table.load_synonyms_file(folder / "bky_synonyms.json", "bky_")
        for block in blocks:
            where = f"{locale.stem} {block['type']}"
            rendered += render(checks, table, block, where)
            for text in texts_of(block):
                unresolved.update(table.check(text)["missing"])
    checks.that(len(locales) == IOS_LOCALES, f"{len(locales)} locales of iOS")
    checks.that(sorted(unresolved) == UNRESOLVED, f"unresolved: {sorted(unresolved)}")
    print(
        f"{len(blocks)} blocks in {len(locales)} locales: {rendered} messages rendered,"
        f" unresolved: {', '.join(sorted(unresolved))}"
    )


def main() -> int:
    """Run all checks over a folder; the last line is the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with blockly and blockly-ios")
    data = parser.parse_args().data
    checks = Checks()
    for mode in ("ios", "js"):
        check_decoding(checks, data / "blockly", mode)
    check_comparison(checks, data / "blockly")
    check_blocks(checks, data / "blockly-ios/Resources")
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 0 if checks.failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
