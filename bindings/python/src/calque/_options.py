"""Options of a call: a mapping, a default text, keywords; names of init options."""

from __future__ import annotations

from collections.abc import Mapping

from . import _constants as k
from ._annotations import TYPE_CHECKING
from .formats import Format

if TYPE_CHECKING:
    from .typing import CallOptions


def init_names(format_: Format) -> dict[str, str]:
    """Return the names that a format gives to the init options with a language, a
    fallback, resources and namespaces.
    """
    return k.INIT_NAMES.get(format_.name.lower(), k.INIT_NAMES["modern"])


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
    for name in together.keys() - k.IOS_OPTIONS:
        inner[name] = together.pop(name)
    return {**together, "variables": inner} if inner else together


def camel_case(name: str) -> str:
    """A name of Python as options spell it."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def bundle_flags(
    deep: bool = False,
    overwrite: bool = False,
    silent: bool = False,
    replace: bool = False,
) -> int:
    """How a bundle is added, as C takes it."""
    flags = k.BUNDLE_DEEP * deep | k.BUNDLE_OVERWRITE * overwrite
    return flags | k.BUNDLE_SILENT * silent | k.BUNDLE_REPLACE * replace
