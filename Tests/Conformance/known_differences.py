"""Deliberate differences from the original libraries: the list of docs/formats.md.

A difference is recognised by the steps that the original library took
(`reference.cjs`), or by the call; never by the answer of Calque.
"""

from __future__ import annotations

from typing import Any

_THROWS = "the reference throws"
_NOTES = {
    "nested again": "a reference in the text of a reference",
    "dollar": "a dollar sign in the text of a reference",
    "recursion": "a reference back to the key that refers to it",
    "parenthesis": "a parenthesis or quote in a reference",
    "several": "`interpolation` in a call, and several references",
    "endless": "references without an end",
    "cimode": "`cimode` in `v1`",
    "within": "a placeholder that begins within another",
    "brought in": "a value with a placeholder that the text has, too",
    "twice": "a reference that stands twice in a text",
    "below": "a key below a text or null",
    "marker": "a marker of its own look-ups for a missing plural",
    "broken options": "options of a reference that cannot be parsed",
}
_OBJECT_DEFAULT = "an object as the default value"
_OBJECT_UNDIVIDED = "an object as the default value, without a key separator"
_NO_FALLBACK = "`fallbackLng: false` in a call"
_NO_OBJECTS = "`exists` with `returnObjects: false`"
_DETAILS = "`returnDetails` within a result"
_NO_SEPARATOR = "a separator that is `false` or empty, shown in a text"
_NO_NAMESPACE = "an empty list of namespaces, shown in a text"
_SAVED = "a missing key with `saveMissing`"
_NOT_CURRENT = "a language that is not supported, or not in its canonical form"
_POSIX = "A name of a language as POSIX writes it"
_REPLACED = "`interpolation` beside `replace`"

DIFFERENCES = [
    _THROWS,
    *_NOTES.values(),
    _OBJECT_DEFAULT,
    _OBJECT_UNDIVIDED,
    _NO_FALLBACK,
    _NO_OBJECTS,
    _DETAILS,
    _NO_SEPARATOR,
    _NO_NAMESPACE,
    _SAVED,
    _NOT_CURRENT,
    _POSIX,
    _REPLACED,
]


def _older(
    call: dict[str, Any], arguments: dict[str, Any], options: dict[str, Any]
) -> str | None:
    """Where v2 and v3 follow i18next 26."""
    if isinstance(arguments.get("defaultValue"), dict | list):
        return _OBJECT_DEFAULT
    if arguments.get("fallbackLng") is False:
        return _NO_FALLBACK
    if call["method"] == "exists" and arguments.get("returnObjects") is False:
        return _NO_OBJECTS
    if any(map(options.get, ("supportedLngs", "lowerCaseLng", "cleanCode"))):
        return _NOT_CURRENT
    return None


def listed(
    case: dict[str, Any], call: dict[str, Any], theirs: dict[str, Any]
) -> str | None:
    """The listed difference that explains why a call is answered otherwise."""
    arguments, options = call["args"], case["options"]
    if "error" in theirs:
        return _THROWS
    for note in theirs["notes"]:
        return _NOTES[note]
    if case["format"] in ("v2", "v3") and (found := _older(call, arguments, options)):
        return found
    if arguments.get("returnDetails", options.get("returnDetails")):
        return _DETAILS
    if isinstance(arguments.get("replace"), dict) and "interpolation" in arguments:
        return _REPLACED
    if "_" in str(arguments.get("lng") or options.get("lng")):
        return _POSIX
    if options.get("saveMissing"):
        return _SAVED
    if arguments.get("ns") == [] and "undefined" in str(theirs.get("value")):
        return _NO_NAMESPACE
    separator = arguments.get("keySeparator", options.get("keySeparator"))
    if separator is False and isinstance(arguments.get("defaultValue"), dict):
        return _OBJECT_UNDIVIDED
    separators = [
        arguments.get(name, options.get(name, "."))
        for name in ("keySeparator", "nsSeparator")
    ]
    is_shown = "false" in str(theirs.get("value")) or arguments.get("lng") == "cimode"
    if "" in separators or None in separators or (False in separators and is_shown):
        return _NO_SEPARATOR
    return None
