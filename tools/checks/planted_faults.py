"""Faults of thirty kinds that are planted into a catalog, each with its rule and key.

A kind takes the texts of the source and of a translation by key, and changes them; it
gives the rule and the key of the finding that is due, or nothing where it does not fit.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

Texts = dict[str, str]
Due = tuple[str, str] | None
Kind = Callable[[Texts, Texts, random.Random], Due]

_PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_FORM = re.compile("_(zero|one|two|few|many|other)$")


def _pick(theirs: Texts, ours: Texts, draw: random.Random, pattern: str = ".") -> str:
    """A key of a plain message whose text has a pattern, in both languages."""
    keys = [
        key for key, text in ours.items()
        if re.search(pattern, text) and re.search(pattern, theirs.get(key, ""))
        and not _FORM.search(key) and "$t(" not in text and "<" not in text
    ]  # fmt: skip
    return draw.choice(sorted(keys))


def _change(
    pattern: str, change: Callable[[str], str], rule: str, source: str = ""
) -> Kind:
    """A kind that changes the text of a key, and maybe its source before."""

    def kind(theirs: Texts, ours: Texts, draw: random.Random) -> Due:
        key = _pick(theirs, ours, draw, pattern)
        if source:
            theirs[key] += source
            ours[key] += source
        ours[key] = change(ours[key])
        return rule, key

    return kind


def _both(rule: str, key: str, theirs: Texts, ours: Texts) -> Kind:
    """A kind that adds texts of its own to both catalogs."""

    def kind(source: Texts, target: Texts, draw: random.Random) -> Due:
        number = draw.randrange(1000)
        for texts, added in ((source, theirs), (target, ours)):
            for name, text in added.items():
                texts[f"z{number}{name}"] = text.replace("z0", f"z{number}")
        return rule, f"z{number}{key}"

    return kind


def _lose(theirs: Texts, ours: Texts, draw: random.Random) -> Due:
    key = _pick(theirs, ours, draw)
    del ours[key]
    return "missing-text", key


def _add(_theirs: Texts, ours: Texts, draw: random.Random) -> Due:
    key = f"zz{draw.randrange(1000)}"
    ours[key] = "Mehr"
    return "extra-text", key


_ONE = {"f_one": "{{count}} file", "f_other": "{{count}} files"}
_ORDINAL = {
    "p_ordinal_one": "{{count}}st",
    "p_ordinal_two": "{{count}}nd",
    "p_ordinal_few": "{{count}}rd",
    "p_ordinal_other": "{{count}}th",
}

KINDS: dict[str, Kind] = {
    "a lost placeholder": _change(
        r"\{\{(?!count)\w+\}\}.*\w{3}", lambda t: _PLACEHOLDER.sub("", t),
        "placeholder-missing",
    ),
    "a translated placeholder": _change(
        r"^[^{]*\{\{(?!count)\w+\}\}[^{]*$", lambda t: _PLACEHOLDER.sub("{{nomen}}", t),
        "placeholder-renamed",
    ),
    "a placeholder too many": _change(
        r"^[^{]*$", lambda t: f"{t} {{{{nomen}}}}", "placeholder-extra"
    ),
    "a placeholder that is not closed": _change(
        r"\{\{\w+\}\}", lambda t: t.replace("}}", "}", 1), "pattern-broken"
    ),
    "a raw placeholder": _change(
        r"^[^{]*$", lambda t: t.replace("{{zz", "{{- zz"), "placeholder-unescaped",
        " {{zz}}",
    ),
    "an escaped placeholder": _change(
        r"^[^{]*$", lambda t: t.replace("{{- zz", "{{zz"), "placeholder-escaped",
        " {{- zz}}",
    ),
    "another formatter": _change(
        r"^[^{]*$", lambda t: t.replace(", number", ""), "placeholder-format",
        " {{zz, number}}",
    ),
    "a formatter that does not exist": _change(
        r"^[^{]*$", lambda t: t.replace(", number", ", nummer"), "formatter-unknown",
        " {{zz, number}}",
    ),
    "a lost reference": _change(
        r"^[^{]*$", lambda t: t.partition(" $t(")[0], "reference-missing", " $t(zzz)"
    ),
    "a reference to nothing": _change(
        r"^[^{]*$", lambda t: f"{t} $t(no.such.key)", "reference-unknown"
    ),
    "references in a circle": _both(
        "reference-cycle", "a", {"a": "x", "b": "y"},
        {"a": "$t(z0b)", "b": "$t(z0a)"},
    ),
    "a tag that is not closed": _change(
        "^[^<{]*$", lambda t: t.replace("</b>", ""), "tag-unbalanced", " <b>x</b>"
    ),
    "a component too many": _change(
        "^[^<{]*$", lambda t: f"<7>{t}</7>", "tag-extra"
    ),
    "a lost tag": _change(
        "^[^<{]*$", lambda t: t.replace("<b>x</b>", "x"), "tag-missing", " <b>x</b>"
    ),
    "an empty text": _change(r"\w", lambda _t: "", "empty-text"),
    "a space at the end": _change(r"\w$", lambda t: f"{t} ", "space-edges"),
    "a line break at the beginning": _change(r"\w", lambda t: f"\n{t}", "space-edges"),
    "a hidden character": _change(
        r"^\w{4}", lambda t: f"{t[:2]}\ufeff{t[2:]}", "invisible-character"
    ),
    "an open embedding": _change(r"\w", lambda t: f"\u202b{t}", "bidi-unbalanced"),
    "a lost character": _change(
        r"^\w{4}", lambda t: f"{t[:2]}\ufffd{t[3:]}", "replacement-character"
    ),
    "a lost text": _lose,
    "a text too many": _add,
    "a lost plural form": _both(
        "plural-missing", "f_one", _ONE, {"f_other": "{{count}} x"}
    ),
    "a form that no number reaches": _both(
        "plural-unreachable", "f_two", _ONE, {**_ONE, "f_two": "{{count}} x"}
    ),
    "a lost ordinal form": _both(
        "ordinal-missing", "p_ordinal_other", _ORDINAL,
        {"p_ordinal_two": "{{count}}.", "p_ordinal_few": "{{count}}.",
         "p_ordinal_one": "{{count}}."},
    ),
    "an ordinal form that no number reaches": _both(
        "ordinal-unreachable", "p_ordinal_two", _ORDINAL,
        {"p_ordinal_other": "{{count}}.", "p_ordinal_two": "{{count}}."},
    ),
    "a plural form of v3": _both(
        "plural-old", "q_plural", _ONE,
        {**_ONE, "q": "{{count}} x", "q_plural": "{{count}} y"},
    ),
    "a lost context": _both(
        "context-missing", "w_male", {"w": "a", "w_male": "b"}, {"w": "c"}
    ),
    "a form without its count": _both(
        "placeholder-missing", "f_other", _ONE,
        {"f_one": "{{count}} Datei", "f_other": "Dateien"},
    ),
    "a placeholder of sprintf": _both(
        "sprintf-mismatch", "s", {"s": "%s of %d"}, {"s": "%s von"}
    ),
    "a broken interval": _both(
        "interval-broken", "i_interval", {"i_interval": "(1)[a];(2-inf)[b];"},
        {"i_interval": "(1-)[a];(2-inf)[b];"},
    ),
    "numbers in no interval": _both(
        "interval-gap", "i_interval", {"i_interval": "(1)[a];(2-inf)[b];"},
        {"i_interval": "(1)[a];(4-inf)[b];"},
    ),
}  # fmt: skip


def _mark(path: Path) -> Due:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    return "byte-order-mark", ""


def _double(path: Path) -> Due:
    path.write_text(path.read_text().replace("{", '{\n  "zz": "1", "zz": "2",', 1))
    return "duplicate-member", "zz"


def _cut(path: Path) -> Due:
    path.write_bytes(path.read_bytes()[:-10])
    return "invalid-json", ""


def _nest(path: Path) -> Due:
    tree = json.loads(path.read_text())
    tree |= {"zz.a": "1", "zz": {"a": "2"}}
    path.write_text(json.dumps(tree))
    return "flat-and-nested", "zz.a"


def _misname(path: Path) -> Due:
    path.with_name("gr.json").write_text("{}")
    return "language-unknown", ""


FILES: dict[str, Callable[[Path], Due]] = {
    "a byte order mark": _mark,
    "a member that is there twice": _double,
    "a file that is cut": _cut,
    "a key spelt flat and nested": _nest,
    "a file of no language": _misname,
}
