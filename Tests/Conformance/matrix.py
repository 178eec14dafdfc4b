"""Writes conformance cases whose answers follow from the rules of docs/formats.md.

Each text of a catalog is its own address (`de:common:item_few`), so the expected
answer of a call is the first address, in the order that the format prescribes, that
the catalog has. matrix_rules.py has that order.

    matrix.py CLDR FOLDER

CLDR is a folder with `plurals.json` and `ordinals.json` of cldr-core/supplemental.
The result does not change from run to run; the cases are committed, so that tests
need no CLDR.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from matrix_rules import Numbers, candidates, chain, samples, tables

Call = dict[str, Any]
_CONTEXTS = (None, "formal")
_COUNTS = (0, 1, 2, 3, 5, 11, 21, 100)


def plural_cases(cldr: Path) -> Iterator[dict[str, Any]]:
    """One case for each language and kind of number."""
    for kind, language, rules in tables(cldr):
        calls = [
            {"method": "category", "count": number, "expect": category}
            for number, category in samples(rules)
        ]
        yield {
            "id": f"matrix-{kind}-{language}",
            "system": "plural",
            "locale": language,
            "ordinal": kind == "ordinal",
            "calls": calls,
        }


def every_form(form: str, key: str) -> list[str]:
    """All endings that a catalog of a format may have."""
    endings = {
        "v4": [f"_{c}" for c in ("zero", "one", "two", "few", "many", "other")]
        + [f"_ordinal_{c}" for c in ("one", "two", "few", "other")],
        "v3": ["_0", "_1", "_2", "_plural"],
        "v2": ["_1", "_2", "_5", "_plural"],
    }[form]
    bases = [key, f"{key}_formal"]
    return bases + [base + ending for base in bases for ending in endings]


def lookup_cases(form: str, numbers: Numbers) -> Iterator[dict[str, Any]]:
    """Catalogs with some of the forms, languages and namespaces there could be."""
    chance = random.Random(f"lookup {form}")
    languages = ("en", "de-AT", "pl", "ru", "ja", "fr", "cs", "uk")
    for number, language in itertools.product(range(3), languages):
        order = chain(language, "en")
        namespaces = ["shop", "common"]
        resources: dict[str, dict[str, dict[str, str]]] = {}
        for code, ns in itertools.product(order, namespaces):
            share = chance.choice((0.15, 0.35, 0.7))
            keys = [k for k in every_form(form, "item") if chance.random() < share]
            resources.setdefault(code, {})[ns] = {k: f"{code} {ns} {k}" for k in keys}
        yield {
            "id": f"matrix-{form}-lookup-{language}-{number}",
            "format": form,
            "options": {"lng": language, "fallbackLng": "en", "ns": namespaces,
                        "defaultNS": "shop", "fallbackNS": "common"},
            "resources": resources,
            "calls": list(lookup_calls(form, order, namespaces, resources, numbers)),
        }  # fmt: skip


def lookup_calls(
    form: str,
    order: list[str],
    namespaces: list[str],
    resources: dict[str, dict[str, dict[str, str]]],
    numbers: Numbers,
) -> Iterator[Call]:
    ordinals = (False, True) if form == "v4" else (False,)
    for context, count, ordinal in itertools.product(
        _CONTEXTS, (None, *_COUNTS), ordinals
    ):
        if ordinal and count is None:
            continue
        arguments = {"context": context, "count": count, "ordinal": ordinal or None}
        arguments = {k: v for k, v in arguments.items() if v is not None}
        expect: str | None = "item"
        for ns, code in itertools.product(namespaces, order):
            tried = candidates(form, "item", code, arguments, numbers)
            if tried is None:
                expect = None
                break
            found = [resources[code][ns][k] for k in tried if k in resources[code][ns]]
            if found:
                expect = found[0]
                break
        if expect is not None:
            yield {"method": "t", "key": "item", "args": arguments, "expect": expect}


_VALUES: tuple[tuple[Any, str], ...] = (
    *((text, text) for text in ("Ada", "", "a & b", '<b>"x"</b>', "it's / that")),
    *((text, text) for text in ("Zoë 東京 🦊", "{{other}}", "$1 $& $$")),
    *((number, str(number)) for number in (0, -7, 9007199254740991, 1.5, -0.25)),
    (1e21, "1e+21"),
    (1e-7, "1e-7"),
    (123456789012345680000.0, "123456789012345680000"),
    (True, "true"),
    (False, "false"),
)
_ENTITIES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "'": "&#39;",
        "/": "&#x2F;",
    }
)


def insertion_cases(form: str) -> Iterator[dict[str, Any]]:
    """Every kind of value in every kind of placeholder."""
    modern = form in ("v2", "v3", "v4")
    for escape in (None, True, False) if modern else (None,):
        options: dict[str, Any] = {"lang" if form == "ios" else "lng": "en"}
        if escape is not None:
            options["interpolation"] = {"escapeValue": escape}
        name = "default" if escape is None else str(escape).lower()
        yield {
            "id": f"matrix-{form}-insertion-{name}",
            "format": form,
            "options": options,
            "resources": {"en": {"translation": templates(form)}},
            "calls": list(insertion_calls(form, modern and escape is not False)),
        }


def templates(form: str) -> dict[str, str]:
    modern = form in ("v2", "v3", "v4")
    before, after = ("{{", "}}") if modern else ("__", "__")
    texts = {
        "plain": "<[value]>",
        "twice": "[value], [value]",
        "beside": "[value] of [total]",
        "absent": "[value] [nobody]",
    }
    if modern:
        texts |= {
            "raw": "<[- value]>",
            "spaced": "[ value ].",
            "member": "[user.name]!",
        }
    return {k: t.replace("[", before).replace("]", after) for k, t in texts.items()}


def insertion_calls(form: str, escaping: bool) -> Iterator[Call]:
    texts = templates(form)
    for value, shown in _VALUES:
        if form not in ("ios", "v1") and "{{" in shown:
            continue  # what a value may do to others is a matter of skipOnVariables
        full = shown.translate(_ENTITIES) if escaping else shown
        results = {
            "plain": f"<{full}>",
            "twice": f"{full}, {full}",
            "beside": f"{full} of 9",
            "absent": f"{full} {texts['absent'].partition(' ')[2]}",
            "raw": f"<{shown}>",
            "spaced": f"{full}.",
            "member": f"{full}!",
        }
        variables = {"value": value, "total": 9, "user": {"name": value}}
        for key in texts:
            arguments = {"variables": variables} if form == "ios" else variables
            yield {"method": "t", "key": key, "args": arguments, "expect": results[key]}


def main() -> None:
    cldr, folder = map(Path, sys.argv[1:3])
    numbers = Numbers(cldr)
    write(folder / "plural-matrix.jsonl", plural_cases(cldr))
    for form in ("ios", "v1", "v2", "v3", "v4"):
        lookups = lookup_cases(form, numbers) if form not in ("ios", "v1") else ()
        cases = itertools.chain(insertion_cases(form), lookups)
        write(folder / f"translator-matrix-{form}.jsonl", cases)


def write(path: Path, cases: Iterable[dict[str, Any]]) -> None:
    lines = [json.dumps(case, ensure_ascii=False) for case in cases]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
