"""Rules for references: `$t(key)` to keys that do not exist, and cycles."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from .options import CheckOptions
from .source import Source
from .texts import Fault


def check_references(
    catalog: Source,
    referring: dict[str, list[str]],
    around: list[Source],
    options: CheckOptions,
) -> Iterator[tuple[str, Fault]]:
    """The references of one catalog that lead nowhere, or back to their text.

    `referring` has the names that each text refers to, `around` are the catalogs that
    have what it may refer to.
    """
    graph: dict[str, set[str]] = {}
    separator = options.namespace_separator
    for key, names in referring.items():
        graph[key] = set()
        for name in names:
            if "{{" in name or not name:
                continue
            namespace, local = None, name
            if separator and separator in name:
                namespace, _, local = name.partition(separator)
            wanted = {namespace or catalog.namespace, catalog.namespace}
            places = (
                each for each in around if namespace is None or each.namespace in wanted
            )
            if not any(_has(each, {local, name}, local, options) for each in places):
                message = f"$t({name}) refers to a key that does not exist"
                yield key, Fault("reference-unknown", message)
            is_here = namespace in {None, catalog.namespace}
            graph[key].add(local if is_here else name)
    for key in _in_cycles(graph):
        message = "the references of the text lead back to it"
        yield key, Fault("reference-cycle", message)


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
    """Keys that can be reached from themselves."""
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            cycle = set(error.args[1])
            yield from cycle
            graph = {key: names - cycle for key, names in graph.items()}
        else:
            return
