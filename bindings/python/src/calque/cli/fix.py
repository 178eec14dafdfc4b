"""The repairs of `calque check --fix`: order of keys, missing keys, plural forms."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ..checks import NOTES, CheckOptions, Source, with_format
from ..checks.files import write_file
from ..checks.plurals import Family, families, members, needs
from .project import Project
from .tree import path_of

KINDS = ("order", "missing", "plurals")


def fix_project(
    project: Project, kinds: Collection[str], dry_run: bool = False
) -> list[str]:
    """Mend the files of all languages; the names of those that changed.

    A missing text gets the text of the source, which is what is shown without it. A
    missing plural form gets the text of another form of the language. Files with
    duplicate members are left alone, because a text would be lost.
    """
    options = with_format(project.options, project.sources)
    sources = {source.namespace: source for source in project.sources}
    changed = []
    for target in project.targets:
        source = sources.get(target.namespace)
        if source is None or target.has_duplicates or target.language == NOTES:
            continue
        tree = json.loads(json.dumps(target.tree))
        if "missing" in kinds or "plurals" in kinds:
            _add_missing(tree, source, target, options, kinds)
        if "order" in kinds:
            tree = in_order(tree, source.tree)
        if json.dumps(tree) != json.dumps(target.tree):
            if not dry_run:
                write_json(Path(target.file), tree, target.content)
            changed.append(target.file)
    return changed


def _add_missing(
    tree: dict[str, Any],
    source: Source,
    target: Source,
    options: CheckOptions,
    kinds: Collection[str],
) -> None:
    known = families(source.values, options.endings, source.language)
    mine = families(target.values, options.endings, target.language, known)
    for key, family in known.items():
        own = mine.get(key, Family(family.base, family.ordinal))
        wanted = "plurals" if own.keys else "missing"
        if wanted in kinds:
            _add_forms(tree, source, target, family, own, options)
    if "missing" not in kinds:
        return
    in_family = members(known)
    for key, value in source.values.items():
        if key not in in_family and key not in target.values:
            _insert(tree, key, value, source, target)


def _add_forms(
    tree: dict[str, Any],
    source: Source,
    target: Source,
    family: Family,
    own: Family,
    options: CheckOptions,
) -> None:
    prefix = "_ordinal" if family.ordinal else ""
    nearest = [f"{prefix}_other", f"{prefix}_many", "_plural", "", *own.keys]
    texts = [target.values[own.keys[name]] for name in nearest if name in own.keys]
    texts += [
        source.values[family.keys[name]]
        for name in [*nearest, *family.keys]
        if name in family.keys
    ]
    required = needs(target.language, options.format, family.ordinal)
    beside = next(iter(family.keys.values()))
    for suffix in required.common:
        if suffix not in own.keys:
            key = family.base + options.endings.spelt(suffix)
            _insert(tree, key, texts[0], source, target, beside)


def _insert(
    tree: dict[str, Any],
    key: str,
    value: Any,
    source: Source,
    target: Source,
    beside: str | None = None,
) -> None:
    """Put a text where the source has it, in objects or under a flat name."""
    path = path_of(source.tree, beside or key, source.separator)
    if path is None or key in target.containers:
        return
    if beside is not None:
        path = (
            [*path[:-1], path[-1] + key[len(beside) :]]
            if key.startswith(beside)
            else [*path[:-1], key[len(source.separator.join([*path[:-1], ""])) :]]
        )
    node: Any = tree
    for name in path[:-1]:
        if not isinstance(node, dict):
            return
        node = node.setdefault(name, {})
    if isinstance(node, dict):
        node.setdefault(path[-1], value)


def in_order(tree: Any, model: Any) -> Any:
    """The members in the order of a model; others stay behind what they follow."""
    if not isinstance(tree, dict) or not isinstance(model, dict):
        return tree
    places: dict[str, tuple[int, int]] = {}
    order = {name: place for place, name in enumerate(model)}
    last = -1
    for extra, name in enumerate(tree):
        known = order.get(name)
        if known is None:
            base = re.sub(r"(_ordinal)?_[a-z0-9]+$", "", name)
            last = max(
                [place for key, place in order.items() if key.startswith(f"{base}_")],
                default=last,
            )
            places[name] = (last, extra + 1)
        else:
            last = known
            places[name] = (known, 0)
    return {
        name: in_order(tree[name], model.get(name))
        for name in sorted(tree, key=places.__getitem__)
    }


def write_json(path: Path, tree: Any, content: str = "") -> None:
    """Write a catalog as a whole, with the indentation that it had."""
    match = re.search(r'\n([ \t]+)["{\[]', content)
    indent: str | int | None = match[1] if match else 2
    if content and "\n" not in content.strip():
        indent = None
    text = json.dumps(tree, ensure_ascii=False, indent=indent)
    if not content or content.endswith("\n"):
        text += "\n"
    write_file(path, text)
