"""Folders and files of catalogs, as programs keep them, and back.

i18next: `<language>/<namespace>.json` or `<language>.json`. NStack:
`Localizations_<locale>.json` with sections under `data`. Blockly: `<language>.json`
with a flat table.
"""

import json
from pathlib import Path
from typing import Any

from . import names
from .errors import invalid
from .flatten import Trees

DEFAULT_NAMESPACE = "translation"
_NOT_LANGUAGES = ("constants", "synonyms", "qqq", "versions")


def read_trees(folder: Path, namespace: str = DEFAULT_NAMESPACE) -> Trees:
    """The catalogs of a folder, or of one file. Raises Refused for any other file."""
    if folder.is_file():
        return _of_file(folder, namespace)
    found: Trees = {}
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            # Xcode's folders are called `de.lproj`.
            tag = path.name.removesuffix(".lproj")
            for file in sorted(path.glob("*.json")):
                found.setdefault(names.tag(tag), {})[file.stem] = _object(file)
        elif path.suffix == ".json" and path.stem not in _NOT_LANGUAGES:
            for tag, by_namespace in _of_file(path, namespace).items():
                found.setdefault(tag, {}).update(by_namespace)
    if not found:
        raise invalid(f"{folder}: no catalogs found")
    return found


def write_trees(trees: Trees, folder: Path) -> int:
    """Write catalogs as `<language>/<namespace>.json`; how many files."""
    files = {
        folder / tag / f"{name}.json": tree
        for tag, by_namespace in trees.items()
        for name, tree in by_namespace.items()
    }
    return _write(files)


def write_sections(trees: Trees, folder: Path) -> int:
    """Write NStack's `Localizations_<locale>.json`; how many files."""
    files = {
        folder / f"Localizations_{tag}.json": {
            "data": by_namespace,
            "meta": {"language": {"locale": tag}},
        }
        for tag, by_namespace in trees.items()
    }
    return _write(files)


def _write(files: dict[Path, Any]) -> int:
    for path, value in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        written = json.dumps(value, ensure_ascii=False, indent=2)
        path.write_text(written + "\n", "utf-8")
    return len(files)


def _of_file(path: Path, namespace: str) -> Trees:
    value = _object(path)
    tag = path.stem.removeprefix("Localizations_").removeprefix("Localization_")
    if tag != path.stem or isinstance(value.get("meta"), dict):
        meta: Any = value.get("meta") or {}
        language: Any = meta.get("language") or {}
        sections: dict[str, Any] = value.get("data", value)
        return {names.tag(language.get("locale") or tag): sections}
    return {names.tag(tag): {namespace: value}}


def _object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise invalid(f"{path}: {error}") from error
    if not isinstance(value, dict):
        raise invalid(f"{path}: not an object")
    return value
