"""`calque rename`."""

from pathlib import Path

import click

from ..checks import CheckOptions, Source, find_files, with_format
from ..checks.edit import Document, path_of
from ..checks.facts import FactBook, delimiters
from . import parameters
from .console import counted
from .fix import document_of, save
from .parameters import argument, command, option
from .project import read_settings

_Pairs = dict[str, str]


@command("locales menu.open menu.openFile", "locales file document --dry-run")
def rename(
    folder: Path = argument(parameters.INPUT),
    old: str = argument(),
    new: str = argument(),
    namespace: str | None = option("Only in this namespace."),
    dry_run: bool = parameters.DRY_RUN,
) -> int:
    """Rename a key in all languages.

    Its plural and context forms, the keys of an object below it, and references to
    it in other texts are renamed too. It fails if a new key already exists. `-` renames
    in a catalog from standard input.
    """
    settings = read_settings(folder)
    options = settings.check_options(None)
    places = find_files(folder, settings.load_path)
    places = [at for at in places if namespace in {None, at.namespace}]
    sources = [place.read(options.key_separator) for place in places]
    options = with_format(options, sources)
    wanted = [(each, _renamed(each, old, new, options)) for each in sources]
    namespaces = sorted({each.namespace for each, pairs in wanted if pairs})
    if not namespaces:
        raise click.UsageError(f"{folder}: there is no key {old!r}")
    separator = options.namespace_separator
    heads = ["", *(name + separator for name in namespaces if separator)]
    names = {head + old: head + new for head in heads}
    results = []
    for source, pairs in wanted:
        try:
            results.append((source, *_rewritten(source, pairs, names, options)))
        except ValueError as error:
            raise ValueError(f"{source.file} was not changed: {error}") from None
    for source, document, count in results:
        if count:
            save(source, document, dry_run, counted(count, "change"))
    return 0


def _renamed(source: Source, old: str, new: str, options: CheckOptions) -> _Pairs:
    """The new names of keys. One that leads to an object or array moves with it."""
    separator, head = source.separator, old + options.endings.context
    path = path_of(source.tree, old, separator)
    pairs = {}
    for key in source.values:
        base, suffix = options.endings.split(key)
        # `file_name` need not be `file` in a context, `friend_male` is.
        has_context = suffix or base.removeprefix(head) in options.contexts
        is_form = base == old or (base.startswith(head) and has_context)
        is_below = key.startswith(old + separator)
        if not (is_form or is_below or key == old):
            continue
        moved = key
        if is_below and path:
            own = path_of(source.tree, key, separator)
            # A key within an array has no path.
            moved = old if own is None or own[: len(path)] == path else key
        pairs[moved] = new + moved[len(old) :]
    # `a` can become `a_one` when that has become `a_one_one`.
    longest_first = new.startswith(old)
    return dict(sorted(pairs.items(), key=lambda pair: -len(pair[0]) * longest_first))


def _rewritten(
    source: Source, pairs: _Pairs, names: _Pairs, options: CheckOptions
) -> tuple[Document, int]:
    """The file with its new names, in the old order, and how much changed."""
    book = FactBook(options, [source])
    opening = len(delimiters(options)[-1].encode())
    document = document_of(source)
    count = len(pairs)

    def renamed(text: str) -> str:
        nonlocal count
        data = text.encode()
        for part in reversed(book[text].references):
            start = data.index(part.name.encode(), part.start + opening)
            for old, new in names.items():
                if part.name == old or part.name.startswith(old + source.separator):
                    tail = data[start + len(old.encode()) :]
                    data = data[:start] + new.encode() + tail
                    count += 1
        return data.decode()

    if book.has_references:
        document.change_texts(renamed)
    for key, to in pairs.items():
        _move(document, key, to, source.separator)
    if count and source.repeated:
        raise ValueError("it has duplicates")
    return document, count


def _move(document: Document, key: str, to: str, separator: str) -> None:
    """Move what a key leads to; ValueError where something is in the way."""
    now = document.root.value
    path = path_of(now, key, separator)
    if path is None:
        raise ValueError(f"{key!r} is in an array")
    if path_of(now, to, separator):
        raise ValueError(f"{to!r} already exists")
    node, name = document.object(path[:-1]), path[-1]
    member = node.find(name)
    assert member is not None
    head = key[: len(key) - len(name)]
    last = to[len(head) :]
    if to.startswith(head) and (separator in name or separator not in last):
        document.rename(member, last)
        return
    node.remove(member)
    *above, last = to.split(separator)
    target = document.object(above)
    document.insert(target, len(above), last, None).value = member.value
