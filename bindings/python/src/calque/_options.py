"""Options of a call: a mapping, a default text, keywords."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from .formats import Format

CallOptions: TypeAlias = "Mapping[str, object] | str | None"
"""Options and variables of a call; a text is its `defaultValue`."""

# In this format variables have an object of their own; these names are options.
_IOS_OPTIONS = frozenset(
    (
        "context",
        "count",
        "defaultValue",
        "indefinite_article",
        "lang",
        "namespace",
        "returnObjectTrees",
        "sprintf",
        "variables",
    )
)


def merged(
    format_: Format, options: CallOptions, variables: Mapping[str, object]
) -> dict[str, object]:
    """The options of a call, its keywords laid over them."""
    if options is None:
        together: dict[str, object] = {}
    elif isinstance(options, str):
        together = {"defaultValue": options}
    else:
        together = dict(options)
    if format_ is not Format.IOS:
        together.update(variables)
        return together
    inner: dict[str, object] = {}
    for name, value in variables.items():
        (together if name in _IOS_OPTIONS else inner)[name] = value
    if inner:
        given = together.get("variables")
        together["variables"] = {
            **(given if isinstance(given, Mapping) else {}),
            **inner,
        }
    return together
