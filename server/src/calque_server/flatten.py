"""Catalogs as parts of leaves, checked: the work of an import that needs no database.

A large import is flattened by a process of its own, so that reading it holds nobody up:

    python -m calque_server.flatten FORMAT MOST < body.json > parts.jsonl

The first line of its output is `{"replace": ..., "languages": [...]}` or a refusal;
each other line is a part.
"""

import json
import os
import resource
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from . import names
from .errors import Refused, invalid
from .stems import stems
from .tree import Leaf, leaves

Trees = dict[str, dict[str, dict[str, Any]]]
PART = 500
_MEMORY = 4 << 30


class Part(msgspec.Struct, array_like=True):
    """Some leaves of a namespace in a language, each with its stem."""

    locale: str
    namespace: str
    # The position of the first leaf in its namespace.
    first: int
    leaves: list[Leaf]
    stems: list[str]


def parts(trees: Trees, format: str, most: int = 1 << 40) -> Iterator[Part]:
    """The leaves of trees by language and namespace, in their order.

    Raises Refused for names and values that cannot be taken, and for more than `most`
    leaves.
    """
    count = 0
    for tag, by_namespace in trees.items():
        for name, tree in _members(by_namespace):
            own = leaves(dict(_members(tree)))
            count += len(own)
            if count > most:
                raise Refused(413, f"an import may have at most {most} texts")
            for leaf in own:
                _check(leaf)
            place = names.tag(tag), names.namespace(name)
            found = stems([leaf.key for leaf in own], format)
            # Without leaves there is one part, too: a namespace that became empty.
            for first in range(0, len(own) or 1, PART):
                some = own[first : first + PART]
                yield Part(*place, first, some, [found[leaf.key] for leaf in some])


def read_import(data: bytes) -> tuple[Trees, bool]:
    """The trees of a request to import, and whether they replace what is there.

    Raises Refused with 422.
    """
    try:
        given = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise invalid("the body is not JSON in UTF-8") from error
    found = dict(_members(given))
    replace = found.pop("replace", True)
    trees = dict(_members(found.pop("catalogs", None)))
    if found or not isinstance(replace, bool):
        raise invalid("an import must have catalogs and replace")
    return trees, replace


def _members(node: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(node, dict):
        raise invalid("catalogs must be objects by language and namespace")
    yield from node.items()


def _check(leaf: Leaf) -> None:
    if len(names.encoded(leaf.path)) > 2 * names.KEY_BYTES:
        raise invalid(f"the key {leaf.key[:80]!r} is too long")
    if "\0" in leaf.path or "\0" in leaf.value:
        raise invalid(f"{leaf.key[:80]!r} has a NUL, which the database cannot store")
    names.encoded(leaf.value)


def main(format: str, most: int) -> None:
    """Flatten the import of the standard input."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    try:
        trees, replace = read_import(sys.stdin.buffer.read())
        made = list(parts(trees, format, most))
    except Refused as refused:
        print(json.dumps({"status": refused.status, "message": refused.message}))
        return
    tags = sorted({part.locale for part in made})
    print(json.dumps({"replace": replace, "languages": tags}), flush=True)
    for part in made:
        sys.stdout.buffer.write(msgspec.json.encode(part) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
