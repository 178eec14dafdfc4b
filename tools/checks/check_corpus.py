#!/usr/bin/env python3
"""Checks the rules on real catalogs: faults that are made must be found, and sound
pairs must have no error.

From the catalogs of a folder, 200 pairs of texts that have a fault and 200 that have
none are made, always the same ones; and 111 faults of 37 kinds are planted into whole
catalogs, each of which must give its finding and no error elsewhere. With `--sample`
200 errors and warnings are drawn, always the same ones, and printed to be judged. The
last line is `N passed, N failed`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from calque_command.checks import (
    CheckOptions,
    Finding,
    Source,
    check_catalogs,
    find_files,
    read_source,
)
from calque_command.checks.endings import Endings
from calque_command.checks.plurals import needs
from calque_command.cli.project import load_project
from planted_faults import FILES, KINDS

_FORMATS = {"wekan": "v1", "invokeai": "v4", "actual": "v4"}
_COUNT = 200


@dataclass
class Pair:
    """A source and a translation of one message, with all its plural forms."""

    format: str
    language: str
    source: dict[str, str]
    target: dict[str, str]
    key: str
    source_language: str = "en"

    @property
    def text(self) -> str:
        """The text of the translation that a fault is made in."""
        return self.target[self.key]

    def replaced(self, text: str) -> Pair:
        """The pair with another text."""
        target = {**self.target, self.key: text}
        return Pair(self.format, self.language, self.source, target, self.key)


def read_pairs(folder: Path, format_: str) -> Iterator[Pair]:
    """Every message that a language has, with its forms."""
    catalogs: dict[str, Source] = {}
    for place in find_files(folder):
        catalogs[place.language] = read_source(
            place.path, place.language, place.namespace, separator="\0"
        )
    source = catalogs.pop("en")
    for language, catalog in catalogs.items():
        if language.startswith("en"):
            continue
        for key, text in catalog.values.items():
            base = Endings(format_).split(key)[0]
            mine = _message(catalog, base, format_)
            theirs = _message(source, base, format_)
            if isinstance(text, str) and theirs and key in mine and text.strip():
                yield Pair(format_, language, theirs, mine, key)


def _message(catalog: Source, base: str, format_: str) -> dict[str, str]:
    names = [base, f"{base}_plural", *(f"{base}_plural_{n}" for n in range(12))]
    if format_ == "v4":
        names = [base] + [
            f"{base}_{name}" for name in ("zero", "one", "two", "few", "many", "other")
        ]
    values = catalog.values
    return {
        name.replace("\0", "."): values[name]
        for name in names
        if isinstance(values.get(name), str)
    }


def findings_of(pair: Pair) -> list[Finding]:
    """The findings of the rules on the translation."""
    findings = check_catalogs(
        [Source(pair.source_language, tree=dict(pair.source), separator="\0")],
        [Source(pair.language, tree=dict(pair.target), separator="\0")],
        CheckOptions(format=pair.format, rules={"reference-unknown": "off"}),
    )
    return [finding for finding in findings if finding.language == pair.language]


# Faults: each takes a sound pair, and gives the faulty one, or nothing.

_PLACEHOLDER = {
    "v4": re.compile(r"\{\{-?\s*\w+[^}]*\}\}"),
    "v1": re.compile("__[a-z]+__"),
}
_TAG = re.compile(r"<(/?)(\w+)>")


def lose_placeholder(pair: Pair) -> Pair | None:
    """A placeholder is lost; never the count, which may be left out."""
    for match in _PLACEHOLDER[pair.format].finditer(pair.text):
        left = pair.text.replace(match[0], "")
        if "count" not in match[0] and left.strip():
            return pair.replaced(left)
    return None


def rename_placeholder(pair: Pair) -> Pair | None:
    """A placeholder is translated."""
    match = _PLACEHOLDER[pair.format].search(pair.text)
    if match is None:
        return None
    name = "__nomen__" if pair.format == "v1" else "{{nomen}}"
    return pair.replaced(pair.text.replace(match[0], name))


def add_placeholder(pair: Pair) -> Pair | None:
    """A placeholder that the source does not have."""
    name = "__nomen__" if pair.format == "v1" else "{{nomen}}"
    return pair.replaced(f"{pair.text} {name}")


def break_placeholder(pair: Pair) -> Pair | None:
    """A placeholder that is not closed."""
    match = _PLACEHOLDER[pair.format].search(pair.text)
    if match is None:
        return None
    return pair.replaced(pair.text.replace(match[0], match[0][:-1], 1))


def unescape(pair: Pair) -> Pair | None:
    """An escaped value made raw."""
    if pair.format == "v1" or "{{" not in pair.text or "{{-" in pair.text:
        return None
    return pair.replaced(pair.text.replace("{{", "{{- ", 1))


def lose_reference(pair: Pair) -> Pair | None:
    """A reference is lost."""
    text = re.sub(r"\$t\([^()]*\)", "", pair.text)
    return pair.replaced(text) if text != pair.text and text.strip() else None


def lose_closing_tag(pair: Pair) -> Pair | None:
    """A tag that is not closed."""
    if pair.format == "v1":
        return None
    match = re.search(r"</\w+>", pair.text)
    return pair.replaced(pair.text.replace(match[0], "", 1)) if match else None


def add_tag(pair: Pair) -> Pair | None:
    """A component that the source does not have."""
    return pair.replaced(f"<7>{pair.text}</7>")


def empty_text(pair: Pair) -> Pair | None:
    """An empty text."""
    return pair.replaced("")


def add_space(pair: Pair) -> Pair | None:
    """A space at the end."""
    return pair.replaced(f"{pair.text} ")


def hide_character(pair: Pair) -> Pair | None:
    """A zero-width space."""
    if pair.language[:2] in {"th", "km", "lo", "my", "ja", "zh"}:
        return None
    half = len(pair.text) // 2
    return pair.replaced(f"{pair.text[:half]}\ufeff{pair.text[half:]}")


def open_direction(pair: Pair) -> Pair | None:
    """An embedding that is not closed."""
    return pair.replaced(f"\u202b{pair.text}")


def lose_form(pair: Pair) -> Pair | None:
    """A plural form that whole numbers below a million need."""
    base, suffix = Endings(pair.format).split(pair.key)
    required = needs(pair.language, pair.format, False)
    others = set(pair.target) - {pair.key}
    if suffix not in required.forms or required.is_rare(suffix) or not others:
        return None
    if not any(Endings(pair.format).split(key)[0] == base for key in others):
        return None
    target = {key: text for key, text in pair.target.items() if key != pair.key}
    return Pair(pair.format, pair.language, pair.source, target, pair.key)


def add_form(pair: Pair) -> Pair | None:
    """A plural form that no number reaches."""
    base, suffix = Endings(pair.format).split(pair.key)
    required = needs(pair.language, pair.format, False)
    for name in ("two", "few", "many"):
        if pair.format == "v4" and suffix and f"_{name}" not in required.forms:
            target = {**pair.target, f"{base}_{name}": pair.text}
            return Pair(pair.format, pair.language, pair.source, target, pair.key)
    return None


def change_verb(pair: Pair) -> Pair | None:
    """A sprintf placeholder that is lost."""
    if pair.format != "v1" or pair.text.count("%s") < 1:
        return None
    return pair.replaced(pair.text.replace("%s", "", 1))


FAULTS: dict[str, Callable[[Pair], Pair | None]] = {
    "placeholder-missing": lose_placeholder,
    "placeholder-renamed": rename_placeholder,
    "placeholder-extra": add_placeholder,
    "pattern-broken": break_placeholder,
    "placeholder-unescaped": unescape,
    "reference-missing": lose_reference,
    "tag-unbalanced": lose_closing_tag,
    "tag-extra": add_tag,
    "empty-text": empty_text,
    "space-edges": add_space,
    "invisible-character": hide_character,
    "bidi-unbalanced": open_direction,
    "plural-missing": lose_form,
    "plural-unreachable": add_form,
    "sprintf-mismatch": change_verb,
}


def main() -> int:
    """Make the pairs, check them and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with wekan, invokeai, actual")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    draw = random.Random(20)
    pairs = [
        pair
        for name, format_ in _FORMATS.items()
        for pair in read_pairs(options.data / name, format_)
    ]
    draw.shuffle(pairs)
    sound = sound_pairs(pairs, options.verbose)
    faulty = faulty_pairs(sound, pairs, options.verbose)
    whole = planted(options.data / "invokeai", options.verbose)
    failed = sum(
        not good for good in (*sound.values(), *faulty.values(), *whole.values())
    )
    print(f"sound: {sum(sound.values())} of {len(sound)} without an error")
    print(f"faulty: {sum(faulty.values())} of {len(faulty)} found")
    kinds = len({*KINDS, *FILES})
    print(f"planted: {sum(whole.values())} of {len(whole)} found, of {kinds} kinds")
    print(f"{len(sound) + len(faulty) + len(whole) - failed} passed, {failed} failed")
    complete = len(sound) == len(faulty) == _COUNT
    return int(failed > 0 or not complete)


