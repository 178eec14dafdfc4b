"""Cases that are near others: keys, options and resources changed at random."""

from __future__ import annotations

import copy
import re
from random import Random
from typing import Any

_NAMES = {
    "modern": [
        *("count", "context", "ordinal", "defaultValue", "defaultValue_other"),
        *("lng", "lngs", "ns", "fallbackLng", "replace", "returnObjects"),
        *("joinArrays", "keySeparator", "nsSeparator", "ignoreJSONStructure"),
        *("interpolation", "skipInterpolation", "nest", "returnDetails"),
        *("appendNamespaceToCIMode", "keyPrefix", "name", "value", "user"),
    ],
    "v1": [
        *("count", "context", "defaultValue", "lng", "ns", "fallbackLng"),
        *("replace", "returnObjectTrees", "keyseparator", "nsseparator"),
        *("indefinite_article", "escapeInterpolation", "name", "value", "user"),
    ],
    "ios": [
        *("count", "context", "defaultValue", "lang", "namespace", "variables"),
        "indefinite_article",
    ],
}
_OPTIONS = {
    "modern": [
        *("lng", "fallbackLng", "keySeparator", "nsSeparator", "returnNull"),
        *("returnEmptyString", "returnObjects", "joinArrays", "ignoreJSONStructure"),
        *("pluralSeparator", "contextSeparator", "appendNamespaceToMissingKey"),
        *("appendNamespaceToCIMode", "lowerCaseLng", "defaultNS", "fallbackNS", "load"),
    ],
    "v1": [
        *("lng", "fallbackLng", "keyseparator", "nsseparator", "fallbackOnNull"),
        *("fallbackOnEmpty", "returnObjectTrees", "escapeInterpolation", "load"),
    ],
    "ios": [
        *("lang", "fallbackLang", "keySeparator", "namespaceSeparator"),
        *("fallbackOnNull", "returnObjectTrees", "langLoadType"),
    ],
}
_COUNTS: list[Any] = [0, 1, 2, 3, 5, 11, 21, 100, 1.5, -1, 0.0, "2", [1], {}]
_LANGUAGES = [
    *("en", "de", "ru", "ar", "fr", "de-CH", "pt_BR", "zh-Hans-CN", "cimode", ""),
]
_VALUES: dict[str, list[Any]] = {
    "count": [*_COUNTS, None, True],
    "context": ["male", "female", "", 2, None, True],
    "ordinal": [True, False],
    "defaultValue": ["", "d {{name}} __name__", "d $t(menu)", {"a": "b"}, 5, None],
    "defaultValue_other": ["others {{count}}"],
    "lngs": [["de"], ["xx", "en"], []],
    "fallbackLng": [False, "de", ["fr", "en"], ["de"], {"default": ["de"]}],
    "fallbackLang": ["de", "", None],
    "replace": [{"name": "R", "count": 2}, {}, "text"],
    "variables": [{"name": "V", "value": 3}, {"user": {"name": "U"}}, {}],
    "joinArrays": [" + ", "", False],
    "interpolation": [{"escapeValue": False}, {"prefix": "__", "suffix": "__"}, {}],
    "name": ["Ann", "<b>", "", None, "$t(menu)", "{{value}}", "a $& $1", 3, True],
    "value": [0, 1.25, "x", {"a": 1}, ["a", "b"], None],
    "user": [{"name": "Deep"}, {"name": {"first": "Deeper"}}, "flat"],
    "defaultNS": ["common", ["common", "translation"]],
    "fallbackNS": ["common", ["errors", "common"], False],
    "load": ["all", "currentOnly", "languageOnly", "current", "unspecific"],
    "langLoadType": ["all", "current", "unspecific"],
    "keyPrefix": ["menu"],
}
_SEPARATORS: list[Any] = [False, ".", ":", "::", "_", "-", "/", "|"]
_FLAGS = [True, False]
_TEXTS: list[Any] = [
    "{{name}} and {{count}}; __name__ and __count__",
    "{{- name}} {{name}} {{user.name}} {{ value }} {{missing}} __user.name__",
    "$t({key})",
    "a $t({key}) b $t({key}) {{name}}",
    '$t({key}, {"count": 3}) $t({key}, {"count": {{count}}})',
    '$t({key}, {"name": "{{name}}", "context": "male"})',
    "$t({key}, { 'count': 2 })",
    "$t(common:{key}) $t(nothing.here)",
    '$t({key}, {"lng": "de"}) $t({key}, {"ns": "common"})',
    '$t({key}, {"fallbackLng": "de", "count": {{count}}})',
    '$t(nothing.here, {"defaultValue": "d {{name}}"})',
    "$t({key}, {broken)",
    "{{name}} {{",
    "",
    None,
    3,
    True,
    ["a", "b {{name}}"],
    {"x": "y {{name}}", "z": {"deep": "$t({key})"}},
]
_FORMS = {
    "pluralSeparator": r"(?:ordinal|zero|one|two|few|many|other|plural|\d+)",
    "contextSeparator": r"(?:male|female)",
}
"""Patterns of the forms that end the keys of the cases."""
_ENDINGS = ["_one", "_other", "_plural", "_plural_2", "_0", "_1", "_male", "_zero"]


