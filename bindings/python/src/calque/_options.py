"""Options of a call: a mapping, a default text, keywords; names of init options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ._constants import IOS_OPTIONS
from .formats import Format

if TYPE_CHECKING:
    from .typing import CallOptions


class InitNames(NamedTuple):
    """The names of the init options that formats call by different names."""

    language: str = "lng"
    fallback: str = "fallbackLng"
    resources: str = "resources"
    namespaces: str = "ns"

    @staticmethod
    def of(format_: Format) -> InitNames:
        """The names of a format."""
        if format_ is Format.IOS:
            return InitNames("lang", "fallbackLang", "resourcesStore", "namespaces")
        store = "resStore" if format_ is Format.V1 else "resources"
        return InitNames(resources=store)


def merged(options: CallOptions, variables: Mapping[str, object]) -> dict[str, object]:
    """The options of a call, overridden by its keywords."""
    if options is None:
        return dict(variables)
    if isinstance(options, str):
        return {"defaultValue": options, **variables}
    return {**options, **variables}


def nested(
    format_: Format, options: CallOptions, variables: Mapping[str, object]
) -> dict[str, object]:
    """As `merged`, for JSON: variables of format ios have an object of their own."""
    together = merged(options, variables)
    if format_ is not Format.IOS:
        return together
    given = together.pop("variables", None)
    inner = dict(given) if isinstance(given, Mapping) else {}
    for name in together.keys() - IOS_OPTIONS:
        inner[name] = together.pop(name)
    return {**together, "variables": inner} if inner else together