_LANGUAGES = ("de", "it", "fr")


def planted(folder: Path, verbose: bool) -> dict[str, bool]:
    """Faults in whole catalogs: the due finding is there, and no error elsewhere."""
    judged: dict[str, bool] = {}
    texts = {
        name: dict(read_source(folder / f"{name}.json", name, "").texts)
        for name in ("en", *_LANGUAGES)
    }
    with TemporaryDirectory() as scratch:
        for name in _LANGUAGES:
            before, _due = _plant(Path(scratch, name), None, "", name, texts)
            known = {(each.rule, each.key) for each in before}
            for title, kind in {**KINDS, **FILES}.items():
                path = Path(scratch, f"{len(judged)}")
                found, due = _plant(path, kind, title, name, texts)
                new = [each for each in found if (each.rule, each.key) not in known]
                # Of the message of the fault itself there may be others.
                others = [
                    each
                    for each in new
                    if each.severity == "error"
                    and due is not None
                    and each.key[:4] != due[1][:4]
                ]
                good = due in {(each.rule, each.key) for each in new} and not others
                judged[f"{title} {name}"] = good
                if not good and verbose:
                    print("planted:", title, name, due, others[:2])
    return judged


def _plant(
    folder: Path, kind: Any, title: str, name: str, texts: dict[str, dict[str, str]]
) -> tuple[list[Finding], tuple[str, str] | None]:
    """The findings of two catalogs with a fault, and the one that is due."""
    theirs, ours = dict(texts["en"]), dict(texts[name])
    draw = random.Random(f"{title} {name}")
    folder.mkdir()
    due = kind(theirs, ours, draw) if title in KINDS else None
    for language, tree in (("en", theirs), (name, ours), ("sv", ours)):
        path = folder / f"{language}.json"
        path.write_text(json.dumps(tree, ensure_ascii=False, indent=2))
    if title in FILES:
        due = kind(folder / f"{name}.json")
    project = load_project(folder, "en", "v4", lang=[name])
    found = check_catalogs(project.sources, project.targets, project.options)
    return project.broken + project.strays + found, due


