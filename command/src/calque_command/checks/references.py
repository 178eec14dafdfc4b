"""Rules for references: `$t(key)` to keys that do not exist, and cycles."""

from __future__ import annotations

from collections.abc import Iterator

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
    known = _Known(catalog, around, options)
    graph: dict[str, list[str]] = {}
    for key, names in referring.items():
        graph[key] = []
        for name in names:
            if "{{" in name or not name:
                continue
            if not known.has(name):
                message = f"$t({name}) refers to a key that does not exist"
                yield key, Fault("reference-unknown", message)
            graph[key].append(known.local(name))
    for key in _cycles(graph):
        message = "the references of the text lead back to it"
        yield key, Fault("reference-cycle", message)


class _Known:
    """The keys that a catalog can refer to."""

    def __init__(
        self, catalog: Source, around: list[Source], options: CheckOptions
    ) -> None:
        self._separator = options.namespace_separator
        endings = options.endings
        self._marks = {endings.context, endings.plural, endings.plural_suffix}
        self._namespace = catalog.namespace
        self._catalogs = around

    def has(self, name: str) -> bool:
        """Whether a key is there, as a text, an object or a form of a text."""
        namespace, key = self._split(name)
        for catalog in self._catalogs:
            whole = namespace is not None and catalog.namespace not in {
                namespace,
                self._namespace,
            }
            if whole:
                continue
            for wanted in {key, name}:
                if wanted in catalog.values or wanted in catalog.containers:
                    return True
            # Plural and context forms have longer keys.
            start = tuple(f"{key}{mark}" for mark in self._marks)
            if any(other.startswith(start) for other in catalog.values):
                return True
        return False

    def local(self, name: str) -> str:
        """The key in the catalog itself that a reference leads to."""
        namespace, key = self._split(name)
        return key if namespace in {None, self._namespace} else name

    def _split(self, name: str) -> tuple[str | None, str]:
        if self._separator and self._separator in name:
            namespace, _, key = name.partition(self._separator)
            return namespace, key
        return None, name


def _cycles(graph: dict[str, list[str]]) -> list[str]:
    """Keys that can be reached from themselves."""
    done: set[str] = set()
    found: list[str] = []
    for first in graph:
        if first in done:
            continue
        path: list[str] = []
        on_path: set[str] = set()
        todo: list[tuple[str, bool]] = [(first, False)]
        while todo:
            key, leaving = todo.pop()
            if leaving:
                path.pop()
                on_path.discard(key)
                done.add(key)
                continue
            if key in on_path:
                found += [name for name in path[path.index(key) :] if name not in found]
                continue
            if key in done or key not in graph:
                continue
            path.append(key)
            on_path.add(key)
            todo.append((key, True))
            todo += [(name, False) for name in graph[key]]
    return found
