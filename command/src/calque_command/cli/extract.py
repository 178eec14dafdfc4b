"""`calque extract` and `calque unused`: the keys of code beside those of catalogs."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..checks import NOTES, RULES, CheckOptions, Finding, Place, Source, find_files
from ..checks.facts import FactBook
from ..checks.files import write_file
from ..checks.plurals import needs
from ..checks.source import reading, source_of
from . import parameters
from .code import Code, functions_of, names_of, scan
from .console import BROKEN, counted, json_text, note, say
from .fix import document_of
from .parameters import argument, command, flag, option
from .project import Project


@command(
    "src", "src --into locales/en.json", "src --function gettext --function tr_key:2"
)
def extract(
    paths: tuple[Path, ...] = argument(parameters.INPUT, nargs=-1, required=True),
    format: str = parameters.TEXT_OR_JSON,
    into: Path | None = option(
        "Add the keys to this catalog, or to all of a folder.", parameters.NEW
    ),
    lang: str = option("Language of --into.", default="en"),
    flat: bool = flag("Add keys unsplit, not as objects."),
    function: tuple[str, ...] = parameters.FUNCTION,
    stdin_filename: str | None = option("Name of the code that `-` reads."),
    dry_run: bool = parameters.DRY_RUN,
) -> None:
    """Find the keys that code uses.

    It reads Python, C, C++, Swift, JavaScript, TypeScript, Rust, Go, Java, Kotlin, and
    templates of Jinja and Django. --into adds the plural forms of each language; `-`
    is standard input and output.
    """
    if Path("-") in paths and into == Path("-"):
        raise click.UsageError("standard input is code or the catalog, not both")
    code = scan(paths, functions_of(function), stdin_filename or "")
    code.note_skipped()
    if into is not None:
        places = [Place(into, lang, "")]
        if into.is_dir():
            places = [each for each in find_files(into) if each.language != NOTES]
        is_alone = len({place.namespace for place in places}) == 1
        for place in places:
            wanted = None if is_alone else place.namespace
            added = _add_to(place, wanted, code, flat, dry_run)
            note(f"{place.path}: {counted(added, 'key')} added")
        return
    if format == "json":
        names = ("key", "whole", "file", "line", "column", "default")
        listed = [{name: getattr(use, name) for name in names} for use in code.uses]
        click.echo(json_text(listed), nl=False)
        return
    for use in code.uses:
        key = use.key if use.whole else f"{use.key}…"
        say(f"{use.file}:{use.line}:{use.column}: {key}")
    found = f"{counted(len(code.uses), 'key')} in {counted(code.files, 'file')}"
    note(f"{found}, {counted(len(code.unknown), 'call')} with an unknown key")


def _add_to(place: Place, space: str | None, code: Code, flat: bool, dry: bool) -> int:
    """Add what a catalog lacks; how many keys those are."""
    path, lang = place.path, place.language
    is_there = path.exists() or str(path) == "-"
    source = place.read() if is_there else source_of("{}\n", lang, "")
    values, document, added = dict(source.values), document_of(source), 0
    for use in code.uses:
        own, _, key = use.key.rpartition(":")
        if not own or " " in use.key:
            own, key = "", use.key
        elsewhere = space not in {None, own or "translation"}
        is_there = any(f"{each}.".startswith((f"{key}_", f"{key}.")) for each in values)
        if elsewhere or not use.whole or is_there:
            continue
        endings = needs(lang, "v4", False).common if use.counts else [""]
        for name in [key + ending for ending in endings]:
            is_flat = flat or " " in name or name.strip(".") != name
            document.set([name] if is_flat else name.split("."), use.default or key)
            values[name] = use.default or key
            added += 1
    if (added or str(path) == "-") and not dry:
        write_file(path, str(document))
    return added


def absent_keys(paths: Iterable[Path], project: Project) -> list[Finding]:
    """Keys that the code uses and the source lacks."""
    code = scan(paths, functions_of(project.settings.functions))
    options = project.options
    known = {
        head + name
        for source in project.sources
        for key in source.values
        for name in names_of(key, options.endings, source.separator)
        for head in ("", f"{source.namespace}{options.namespace_separator}")
    }
    severity = options.severity("key-absent")
    findings = []
    for use in code.uses:
        names = {use.key, *(f"{prefix}.{use.key}" for prefix in code.prefixes)}
        if use.whole and known.isdisjoint(names):
            message = RULES["key-absent"].message.format(use.key)
            about = "key-absent", severity, project.language, use.key, message
            findings.append(Finding(*about, "", use.file, use.line, use.column))
    return findings


@command("locales --code src", "locales --code src --recorded keys.txt")
def unused(
    load: parameters.Load = parameters.PROJECT,
    code: tuple[Path, ...] = option(
        "Code that uses the keys.", parameters.EXISTING, multiple=True, required=True
    ),
    recorded: tuple[Path, ...] = option(
        "Keys that a program looked up, one a line.", parameters.FILE, multiple=True
    ),
    function: tuple[str, ...] = parameters.FUNCTION,
    format: str = parameters.TEXT_OR_JSON,
) -> int:
    """Find keys that no code uses. The exit code is 1 when there are any.

    A key is reported as "unused", or as "cannot-tell" if the code may build it from
    parts or contains it as a text elsewhere.
    """
    project = load()
    found = scan(code, functions_of([*function, *project.settings.functions]))
    seen: set[str] = set()
    for file in recorded:
        with reading(file):
            seen |= set(map(str.strip, file.read_text("utf-8").splitlines()))
    buckets: dict[str, list[str]] = {"used": [], "unused": [], "cannot-tell": []}
    for catalog in project.sources:
        for key, bucket in _sorted(catalog, found, seen, project.options):
            buckets[bucket].append(key)
    if format == "json":
        click.echo(json_text(buckets), nl=False)
    else:
        for bucket in ("unused", "cannot-tell"):
            for key in buckets[bucket]:
                say(f"{bucket}: {key}")
    counts = ", ".join(f"{len(keys)} {name}" for name, keys in buckets.items())
    found.note_skipped()
    note(f"{counts}; {counted(found.files, 'file')} of code")
    return BROKEN if project.note_broken() else int(bool(buckets["unused"]))


def _sorted(
    catalog: Source, code: Code, recorded: set[str], options: CheckOptions
) -> Iterator[tuple[str, str]]:
    """Each key with its bucket: used, unused or cannot-tell."""
    whole = {use.key for use in code.uses if use.whole} | recorded
    whole |= {f"{prefix}.{key}" for prefix in code.prefixes for key in set(whole)}
    whole |= {key.partition(":")[2] for key in whole if ":" in key}
    book = FactBook(options, [catalog])
    for text in catalog.texts.values():
        names = (part.name for part in book[text].references)
        whole |= {name.partition(":")[2] or name for name in names}
    begun = tuple({use.key for use in code.uses if not use.whole} - {""})
    for key in catalog.values:
        names_ = names_of(key, options.endings, catalog.separator)
        if whole.intersection(names_):
            yield key, "used"
        elif key.startswith(begun) or code.texts.intersection(names_[:2]):
            yield key, "cannot-tell"
        else:
            yield key, "unused"