def sample(folder: Path) -> None:
    """Print 200 errors and warnings, to be judged by a reader."""
    rows = []
    for name in _FORMATS:
        project = load_project(folder / name, "en")
        texts = {
            (each.language, key): text
            for each in (*project.sources, *project.targets)
            for key, text in each.texts.items()
        }
        for f in check_catalogs(project.sources, project.targets, project.options):
            # What is missing is counted elsewhere, and hides the rest.
            if f.severity != "note" and f.rule != "missing-text":
                pair = texts.get(("en", f.key)), texts.get((f.language, f.key))
                rows.append(
                    (name, f.language, f.severity, f.rule, f.key, f.message, pair)
                )
    rows.sort(key=lambda row: row[:6])
    for row in random.Random(38).sample(rows, _COUNT):
        print(*row, sep=" | ")


def main_with_sample() -> int:
    """Run the checks, or print the sample."""
    if "--sample" in sys.argv:
        sample(Path(sys.argv[1]))
        return 0
    return main()


_SOUND: list[Pair] = []


def sound_pairs(pairs: list[Pair], verbose: bool) -> dict[str, bool]:
    """Pairs that are sound by a judgement of their own: no rule is asked."""
    judged: dict[str, bool] = {}
    kinds: dict[str, int] = {}
    for pair in pairs:
        kind = _kind(pair)
        if kinds.get(kind, 0) >= _COUNT // 4 or not is_sound(pair):
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        errors = [f for f in findings_of(pair) if f.severity == "error"]
        judged[f"{pair.format} {pair.language} {pair.key}"] = not errors
        _SOUND.append(pair)
        if errors and verbose:
            print("false error:", pair, errors[0])
        if len(judged) == _COUNT:
            break
    return judged


