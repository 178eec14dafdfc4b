"""`calque merge`."""

from __future__ import annotations

from pathlib import Path

import click

from ..checks import read_source
from ..checks.edit import Document, Node
from ..checks.files import write_file
from . import parameters
from .console import note
from .fix import document_of


@click.command(
    epilog="""\b
Examples:
  calque merge base.json vendor.json --output all.json
  calque merge theirs.json ours.json --output ours.json --prefer last
"""
)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=parameters.CATALOG,
)
@click.option("--output", required=True, type=parameters.NEW)
@click.option(
    "--prefer",
    type=click.Choice(["first", "last"]),
    help="The text to keep where catalogs differ. [default: fail]",
)
@parameters.dry_run
def command(
    files: tuple[Path, ...], output: Path, prefer: str | None, dry_run: bool
) -> int:
    """Merge catalogs into one. Keys with different texts are reported as conflicts.

    The output is the first catalog with what the others have beside it.
    """
    sources = [read_source(file, "und", "translation") for file in files]
    for source in sources:
        if source.has_duplicates:
            raise ValueError(f"{source.file} has duplicate members; one of them counts")
    merged, *others = map(document_of, sources)
    conflicts: list[str] = []
    for other in others:
        _merge(merged, other.root, (), prefer, conflicts)
    for conflict in conflicts:
        note(conflict)
    if conflicts and prefer is None:
        note(f"calque: {output} was not written; see --prefer")
        return 1
    if not dry_run:
        write_file(output, str(merged))
    return 0


def _merge(
    into: Document,
    other: Node,
    path: tuple[str, ...],
    prefer: str | None,
    conflicts: list[str],
) -> None:
    node = into.object(path)
    for each in other.members or []:
        name, value = each.name, each.value
        member = node.find(name)
        if member is None and value.is_object:
            member = into.insert(node, len(path), name, {})
        if member is None:
            # Numbers and escapes stay as they are written.
            into.insert(node, len(path), name, None).value = value
        elif member.value.is_object and value.is_object:
            _merge(into, value, (*path, name), prefer, conflicts)
        elif member.value.value != value.value:
            old, new = member.value.value, value.value
            conflicts.append(f"{'.'.join([*path, name])}: {old!r} or {new!r}")
            if prefer == "last":
                member.value = value
