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
_FALSE = "a separator that is `false`, shown in a text"
_REPLACED = "`interpolation` beside `replace`"

DIFFERENCES = [
    _THROWS,
    *_NOTES.values(),
    _OBJECT_DEFAULT,
    _OBJECT_UNDIVIDED,
    _NO_FALLBACK,
    _NO_OBJECTS,
    _DETAILS,
    _FALSE,
    _REPLACED,
]


def _older(call: dict[str, Any], arguments: dict[str, Any]) -> str | None:
    """Where v2 and v3 follow i18next 26."""
    if isinstance(arguments.get("defaultValue"), dict | list):
        return _OBJECT_DEFAULT
    if arguments.get("fallbackLng") is False:
        return _NO_FALLBACK
    if call["method"] == "exists" and arguments.get("returnObjects") is False:
        return _NO_OBJECTS
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
    if case["format"] in ("v2", "v3") and (found := _older(call, arguments)):
        return found
    if arguments.get("returnDetails", options.get("returnDetails")):
        return _DETAILS
    if isinstance(arguments.get("replace"), dict) and "interpolation" in arguments:
        return _REPLACED
    separator = arguments.get("keySeparator", options.get("keySeparator"))
    if separator is False and isinstance(arguments.get("defaultValue"), dict):
        return _OBJECT_UNDIVIDED
    separators = [
        arguments.get(name, options.get(name))
        for name in ("keySeparator", "nsSeparator")
    ]
    is_shown = "false" in str(theirs.get("value")) or arguments.get("lng") == "cimode"
    if False in separators and is_shown:
        return _FALSE
    return None
