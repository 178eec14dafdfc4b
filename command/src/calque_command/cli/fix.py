"""The repairs of `calque check --fix`: order of keys, missing keys, plural forms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks import NOTES, CheckOptions, Source
from ..checks.edit import Document, Node, path_of
from ..checks.files import write_file
from ..checks.plurals import Family, families, members, needs, shown
from .console import note
from .project import Project

KINDS = ("order", "missing", "plurals")


def document_of(source: Source) -> Document:
    """The file of a catalog, to be edited."""
    return Document(("\ufeff" if source.has_mark else "") + source.content)


def save(source: Source, document: Document, dry_run: bool, changes: str = "") -> bool:
    """Write a file that was edited and name it; whether it differs from what it was.

    Standard input goes to standard output in any case.
    """
    text = str(document)
    is_changed = text != document.content
    if is_changed and source.file != "-":
        note(f"{source.file}: {changes}" if changes else source.file)
    if not dry_run and (is_changed or source.file == "-"):
        write_file(Path(source.file), text)
    return is_changed


def fix_project(project: Project, kinds: Collection[str], dry_run: bool) -> None:
    """Fix the files of all languages.

    A missing text gets the text of the source, which is what is shown without it. A
    missing plural form gets the text of another form of the language. Files with
    duplicate members are left alone.
    """
    sources = {source.namespace: source for source in project.sources}
    for target in project.targets:
        source = sources.get(target.namespace)
        if source is None or target.has_duplicates or target.language == NOTES:
            continue
        if not target.content or not source.content:
            continue
        document = document_of(target)
        if "missing" in kinds or "plurals" in kinds:
            add_missing(document, source, target, project.options, kinds)
        if "order" in kinds:
            put_in_order(document, document.root, source.tree)
        save(target, document, dry_run, "would be fixed" if dry_run else "fixed")


def add_missing(
    document: Document,
    source: Source,
    target: Source,
    options: CheckOptions,
    kinds: Collection[str],
    rare: bool = False,
) -> None:
    """Add the texts and forms that a target lacks; `rare` ones only when asked for."""
    adding = _Adding(document, source, target, options, rare)
    endings = options.endings
    known = families(source.values, endings, source.language)
    mine = families(target.values, endings, target.language, known)
    for key, family in known.items():
        own = mine.get(key, Family(family.base, family.ordinal))
        if ("plurals" if own.keys else "missing") in kinds:
            adding.forms(family, own)
    if "missing" in kinds:
        in_family = members(known)
        for key, value in source.values.items():
            if key not in in_family and key not in target.values:
                adding.insert(key, value)


@dataclass
class _Adding:
    """Adds what a target lacks to its document."""

    document: Document
    source: Source
    target: Source
    options: CheckOptions
    rare: bool

    def forms(self, family: Family, own: Family) -> None:
        """Add the forms of a message that the language needs."""
        source, target, options = self.source, self.target, self.options
        prefix = "_ordinal" if family.ordinal else ""
        nearest = [f"{prefix}_other", f"{prefix}_many", "_plural", "", *own.keys]
        texts = [target.values[own.keys[name]] for name in nearest if name in own.keys]
        texts += [
            source.values[family.keys[name]]
            for name in [*nearest, *family.keys]
            if name in family.keys
        ]
        language, format_ = target.language, options.format
        required = needs(language, format_, family.ordinal)
        there = {*own.keys, ""} if family.base in target.texts else {*own.keys}
        seen = shown(language, format_, frozenset(there), family.ordinal)
        single = len(required.forms) == 1
        beside = next(iter(family.keys.values()))
        last = list(own.keys.values())[-1] if own.keys else None
        for suffix in required.forms if self.rare else required.common:
            first = required.forms[suffix].samples[0]
            if suffix in own.keys or (single and seen.get(first) is not None):
                continue
            key = family.base + options.endings.spelt(suffix)
            self.insert(key, texts[0], beside, last)
            last = key

    def insert(
        self, key: str, value: Any, beside: str | None = None, after: str | None = None
    ) -> None:
        """Put a text where the source has it, in objects or under a flat name."""
        source = self.source
        path = path_of(source.tree, beside or key, source.separator)
        if path is None or key in self.target.containers:
            return
        head = len(source.separator.join([*path[:-1], ""]))
        path = [*path[:-1], key[head:]]
        try:
            node = self.document.object(path[:-1])
        except ValueError:
            return
        if node.find(path[-1]) is None:
            name = after[head:] if after else self._before(path, node)
            depth = len(path) - 1
            made = self.document.insert(node, depth, path[-1], value, name)
            if not isinstance(value, str):
                # Numbers stay as they are written.
                known = document_of(source).reach(path)
                made.value = known.value if known else made.value

    def _before(self, path: list[str], node: Node) -> str | None:
        """The name that stands before one in the source, and is in an object."""
        tree = self.source.tree
        for name in path[:-1]:
            tree = tree[name]
        names = list(tree)
        place = names.index(path[-1]) if path[-1] in names else 0
        there = {member.name for member in node.members or []}
        return next((name for name in reversed(names[:place]) if name in there), None)


def put_in_order(
    document: Document, node: Node, model: dict[str, Any] | None = None
) -> None:
    """Put members in the order of a model, without one in that of their names."""
    if not node.is_object:
        return
    names = [member.name for member in node.members or []]
    document.sort(node, names if model is None else [*_places(names, model)])
    for member in node.members or []:
        inner = None if model is None else model.get(member.name)
        if model is None or isinstance(inner, dict):
            put_in_order(document, member.value, inner)


def _places(names: list[str], model: dict[str, Any]) -> Iterator[tuple[int, bool]]:
    """Where names go; one that the model lacks stays behind what it follows."""
    order, last = {name: place for place, name in enumerate(model)}, -1
    for name in names:
        base = re.sub(r"(_ordinal)?_[a-z0-9]+$", "", name) + "_"
        if name in order:
            last = order[name]
        else:
            forms = (at for key, at in order.items() if key.startswith(base))
            last = max(forms, default=last)
        yield last, name not in order