def _family(case: dict[str, Any]) -> str:
    return case["format"] if case["format"] in _NAMES else "modern"


def _paths(case: dict[str, Any]) -> list[str]:
    paths: list[str] = []

    def walk(tree: dict[str, Any], prefix: str) -> None:
        for name, value in tree.items():
            paths.append(prefix + name)
            if isinstance(value, dict):
                walk(value, prefix + name + ".")

    for namespaces in (case.get("resources") or {}).values():
        for tree in namespaces.values():
            walk(tree, "")
    return paths or ["menu"]


def _value(name: str, random: Random, family: str) -> Any:
    # i18next 1.x has no tables of fallbacks.
    if name == "fallbackLng" and family == "v1":
        return random.choice(["de", ["fr", "en"]])
    if name in _VALUES:
        return copy.deepcopy(random.choice(_VALUES[name]))
    if name in ("lng", "lang"):
        return random.choice(_LANGUAGES)
    if name in ("ns", "namespace"):
        return random.choice(["common", "translation", "errors", "nowhere"])
    if name in _FORMS:
        return random.choice(["_", "-", "::", "-as-the-form-"])
    if "eparator" in name:
        return random.choice(_SEPARATORS)
    return random.choice(_FLAGS)


def _key(key: Any, paths: list[str], random: Random) -> Any:
    chosen = random.random()
    if chosen < 0.4 or not isinstance(key, str) or not key:
        return random.choice(paths)
    if chosen < 0.6:
        return key
    at = random.randrange(len(key))
    return random.choice(
        [
            key[:at] + key[at + 1 :],
            key[:at] + random.choice(" :.,_?$(){}é") + key[at:],
            "translation:" + key,
            "common:" + random.choice(paths),
            key.rpartition("_")[0] or key,
            key + random.choice(_ENDINGS),
            key + ".x",
            f"$t({key})",
            [key, random.choice(paths)],
            ["nothing.here", key],
        ]
    )


def _resources(case: dict[str, Any], paths: list[str], random: Random) -> None:
    for namespaces in (case.get("resources") or {}).values():
        for tree in namespaces.values():
            if tree and random.random() < 0.5:
                text = copy.deepcopy(random.choice(_TEXTS))
                if isinstance(text, str):
                    text = text.replace("{key}", random.choice(paths))
                name = random.choice(list(tree))
                if random.random() < 0.2:
                    name += random.choice(_ENDINGS)
                tree[name] = text


def _respelled(tree: Any, form: str, separator: str) -> Any:
    """A tree with another separator before the forms in its keys."""
    if not isinstance(tree, dict):
        return tree
    return {
        re.sub(f"_(?={form}(?![a-z]))", lambda _: separator, key): _respelled(
            value, form, separator
        )
        for key, value in tree.items()
    }


def mutated(case: dict[str, Any], random: Random) -> dict[str, Any]:
    """A case with up to six of the calls of another, all changed a little.

    Its calls have no answers. The same state of `random` makes the same case.
    """
    made = copy.deepcopy(case)
    family = _family(case)
    paths = _paths(case)
    options = made.setdefault("options", {})
    if random.random() < 0.4:
        name = random.choice(_OPTIONS[family])
        options[name] = _value(name, random, family)
        if name in _FORMS and random.random() < 0.8 and "resources" in made:
            made["resources"] = _respelled(
                made["resources"], _FORMS[name], options[name]
            )
            paths = _paths(made)
    if random.random() < 0.5:
        _resources(made, paths, random)
    calls = [call for call in made["calls"] if call["method"] in ("t", "exists")]
    made["calls"] = calls[:6]
    for call in made["calls"]:
        call.pop("expect", None)
        call["key"] = _key(call["key"], paths, random)
        arguments = call.get("args")
        arguments = dict(arguments) if isinstance(arguments, dict) else {}
        for _ in range(random.randrange(3)):
            name = random.choice(_NAMES[family])
            arguments[name] = _value(name, random, family)
        call["args"] = arguments
    return made
