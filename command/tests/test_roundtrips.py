"""Every pair of formats: a catalog comes back as it was, or each difference is told.

Catalogs are generated, with contexts, plural forms, ordinals, comments, states, arrays
and odd characters. A key of which a loss is told may come back otherwise; all others
may not.
"""

import re
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from moz.l10n.model import (
    CatchallKey,
    Entry,
    Expression,
    Metadata,
    PatternMessage,
    Resource,
    Section,
    SelectMessage,
    VariableRef,
)

from calque.patterns import plural_forms
from calque_command.exchange.catalog import Catalog, plural_message, text_message
from calque_command.exchange.files import format_catalog, parse_catalog
from calque_command.exchange.formats import FORMATS, I18NEXT, Losses
from calque_command.exchange.i18next import flat_values, write_tree


def variable(name):
    return Expression(VariableRef(name))


NAMES = [name for name in FORMATS if name != "pot"]
WORDS = st.text(
    st.sampled_from("aé ß%'\"<>&{}#$@\\\n\tλ日😀.-_|;=,:!/0"), min_size=1, max_size=12
).map(lambda text: f"x{text.strip()}y")
PARTS = st.lists(
    st.one_of(WORDS, st.sampled_from(["name", "count", "arg1"]).map(variable)),
    min_size=1, max_size=4,
)  # fmt: skip
KEYS = st.lists(
    st.sampled_from(["menu", "open", "file", "a-b", "x1"]), min_size=1, max_size=3
).map(tuple)


STATES = [
    None, None, ("flag", "c-format"), ("reference", "a.c:1"), ("translatable", "false"),
    ("state:", "needs_review"), ("translator-comments", "by hand"),
]  # fmt: skip


@st.composite
def catalogs(draw):
    language = draw(st.sampled_from(["en", "pl", "ar", "ja", "is", "lt"]))
    entries, seen = [], set()
    for path in draw(st.lists(KEYS, min_size=1, max_size=5, unique=True)):
        if any(path[: len(each)] == each or each[: len(path)] == path for each in seen):
            continue
        seen.add(path)
        kind = draw(
            st.sampled_from(["text", "text", "plural", "ordinal", "array", "context"])
        )
        comment = draw(st.sampled_from(["", "", "A note", "Two\nlines"]))
        if kind in {"text", "array", "context"}:
            value = text_message(draw(PARTS))
        else:
            ordinal = kind == "ordinal"
            forms = {f.category for f in plural_forms(language, "v4", ordinal)}
            value = plural_message({name: draw(PARTS) for name in forms}, ordinal)
        state = draw(st.sampled_from(STATES))
        meta = [Metadata(*state)] if state else []
        if kind == "context":
            value = SelectMessage(
                {"gender": Expression(VariableRef("gender"), "string")},
                (VariableRef("gender"),),
                {("male",): draw(PARTS), (CatchallKey("other"),): value.pattern}
                if isinstance(value, PatternMessage)
                else {(CatchallKey("other"),): draw(PARTS), ("male",): draw(PARTS)},
            )
        if kind == "array":
            meta.append(Metadata("array", str(len(path))))
        id_ = (*path, "0") if kind == "array" else path
        entries.append(Entry(id_, value, comment=comment, meta=meta))
    return Catalog(language, Resource(None, [Section((), entries)]), "v4")


def content(catalog):
    """Texts by key and form, in i18next's notation; contexts end keys."""
    return flat_values(catalog)


def told(losses, key):
    base = re.sub(r"(_ordinal)?(_(zero|one|two|few|many|other))?$", "", key)
    return any(line.startswith((f"{base}:", f"{base}_", f"{key}:")) for line in losses)


PAIRS = list(permutations(NAMES, 2)) + [(name, name) for name in NAMES]


@pytest.mark.parametrize("to", NAMES)
@pytest.mark.parametrize("group", range(2))
@settings(
    max_examples=25, deadline=None, derandomize=True,
    suppress_health_check=list(HealthCheck), phases=[Phase.generate],
)  # fmt: skip
@given(data=st.data())
def test_pairs(to, group, data):
    """From every format into this one: through i18next's v4 as the one before."""
    first = data.draw(st.sampled_from(NAMES))
    before = data.draw(catalogs())
    losses = Losses()
    expected = content(before)
    comments = {".".join(each.id): each.comment for each in before.entries}
    current = before
    for format_ in (first, to):
        made = format_catalog(replace(current, losses=losses), format_)
        path = Path(f"{before.language}{FORMATS[format_]}")
        current = parse_catalog(made, path, format_, before.language)
        losses += current.losses
    after = content(current)
    for key, text in expected.items():
        assert after.get(key) == text or told(losses, key), (
            first, to, key, text, after.get(key), losses, made.decode(errors="replace"),
        )  # fmt: skip
    for key in after:
        assert key in expected or told(losses, key), (first, to, key, losses)
    metas = {each.key for entry in before.entries for each in entry.meta} - {"array"}
    left = {each.key for entry in current.entries for each in entry.meta}
    if metas - left:
        assert any("are left out" in line for line in losses), (first, to, metas, left)
    kept = {".".join(each.id): each.comment for each in current.entries}
    if not any("comments are left out" in line for line in losses):
        for key, comment in comments.items():
            if comment and key in kept:
                assert comment in kept[key], (first, to, key, kept[key])


def test_all_pairs_of_one_catalog():
    """Each pair by itself, on a catalog that every format can hold but for plurals."""
    language = "pl"
    forms = {each.category: [f"{each.category} ", variable("count")]
             for each in plural_forms(language)}  # fmt: skip
    entries = [
        Entry(
            ("menu", "open"), text_message(["Open ", variable("name"), " & <b>x</b>"])
        ),
        Entry(("file",), plural_message(forms), comment="A count"),
    ]
    source = Catalog(language, Resource(None, [Section((), entries)]), "v4")
    expected = content(source)
    for first, second in PAIRS:
        losses = Losses()
        current = source
        for format_ in (first, second):
            made = format_catalog(replace(current, losses=losses), format_)
            path = Path(f"{language}{FORMATS[format_]}")
            current = parse_catalog(made, path, format_, language)
            losses += current.losses
        after = content(current)
        for key, text in expected.items():
            assert after.get(key) == text or told(losses, key), (first, second, key)
        is_told = any("comments are left out" in line for line in losses)
        kept = [each.comment for each in current.entries if "file" in each.id]
        assert is_told or any("A count" in each for each in kept), (first, second)
        assert write_tree(current, "v4") or second in I18NEXT
