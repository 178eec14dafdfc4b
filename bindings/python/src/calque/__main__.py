"""Compiled catalogs from the command line.

usage: python -m calque compile [--format FORMAT] [--options JSON]
                                [--locale-data DATA] FOLDER FILE
       python -m calque describe FILE
       python -m calque COMMAND ...

FOLDER holds a folder for each language, and in it a JSON file for each namespace.
These two need nothing but the package; other commands are those of `calque`, which
needs its extra `cli`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .catalog import Catalog, compile_catalog_file
from .errors import CalqueError
from .formats import Format
from .formatter import LocaleData


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 1 when it failed."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] not in {"compile", "describe", "-h", "--help"}:
        from .cli import main as run  # noqa: PLC0415

        return run(given)
    options = _parser().parse_args(given)
    try:
        if options.command == "compile":
            _compile(options)
        else:
            _describe(options.file)
    except (CalqueError, OSError, ValueError) as error:
        print(f"calque: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m calque", description="Catalog files.")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("compile", help="make a catalog file from JSON files")
    make.add_argument(
        "--format",
        default="v4",
        choices=[format_.name.lower() for format_ in Format],
        help="catalog format",
    )
    make.add_argument("--options", help="init options of the translators, as JSON")
    make.add_argument(
        "--locale-data", type=Path, help="put in what it has about the languages"
    )
    make.add_argument("folder", type=Path, help="LANGUAGE/NAMESPACE.json below it")
    make.add_argument("file", type=Path, help="catalog file to write")
    tell = commands.add_parser("describe", help="tell what is in a catalog file")
    tell.add_argument("file", type=Path, help="catalog file to read")
    return parser


def _compile(given: argparse.Namespace) -> None:
    resources = _resources(given.folder)
    data = LocaleData(given.locale_data) if given.locale_data else None
    compile_catalog_file(
        given.file,
        resources,
        format=given.format,
        options=given.options,
        locale_data=data,
    )
    bundles = sum(map(len, resources.values()))
    print(f"{given.file}: {len(resources)} languages, {bundles} bundles")


def _resources(folder: Path) -> dict[str, dict[str, Any]]:
    resources: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*/*.json")):
        # The library's own parser would say the same, but not of which file.
        try:
            tree = json.loads(path.read_bytes())
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        resources.setdefault(path.parent.name, {})[path.stem] = tree
    if not resources:
        raise ValueError(f"{folder}: there are no files LANGUAGE/NAMESPACE.json")
    return resources


def _describe(file: Path) -> None:
    with Catalog(file) as catalog:
        print(json.dumps(catalog.describe(), ensure_ascii=False, indent=2))


if __name__ == "__main__":
    sys.exit(main())
