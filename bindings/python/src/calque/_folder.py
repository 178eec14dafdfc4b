"""Catalogs of a folder: which files there are, and which format they follow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._options import InitNames
from .catalog import Catalog
from .formats import Format

if TYPE_CHECKING:
    from importlib.abc import Traversable

_PLURAL_V4 = re.compile(r"_(zero|one|two|few|many|other)$")
_PLURAL_OLD = re.compile(r"_(plural(_\d+)?|\d+)$")
_PLACEHOLDER_OLD = re.compile(r"__\w+?__")


@dataclass
class Folder:
    """The contents of a folder: bundles by language and namespace, compiled files."""

    bundles: dict[str, dict[str, Any]] = field(default_factory=dict)
    compiled: list[Catalog] = field(default_factory=list)

    def format(self) -> Format:
        """The format, where it is certain.

        Raises ValueError where it is not.
        """
        told = {catalog.describe()["format"] for catalog in self.compiled}
        if len(told) > 1:
            raise ValueError("the compiled catalogs are of several formats")
        if told:
            return Format.named(told.pop())
        signs = {
            sign
            for namespaces in self.bundles.values()
            for tree in namespaces.values()
            for sign in _signs(tree)
        }
        if signs - {"v4"}:
            raise ValueError(
                "these catalogs may follow an older format than v4: "
                'name it, as in format="v3"'
            )
        return Format.V4

    def options(
        self, format_: Format, lng: str | None, given: Mapping[str, object]
    ) -> dict[str, object]:
        """Init options with the resources, the language and the namespaces."""
        options = InitNames.of(format_)
        names = {name for tree in self.bundles.values() for name in tree}
        for catalog in self.compiled:
            names |= {bundle["ns"] for bundle in catalog.describe()["bundles"]}
        # The first is the default one.
        ordered = sorted(names, key=lambda name: (name != "translation", name))
        made: dict[str, object] = {options.resources: self.bundles}
        if lng is not None:
            made[options.language] = lng
        if ordered and format_ is Format.V1:
            made[options.namespaces] = {"namespaces": ordered, "defaultNs": ordered[0]}
        elif ordered:
            made[options.namespaces] = ordered
        return {**made, **given}


def read_folder(folder: Traversable) -> Folder:
    """Read `LNG/NS.json`, `LNG.json` and compiled files, `*.calque`.

    Raises ValueError for a file that is not JSON, with its name, and for a folder
    without catalogs; OSError; CorruptError.
    """
    found = Folder()
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            for file in _json_files(entry.iterdir()):
                _add(found, entry.name, file.name.removesuffix(".json"), file)
        elif entry.name.endswith(".calque"):
            found.compiled.append(Catalog.from_bytes(entry.read_bytes()))
        else:
            for file in _json_files([entry]):
                _add(found, file.name.removesuffix(".json"), "translation", file)
    if not found.bundles and not found.compiled:
        raise ValueError(f"{folder}: there are no catalogs LNG/NS.json or LNG.json")
    return found


def _json_files(entries: Iterable[Traversable]) -> Iterator[Traversable]:
    for entry in sorted(entries, key=lambda entry: entry.name):
        if entry.name.endswith(".json") and entry.is_file():
            yield entry


def _add(found: Folder, lng: str, ns: str, file: Traversable) -> None:
    try:
        tree = json.loads(file.read_bytes())
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    if not isinstance(tree, dict):
        raise ValueError(f"{file}: a catalog is a JSON object")
    bundle = found.bundles.setdefault(lng, {})
    if ns in bundle:
        raise ValueError(f"{file}: there is a second file for {lng} and {ns}")
    bundle[ns] = tree


def _signs(tree: Mapping[str, Any]) -> Iterator[str]:
    """The signs of a format: endings of plural forms and kinds of placeholders."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _signs(value)
        elif _PLURAL_V4.search(key):
            yield "v4"
        elif _PLURAL_OLD.search(key) and _PLURAL_OLD.sub("", key) in tree:
            yield "older"
        if isinstance(value, str) and _PLACEHOLDER_OLD.search(value):
            yield "v1"
