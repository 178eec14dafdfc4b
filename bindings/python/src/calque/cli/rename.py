"""`calque rename`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..checks import CheckOptions, Source, find_files, with_format
from ..checks.facts import FactBook
from . import parameters
from .console import counted
from .fix import write_json
from .settings import read_settings
from .tree import changed, holder


@click.command(
    epilog="""\b
Examples:
  calque rename locales menu.open menu.openFile
  calque rename locales file document --dry-run
"""
)
@click.argument("folder", type=parameters.EXISTING)
@click.argument("old")
@click.argument("new")
@click.option("--namespace", help="Only in this namespace.")
@click.option("--dry-run", is_flag=True, help="Show the changes, but make none.")
def command(
    folder: Path, old: str, new: str, namespace: str | None, dry_run: bool
) -> int:
    """Rename a key in all languages.

    Its plural and context forms, the keys of an object below it, and references to
    it in other texts are renamed too. It fails if a new key already exists.
    """
    settings = read_settings(folder)
    options = settings.check_options(None)
    sources = [
        place.read(options.key_separator)
        for place in find_files(folder, settings.load_path)
        if namespace in {None, place.namespace}
    ]
    options = with_format(options, sources)
    wanted = {source.file: _renamed(source, old, new, options) for source in sources}
    if not any(wanted.values()):
        raise click.UsageError(f"{folder}: there is no key {old!r}")
    for source in sources:
        pairs = wanted[source.file]
        taken = [to for to in pairs.values() if to in source.values and to not in pairs]
        if taken or source.has_duplicates:
            reason = f"there is {taken[0]!r} already" if taken else "it has duplicates"
            raise ValueError(f"{source.file} was not changed: {reason}")
    for source in sources:
        tree, count = _rewritten(source, wanted[source.file], old, new, options)
        if count:
            click.echo(f"{source.file}: {counted(count, 'change')}")
            if not dry_run:
                write_json(Path(source.file), tree, source.content)
    return 0


def _renamed(
    source: Source, old: str, new: str, options: CheckOptions
) -> dict[str, str]:
    pairs = {}
    endings = options.endings
    below = old + source.separator
    for key in source.values:
        base, suffix = endings.split(key)
        is_form = base == old or (base.startswith(old + endings.context) and suffix)
        if is_form or key == old or key.startswith(below):
            pairs[key] = new + key[len(old) :]
    return pairs


def _rewritten(
    source: Source,
    pairs: dict[str, str],
    old: str,
    new: str,
    options: CheckOptions,
) -> tuple[dict[str, Any], int]:
    """The tree with its new names, in the old order, and how much changed."""
    book = FactBook(options, [source])
    count = 0

    def renamed(text: str) -> str:
        nonlocal count
        data = text.encode()
        for part in reversed(book[text].references):
            if part.name == old or part.name.startswith(old + source.separator):
                inner = data[part.start : part.end].replace(
                    old.encode(), new.encode(), 1
                )
                data = data[: part.start] + inner + data[part.end :]
                count += 1
        return data.decode()

    tree = changed(source.tree, renamed)
    for key, to in pairs.items():
        _move(tree, key, to, source.separator)
        count += 1
    return tree, count


def _move(tree: dict[str, Any], key: str, to: str, separator: str) -> None:
    """Move a text. In its object it keeps its place; a flat name stays flat."""
    found = holder(tree, key, separator)
    if found is None:
        return
    node, name = found
    head = key[: len(key) - len(name)]
    last = to[len(head) :]
    if to.startswith(head) and (separator in name or separator not in last):
        items = list(node.items())
        node.clear()
        node.update((last if each == name else each, v) for each, v in items)
        return
    value = node.pop(name)
    target: Any = tree
    *path, last = to.split(separator)
    for step in path:
        target = target.setdefault(step, {})
    target[last] = value