def _kind(pair: Pair) -> str:
    if len(pair.target) > 1:
        return "plural"
    if "<" in pair.text or "$t(" in pair.text or "%s" in pair.text:
        return "markup"
    return "placeholder" if _PLACEHOLDER[pair.format].search(pair.text) else "plain"


def is_sound(pair: Pair) -> bool:
    """Whether a pair is sound: every form is there, and the forms have the same
    placeholders, tags and references as one of the source; counted by expressions
    that have nothing to do with the rules.
    """
    required = needs(pair.language, pair.format, False).forms
    base, suffix = Endings(pair.format).split(pair.key)
    is_plural = len(pair.target) > 1 or bool(suffix)
    if is_plural and {f"{base}{s}" for s in required} - set(pair.target):
        return False
    if not is_plural and len(pair.source) > 1:
        return False
    return all(
        text.strip() == text
        and any(
            _marks(pair, text) == _marks(pair, other) for other in pair.source.values()
        )
        and text.isprintable()
        for text in pair.target.values()
    )


def _marks(pair: Pair, text: str) -> tuple[object, ...]:
    return (
        {re.sub(r"\s", "", found) for found in _PLACEHOLDER[pair.format].findall(text)},
        text.count("{") - text.count("}"),
        text.count("__"),
        sorted(re.findall(r"</?\w+\s*/?>", text)),
        sorted(re.findall(r"\$t\([^()]*\)", text)),
        re.findall(r"%\S?", text),
        text != text.strip(),
    )


def faulty_pairs(
    sound: dict[str, bool], pairs: list[Pair], verbose: bool
) -> dict[str, bool]:
    """Pairs with one fault each, of all kinds in turn."""
    judged: dict[str, bool] = {}
    sources = {rule: iter([*_SOUND, *filter(is_sound, pairs)]) for rule in FAULTS}
    while len(judged) < _COUNT and sources:
        for rule in list(sources):
            made = None
            for pair in sources[rule]:
                made = FAULTS[rule](pair)
                name = f"{rule} {pair.format} {pair.language} {pair.key}"
                if (
                    made is not None
                    and made.target != pair.target
                    and name not in judged
                ):
                    break
                made = None
            if made is None:
                del sources[rule]
                continue
            rules = {finding.rule for finding in findings_of(made)}
            judged[name] = rule in rules
            if rule not in rules and verbose:
                print("not found:", rule, made, rules)
            if len(judged) == _COUNT:
                break
    return judged


if __name__ == "__main__":
    sys.exit(main_with_sample())
