"""Catalogs of a folder: which files there are, and which format they follow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from logging import getLogger
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._options import init_names
from .._structs import failure
from ..catalog import Catalog
from ..errors import CalqueError
from ..formats import Format
from ..status import Status

if TYPE_CHECKING:
    from importlib.abc import Traversable

_PLURAL_V4 = re.compile(r"_(zero|one|two|few|many|other)$")
_PLURAL_OLD = re.compile(r"_(plural(_\d+)?|\d+)$")
_PLACEHOLDER_OLD = re.compile(r"__\w+?__")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*")


class Folder:
    """The files of a folder: `LNG/NS.json`, `LNG.json` and compiled ones, `*.calque`.

    A file or folder whose name is not a language is left out, with a warning. What is
    broken is kept in `broken`, by its language.

    Raises FileError for a folder that is not there or that has no catalogs.
    """

    def __init__(self, folder: Traversable) -> None:
        self.files: dict[tuple[str, str], Traversable] = {}
        self.compiled: list[Catalog] = []
        self.broken: list[tuple[str | None, CalqueError]] = []
        if folder.is_file():
            self.compiled.append(Catalog(str(folder)))
        elif not folder.is_dir():
            raise failure(Status.IO_ERROR, f"there is no folder {folder}", folder)
        else:
            for entry in _sorted(folder):
                self._add(entry)
        if not self.files and not self.compiled and not self.broken:
            message = f"{folder}: there are no catalogs LNG/NS.json or LNG.json"
            raise failure(Status.IO_ERROR, message, folder)

    def _add(self, entry: Traversable) -> None:
        name = entry.name.removesuffix(".json")
        if entry.is_dir():
            files = {file.name[:-5]: file for file in _sorted(entry) if _is_json(file)}
        elif entry.name.endswith(".calque"):
            self._compiled(entry)
            return
        else:
            files = {"translation": entry} if _is_json(entry) else {}
        if files and not _LANGUAGE.fullmatch(name):
            message = "%s is left out: %r is not a language"
            getLogger("calque").warning(message, entry, name)
            return
        for ns, file in files.items():
            if (name, ns) in self.files:
                message = f"{file}: there is a second file for {name} and {ns}"
                self.broken.append((name, failure(Status.CONFLICT, message, file)))
            else:
                self.files[name, ns] = file

    def _compiled(self, file: Traversable) -> None:
        try:
            self.compiled.append(Catalog.from_bytes(file.read_bytes()))
        except CalqueError as error:
            error.source = str(file)
            self.broken.append((None, error))

    def format(self) -> Format:
        """The format, where it is certain.

        Raises InvalidArgumentError where it is not.
        """
        formats = {catalog.describe()["format"] for catalog in self.compiled}
        if len(formats) > 1:
            message = "the compiled catalogs are of several formats"
            raise failure(Status.INVALID_ARGUMENT, message)
        if formats:
            return Format.of(formats.pop())
        signs = {sign for file in self.files.values() for sign in _signs(_tree(file))}
        if signs - {"v4"}:
            older = "these catalogs may follow an older format than v4: "
            message = older + 'name it, as in format="v3"'
            raise failure(Status.INVALID_ARGUMENT, message)
        return Format.V4

    def options(
        self, format_: Format, lng: str | None, given: Mapping[str, object]
    ) -> dict[str, object]:
        """Init options with the language and the namespaces."""
        called = init_names(format_)
        names = {name for _, name in self.files}
        for catalog in self.compiled:
            names |= {bundle["ns"] for bundle in catalog.describe()["bundles"]}
        # The first is the default one.
        ordered = sorted(names, key=lambda name: (name != "translation", name))
        made: dict[str, object] = {called["resources"]: {}}
        if lng is not None:
            made[called["language"]] = lng
        if ordered and format_ is Format.V1:
            made["ns"] = {"namespaces": ordered, "defaultNs": ordered[0]}
        elif ordered:
            made[called["namespaces"]] = ordered
        return {**made, **given}

    def fill(self, translator: Any, lng: str | None) -> tuple[CalqueError, ...]:
        """Add what there is to a translator; the errors of what is broken.

        They are logged. Raises the error of the language `lng`, and the first one when
        nothing was left.
        """
        filled = len(self.compiled)
        for (name, ns), file in self.files.items():
            try:
                if isinstance(file, Path):
                    translator.add_file(name, ns, file)
                else:
                    translator.add_resource_bundle(name, ns, file.read_bytes())
                filled += 1
            except CalqueError as error:
                error.source = error.source or str(file)
                self.broken.append((name, error))
        for catalog in self.compiled:
            translator.add_catalog(catalog)
        for language, broken in self.broken:
            if not filled or (language and f"{lng}-".startswith(f"{language}-")):
                raise broken
            getLogger("calque").error("%s", broken)
        return tuple(error for _, error in self.broken)

    def close(self) -> None:
        """Close the compiled files; a translator keeps those that it uses."""
        for catalog in self.compiled:
            catalog.close()


def _sorted(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda entry: entry.name)


def _is_json(entry: Traversable) -> bool:
    return entry.name.endswith(".json") and entry.is_file()


def _tree(file: Traversable) -> Any:
    """The content of a file; nothing for a broken one, which the library reports."""
    try:
        return json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}


def _signs(tree: Any) -> Iterator[str]:
    """The signs of a format: endings of plural forms and kinds of placeholders."""
    if not isinstance(tree, Mapping):
        return
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _signs(value)
        elif _PLURAL_V4.search(key):
            yield "v4"
        elif _PLURAL_OLD.search(key) and _PLURAL_OLD.sub("", key) in tree:
            yield "older"
        if isinstance(value, str) and _PLACEHOLDER_OLD.search(value):
            yield "v1"
