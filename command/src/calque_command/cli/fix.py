"""`calque sort`, and the repairs of `calque check --fix`."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import click

from ..checks import NOTES, CheckOptions, Source, find_files
from ..checks.edit import Document, Node, path_of
from ..checks.files import write_file
from ..checks.plurals import Family, families, members, needs, shown
from . import parameters
from .console import note
from .parameters import argument, command, flag, option
from .project import Project, read_settings

KINDS = ("order", "missing", "plurals")


@command("locales", "locales --like en", "locales --check")
def sort(
    folder: Path = argument(parameters.INPUT),
    like: str | None = option("Use the order of this language.", metavar="LANG"),
    check: bool = flag("Change nothing; exit with 1 if keys are out of order."),
    dry_run: bool = parameters.DRY_RUN,
) -> int:
    """Sort the keys of catalogs by name, or as in one language.

    `-` sorts a catalog from standard input to standard output.
    """
    load_path = read_settings(folder).load_path
    sources = [place.read() for place in find_files(folder, load_path)]
    models = {each.namespace: each.tree for each in sources if each.language == like}
    if like and not models:
        raise click.UsageError(f"{folder}: there is no catalog of {like!r}")
    changed = False
    for source in sources:
        document = document_of(source)
        model = models.get(source.namespace, {}) if like else None
        _put_in_order(document.root, model)
        changed |= save(source, document, check or dry_run)
    return int(check and changed)


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
        if source is None or target.repeated or target.language == NOTES:
            continue
        if target.content and source.content:
            document = document_of(target)
            _Addition(document, source, target, project.options).add(kinds)
            if "order" in kinds:
                _put_in_order(document.root, source.tree)
            save(target, document, dry_run, "would be fixed" if dry_run else "fixed")


@dataclass
class _Addition:
    document: Document
    source: Source
    target: Source
    options: CheckOptions

    def add(self, kinds: Collection[str]) -> None:
        source, target, endings = self.source, self.target, self.options.endings
        known = families(source.values, endings, source.language)
        mine = families(target.values, endings, target.language, known)
        for key, family in known.items():
            own = mine.get(key, Family(family.base, family.ordinal))
            if ("plurals" if own.keys else "missing") in kinds:
                self._add_forms(family, own)
        in_family = members(known)
        for key, value in source.values.items() if "missing" in kinds else ():
            if key not in in_family and key not in target.values:
                self._insert(key, value)

    def _add_forms(self, family: Family, own: Family) -> None:
        target, format_ = self.target, self.options.format
        prefix = "_ordinal" if family.ordinal else ""
        nearest = [f"{prefix}_other", f"{prefix}_many", "_plural", ""]
        texts = [
            catalog.values[forms.keys[name]]
            for catalog, forms in ((target, own), (self.source, family))
            for name in [*nearest, *forms.keys]
            if name in forms.keys
        ]
        required = needs(target.language, format_, family.ordinal)
        there = {*own.keys, ""} if family.base in target.texts else {*own.keys}
        seen = shown(target.language, format_, frozenset(there), family.ordinal)
        single = len(required.forms) == 1
        beside = next(iter(family.keys.values()))
        last = next(reversed(own.keys.values()), "")
        for suffix in required.common:
            first = required.forms[suffix].samples[0]
            if suffix in own.keys or (single and seen.get(first) is not None):
                continue
            key = family.base + self.options.endings.spelt(suffix)
            self._insert(key, texts[0], beside, last)
            last = key

    def _insert(self, key: str, value: Any, beside: str = "", after: str = "") -> None:
        """Put a text where the source has it, in objects or under a flat name."""
        source = self.source
        path = path_of(source.tree, beside or key, source.separator)
        if path is None or key in self.target.containers:
            return
        head = len(source.separator.join([*path[:-1], ""]))
        *above, name = [*path[:-1], key[head:]]
        try:
            node = self.document.object(above)
        except ValueError:
            return
        if node.find(name) is None:
            last = after[head:] if after else self._before(above, name, node)
            made = self.document.insert(node, len(above), name, value, last)
            if not isinstance(value, str):
                # Numbers stay as they are written.
                known = document_of(source).reach([*above, name])
                made.value = known.value if known else made.value

    def _before(self, above: list[str], name: str, node: Node) -> str | None:
        """The name that stands before one in the source, and is in an object."""
        names = [*reduce(getitem, above, self.source.tree)]
        earlier = names[: names.index(name)] if name in names else []
        return next((each for each in reversed(earlier) if node.find(each)), None)


def _put_in_order(node: Node, model: dict[str, Any] | None) -> None:
    """Put members in the order of a model, without one in that of their names."""
    if not node.is_object:
        return
    names = [member.name for member in node.members]
    node.sort(names if model is None else [*_places(names, model)])
    for member in node.members:
        inner = None if model is None else model.get(member.name)
        if model is None or isinstance(inner, dict):
            _put_in_order(member.value, inner)


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
