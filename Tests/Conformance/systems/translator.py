"""Translators of every format."""

from __future__ import annotations

from typing import Any

from calque import Translator

from .system import System, locale_data

_RESOURCES = {"ios": "resourcesStore", "v1": "resStore"}


def open_case(case: dict[str, Any]) -> System:
    """A translator with the options and the resources of the case."""
    options = dict(case.get("options") or {})
    if "resources" in case:
        options[_RESOURCES.get(case["format"], "resources")] = case["resources"]
    translator = Translator(case["format"], options)
    system = System(
        {
            "t": lambda call: translator.details(call["key"], call.get("args"))["res"],
            "exists": lambda call: translator.exists(call["key"], call.get("args")),
            "dir": lambda call: translator.dir(call.get("lng")),
            "languages": lambda call: translator.languages,
            "resolved": lambda call: translator.resolved_language,
            "tf": lambda call: translator.tf(call["key"], *call["args"]),
        }
    )
    translator.set_locale_data(locale_data())
    system.enter_context(translator)
    return system
