"""Rules for references: `$t(key)` to keys that do not exist, and cycles."""

from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from .facts import FactBook
from .rules import CheckOptions
from .source import Source
from .texts import Fault, fault_of


def check_references(
    catalog: Source, book: FactBook, around: list[Source], options: CheckOptions
) -> Iterator[tuple[str, Fault]]:
    """The references of one catalog that lead nowhere, or back to their text.

    `around` are the catalogs that have what it may refer to.
    """
    graph: dict[str, set[str]] = defaultdict(set)
    separator = options.namespace_separator
    for key, text in catalog.texts.items():
        for name in (part.name for part in book[text].references):
            if "{{" in name or not name:
                continue
            space, local = None, name
            if separator and separator in name:
                space, _, local = name.partition(separator)
            wanted = {space or catalog.namespace, catalog.namespace}
            given = [one for one in around if space is None or one.namespace in wanted]
            if not any(_has(one, {local, name}, local, options) for one in given):
                yield key, fault_of("reference-unknown", name)
            is_here = space in {None, catalog.namespace}
            graph[key].add(local if is_here else name)
    for key in _in_cycles(graph):
        yield key, fault_of("reference-cycle")


def _has(catalog: Source, names: set[str], key: str, options: CheckOptions) -> bool:
    """Whether a catalog has a text or an object of a name, or a form of a key."""
    if any(name in catalog.values or name in catalog.containers for name in names):
        return True
    # Plural and context forms have longer keys.
    endings = options.endings
    marks = {endings.context, endings.plural, endings.plural_suffix}
    start = tuple(key + mark for mark in marks)
    return any(other.startswith(start) for other in catalog.values)


def _in_cycles(graph: dict[str, set[str]]) -> Iterator[str]:
    while True:
        try:
            return TopologicalSorter(graph).prepare()
        except CycleError as error:
            cycle = set(error.args[1])
            yield from cycle
            graph = {key: names - cycle for key, names in graph.items()}
