"""`calque extract`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..checks import NOTES, Finding, find_files, read_source
from ..checks.files import write_file
from ..checks.plurals import needs
from ..checks.source import source_of
from . import parameters
from .code import Code, functions_of, names_of, scan
from .console import counted, json_text, note, say
from .fix import document_of
from .project import Project


@click.command(
    epilog="""\b
Examples:
  calque extract src
  calque extract src --into locales/en.json
  calque extract src --function gettext --function tr_key:2
"""
)
@click.argument("paths", nargs=-1, required=True, type=parameters.INPUT)
@parameters.text_or_json
@click.option(
    "--into",
    type=parameters.NEW,
    help="Add the keys to this catalog, or to those of a folder, with the plural forms "
    "of each language. `-` is standard input and output.",
)
@click.option("--lang", default="en", show_default=True, help="Language of --into.")
@click.option("--flat", is_flag=True, help="Add keys unsplit, not as objects.")
@parameters.key_functions
@click.option("--stdin-filename", default="", help="Name of the code that `-` reads.")
@parameters.dry_run
def extract(
    paths: tuple[Path, ...],
    report: str,
    into: Path | None,
    lang: str,
    flat: bool,
    functions: tuple[str, ...],
    stdin_filename: str,
    dry_run: bool,
) -> None:
    """Find the keys that code uses.

    It reads Python, C, C++, Swift, JavaScript, TypeScript, Rust, Go, Java, Kotlin, and
    templates of Jinja and Django.
    """
    if Path("-") in paths and into == Path("-"):
        raise click.UsageError("standard input is code or the catalog, not both")
    code = scan(paths, functions_of(functions), stdin_filename)
    code.note_skipped()
    if into is not None:
        for file, language, namespace in _catalogs(into, lang):
            added = _add_to(file, language, namespace, code, flat, dry_run)
            note(f"{file}: {counted(added, 'key')} added")
        return
    if report == "json":
        listed = [
            {"key": use.key, "whole": use.whole, "file": use.file, "line": use.line,
             "column": use.column, "default": use.default}
            for use in code.uses
        ]  # fmt: skip
        click.echo(json_text(listed), nl=False)
        return
    for use in code.uses:
        key = use.key if use.whole else f"{use.key}…"
        say(f"{use.file}:{use.line}:{use.column}: {key}")
    found = f"{counted(len(code.uses), 'key')} in {counted(code.files, 'file')}"
    note(f"{found}, {counted(len(code.unknown), 'call')} with an unknown key")


def _catalogs(into: Path, lang: str) -> Iterator[tuple[Path, str, str | None]]:
    """The catalogs to add to: a file, or all languages and namespaces of a folder."""
    if not into.is_dir():
        yield into, lang, None
        return
    places = [place for place in find_files(into) if place.language != NOTES]
    spaces = {place.namespace for place in places}
    for place in places:
        alone = len(spaces) == 1
        yield place.path, place.language, None if alone else place.namespace


def _add_to(
    path: Path, lang: str, namespace: str | None, code: Code, flat: bool, dry_run: bool
) -> int:
    """Add what a catalog lacks; how many keys those are."""
    source = source_of("{}\n", lang, "translation")
    if path.exists() or str(path) == "-":
        source = read_source(path, lang, "translation")
    values, document, added = dict(source.values), document_of(source), 0
    for use in code.uses:
        space, _, key = use.key.rpartition(":")
        if not space or " " in use.key:
            space, key = "", use.key
        elsewhere = namespace not in {None, space or "translation"}
        begun = (f"{key}_", f"{key}.")
        is_there = key in values or any(each.startswith(begun) for each in values)
        if elsewhere or not use.whole or is_there:
            continue
        endings = needs(lang, "v4", False).common if use.counts else [""]
        for name in [key + ending for ending in endings]:
            is_flat = flat or " " in name or name.strip(".") != name
            try:
                document.set([name] if is_flat else name.split("."), use.default or key)
            except ValueError:
                raise ValueError(f"{name!r} lies within a text") from None
            values[name] = use.default or key
            added += 1
    if (added or str(path) == "-") and not dry_run:
        write_file(path, str(document))
    return added


def absent_keys(paths: Iterable[Path], project: Project) -> list[Finding]:
    """Keys that the code uses and the source lacks."""
    code, options = (
        scan(paths, functions_of(project.settings.functions)),
        project.options,
    )
    known = {
        head + name
        for source in project.sources
        for key in source.values
        for name in names_of(key, options.endings, source.separator)
        for head in ("", f"{source.namespace}{options.namespace_separator}")
    }
    severity = options.severity("key-absent")
    findings = []
    for use in code.uses if severity != "off" else []:
        names = {use.key, *(f"{prefix}.{use.key}" for prefix in code.prefixes)}
        if use.whole and known.isdisjoint(names):
            message = f"the code uses {use.key!r}, which the source does not have"
            findings.append(
                Finding("key-absent", severity, project.language, use.key, message,
                        file=use.file, line=use.line, column=use.column)
            )  # fmt: skip
    return findings
