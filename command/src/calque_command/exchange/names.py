"""Keys as the names that a format allows, and the resources of moz.l10n."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from moz.l10n.model import Entry, Message, Resource
from moz.l10n.resource import serialize_resource

FLUENT_KEY = re.compile("[^A-Za-z0-9_-]")
ANDROID_KEY = re.compile("[^A-Za-z0-9_]")
WEBEXT_KEY = re.compile("[^A-Za-z0-9_@]")
_NOTE = re.compile(r"^key: (.*)$", re.MULTILINE)


def allowed_name(key: str, pattern: re.Pattern[str], used: set[str]) -> str:
    """A name that the format allows, unlike all before."""
    name = pattern.sub("-" if pattern is FLUENT_KEY else "_", key)
    if not re.match("[A-Za-z]", name):
        name = f"k{name}"
    base, number = name, 2
    # Names of WebExtensions are the same in any case.
    while name.lower() in used:
        name, number = f"{base}{number}", number + 1
    used.add(name.lower())
    return name


def with_key(comment: str, key: str, name: str) -> str:
    """The comment with the key, when the format could not spell it."""
    told = f"key: {json.dumps(key, ensure_ascii=False) if _is_odd(key) else key}"
    return comment if key == name else "\n".join(filter(None, [comment, told]))


def _is_odd(key: str) -> bool:
    return not key.isprintable() or key[:1] == '"' or key != key.strip() or "--" in key


def key_in(name: str, comment: str) -> tuple[str, str]:
    """The key of an entry, and its comment without it."""
    match = _NOTE.search(comment)
    if match is None:
        return name, comment
    key = json.loads(match[1]) if match[1].startswith('"') else match[1]
    return str(key), _NOTE.sub("", comment).strip()


def serialized(resource: Resource[Any]) -> bytes:
    """The bytes of a file of the resource's format."""
    return "".join(serialize_resource(resource)).encode()


def entries_of(resource: Resource[Message]) -> Iterator[tuple[str, Entry[Message]]]:
    """The entries with the names of their sections."""
    for section in resource.sections:
        head = ".".join(section.id)
        for entry in section.entries:
            if isinstance(entry, Entry):
                key = ".".join(entry.id)
                yield (f"{head}.{key}" if head else key), entry
