"""`calque unused`."""

from __future__ import annotations

from pathlib import Path

import click

from ..checks import CheckOptions, Source
from ..checks.facts import FactBook
from ..checks.source import reading
from . import parameters
from .code import Code, functions_of, names_of, scan
from .console import BROKEN, counted, json_text, note, say


@click.command(
    epilog="""\b
Examples:
  calque unused locales --code src
  calque unused locales --code src --recorded keys.txt --format json

A key is reported as "unused", or as "cannot-tell" if the code may build it from
parts or contains it as a text elsewhere. A file of recorded keys has one key in
each line; calque_command.recording writes it.
"""
)
@parameters.of_project
@click.option("--code", "paths", multiple=True, required=True, type=parameters.EXISTING)
@click.option(
    "--recorded",
    multiple=True,
    type=parameters.FILE,
    help="A file of keys that a running program looked up.",
)
@parameters.key_functions
@parameters.text_or_json
def unused(
    load: parameters.Load,
    paths: tuple[Path, ...],
    recorded: tuple[Path, ...],
    functions: tuple[str, ...],
    report: str,
) -> int:
    """Find keys that no code uses. The exit code is 1 when there are any."""
    project = load()
    names = [*functions, *project.settings.functions]
    code = scan(paths, functions_of(names))
    seen: set[str] = set()
    for file in recorded:
        with reading(file):
            seen |= set(map(str.strip, file.read_text("utf-8").splitlines()))
    options = project.options
    buckets: dict[str, list[str]] = {"used": [], "unused": [], "cannot-tell": []}
    for catalog in project.sources:
        for key, bucket in sort_keys(catalog, code, seen, options).items():
            buckets[bucket].append(key)
    if report == "json":
        click.echo(json_text(buckets), nl=False)
    else:
        for bucket in ("unused", "cannot-tell"):
            for key in buckets[bucket]:
                say(f"{bucket}: {key}")
    counts = ", ".join(f"{len(keys)} {name}" for name, keys in buckets.items())
    code.note_skipped()
    note(f"{counts}; {counted(code.files, 'file')} of code")
    if project.note_broken():
        return BROKEN
    return int(bool(buckets["unused"]))


def sort_keys(
    catalog: Source, code: Code, recorded: set[str], options: CheckOptions
) -> dict[str, str]:
    """The bucket of each key: used, unused or cannot-tell."""
    whole = {use.key for use in code.uses if use.whole} | recorded
    whole |= {f"{prefix}.{key}" for prefix in code.prefixes for key in set(whole)}
    whole |= {key.partition(":")[2] for key in whole if ":" in key}
    book = FactBook(options, [catalog])
    whole |= {
        part.name.partition(":")[2] or part.name
        for text in catalog.texts.values()
        for part in book[text].references
    }
    begun = tuple({use.key for use in code.uses if not use.whole} - {""})
    buckets = {}
    for key in catalog.values:
        names = names_of(key, options.endings, catalog.separator)
        if whole.intersection(names):
            buckets[key] = "used"
        elif key.startswith(begun) or code.texts.intersection(names[:2]):
            buckets[key] = "cannot-tell"
        else:
            buckets[key] = "unused"
    return buckets
