"""Conversions, proven by running both catalogs on the numbers of CLDR's samples."""

import json
from dataclasses import replace

import pytest

from calque.patterns import plural_forms
from calque.translator import Translator
from calque_command.exchange.files import read_catalog, write_catalog
from calque_command.exchange.formats import FORMATS
from calque_command.exchange.i18next import flat_values, read_tree, write_tree
from calque_command.exchange.plurals import categories_of, rule_of, samples

LANGUAGES = """
af ak am an ar ars as asa ast az bal be bem bez bg bho blo bm bn bo br brx bs ca ce ceb
cgg chr ckb cs csw cv cy da de doi dsb dv dz ee el en eo es et eu fa ff fi fil fo fr fur
fy ga gd gl gsw gu guw gv ha haw he hi hnj hr hsb hu hy ia id ig ii io is it iu ja jbo
jgo jmc jv ka kab kaj kcg kde kea kk kkj kl km kn ko ks ksb ksh ku kw ky lag lb lg lij
lkt ln lo lt lv mas mg mgo mk ml mn mo mr ms mt my nah naq nb nd ne nl nn nnh no nqo nr
nso ny nyn om or os osa pa pap pcm pl prg ps pt pt-PT rm ro rof ru rwk sah saq sat sc
scn sd sdh se seh ses sg sgs sh shi si sk sl sma smi smj smn sms sn so sq sr ss ssy st
su sv sw syr ta te teo tg th ti tig tk tl tn to tpi tr ts tzm ug uk und ur uz ve vec vi
vo vun wa wae wo xh xog yi yo yue zh zu
""".split()  # noqa: SIM905


def catalog(language):
    """A tree in format v4 with every form that the language has."""
    forms = {form.category for form in plural_forms(language)} | {"zero"}
    ordinals = {form.category for form in plural_forms(language, ordinal=True)}
    return {
        "menu": {"open": "Open {{name}}", "list": ["a", "b"]},
        **{f"file_{name}": f"{name} {{{{count}}}} of {{{{all}}}}" for name in forms},
        **{f"place_ordinal_{name}": f"{name} {{{{count}}}}" for name in ordinals},
    }


def translations(tree, language, format_="v4"):
    """The texts that a translator shows for every number."""
    store = {"ios": "resourcesStore", "v1": "resStore"}.get(format_, "resources")
    options = {"lng": language, "fallbackLng": language, "all": "x"}
    options[store] = {language: {"translation": tree}}
    with Translator(format=format_, options=options) as translator:
        shown = {}
        for number in samples(language):
            count = float(number) if "." in number else int(number)
            shown[number] = str(translator.t("file", count=count, all="x"))
        for number in range(0, 130):
            if format_ == "v4":
                shown[f"{number}."] = str(
                    translator.t("place", count=number, ordinal=True)
                )
        shown["open"] = translator.t("menu.open", name="N")
    return shown


@pytest.mark.parametrize("format_", ["v1", "v2", "v3"])
def test_older_formats_and_back_in_every_language(format_):
    for language in LANGUAGES:
        tree = catalog(language)
        there = write_tree(read_tree(tree, language, "v4"), format_)
        back = write_tree(read_tree(there, language, format_), "v4")
        assert translations(back, language) == translations(tree, language), language


@pytest.mark.parametrize("format_", ["v1", "v2", "v3"])
def test_older_formats_show_the_same_or_it_is_told(format_):
    for language in LANGUAGES:
        tree = catalog(language)
        before = read_tree(tree, language, "v4")
        there = write_tree(before, format_)
        expected = translations(tree, language)
        shown = translations(there, language, format_)
        told = "\n".join(before.losses)
        for number in samples(language):
            category = expected[number].split()[0]
            assert shown[number] == expected[number] or f"'{category}'" in told, (
                language, number, shown[number], expected[number],
            )  # fmt: skip


def test_forms_that_no_number_shows_are_reported_in_order():
    tree = {f"file_{number}": "x" for number in (0, 1, 2, 9, 8, 7, 6, 5)}
    losses = read_tree(tree, "pl", "v3").losses
    assert len(losses) == 5
    assert losses == sorted(losses)


def test_gettext_and_back_in_every_language(tmp_path):
    path = tmp_path / "x.po"
    for language in LANGUAGES:
        tree = catalog(language)
        write_catalog(read_tree(tree, language, "v4"), path, "po")
        back = write_tree(read_catalog(path, "po", language), "v4")
        assert translations(back, language) == translations(tree, language), language


def test_gettext_rules_are_exact():
    for language in LANGUAGES:
        if language == "kw":
            with pytest.raises(ValueError, match="kw"):
                rule_of(language)
            continue
        names, expression = rule_of(language)
        header = f"nplurals={len(names)}; plural={expression};"
        found = categories_of(header, language)
        assert found == {index: [name] for index, name in enumerate(names)}


OWN = {
    "menu": {"open": "Open {{name}}, 100 % \"now\" 'here' & <b>there</b>", "n": "A\nB"},
    "list": ["one", "two"],
    "file_one": "{{count}} file of {{owner}}",
    "file_other": "{{count}} files of {{owner}}",
    "place_ordinal_one": "{{count}}st",
    "place_ordinal_two": "{{count}}nd",
    "place_ordinal_few": "{{count}}rd",
    "place_ordinal_other": "{{count}}th",
    "sort_other": "Other",
}


@pytest.mark.parametrize("format_", [name for name in FORMATS if name != "pot"])
def test_every_format_and_back(tmp_path, format_):
    path = tmp_path / f"en{FORMATS[format_]}"
    before = read_tree(OWN, "en", "v4")
    write_catalog(replace(before, source=before), path, format_)
    after = read_catalog(path, format_, "en")
    losses = after.losses
    losses += before.losses
    expected = flat_values(before)
    if format_ == "blockly":
        # Its placeholders have numbers, which is told.
        text = json.dumps(expected)
        for name, number in (("name", 1), ("count", 1), ("owner", 2)):
            text = text.replace(f"{{{{{name}}}}}", f"{{{{arg{number}}}}}")
            assert any(f"{name!r} becomes %{number}" in line for line in losses)
        expected = json.loads(text)
    if format_ == "ini":
        expected["menu.n"] = "A B"
        assert "menu.n: line breaks and outer spaces are left out" in losses
    assert flat_values(after) == expected
    tree = write_tree(after, "v4")
    assert tree["list"] == ["one", "two"]
    if format_ not in {"v4", "v3", "v2", "v1"}:
        assert losses or format_ in {"fluent", "arb", "xliff", "mf2"}


def test_a_template_has_no_texts(tmp_path):
    path = tmp_path / "x.pot"
    before = read_tree(OWN, "en", "v4")
    write_catalog(replace(before, source=before), path, "pot")
    text = path.read_text()
    assert 'msgid "{{count}} file of {{owner}}"' in text
    assert 'msgid_plural "{{count}} files of {{owner}}"' in text
    assert 'msgstr[0] ""' in text


def test_gettext_of_others(tmp_path):
    path = tmp_path / "pl.po"
    path.write_text(
        'msgid ""\nmsgstr ""\n"Language: pl\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && '
        '(n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\n'
        '#. note\nmsgid "file"\nmsgid_plural "files"\n'
        'msgstr[0] "plik"\nmsgstr[1] "pliki"\nmsgstr[2] "plików"\n\n'
        '#, fuzzy\nmsgid "old"\nmsgstr "stary"\n',
        encoding="utf-8",
    )
    catalog = read_catalog(path)
    assert write_tree(catalog, "v4") == {
        "file_one": "plik", "file_few": "pliki", "file_many": "plików",
    }  # fmt: skip
    assert catalog.losses == [
        "old: a fuzzy translation is left out", "1 comments are left out",
    ]  # fmt: skip


def test_losses_are_told(tmp_path):
    tree = {"a": "{{- x, number}} $t(b)", "n": 3, "b": "B"}
    before = read_tree(tree, "en", "v4")
    write_catalog(before, tmp_path / "x.strings", "strings")
    told = "\n".join(before.losses)
    assert "a: the formatter 'number' of 'x' is lost" in told
    assert "a: 'x' is no longer marked as raw" in told
    assert "a: a reference $t(…) is kept as text" in told
    assert "n: 3 is not a string" in told


def test_languages_share_a_string_catalog(tmp_path):
    path = tmp_path / "x.xcstrings"
    english = read_tree({"a": "Hi {{name}}"}, "en", "v4")
    german = read_tree({"a": "{{name}}, hallo"}, "de", "v4")
    write_catalog(replace(german, source=english), path, "xcstrings")
    table = json.loads(path.read_text())
    assert table["sourceLanguage"] == "en"
    assert set(table["strings"]["a"]["localizations"]) == {"en", "de"}
    assert flat_values(read_catalog(path, language="de")) == {"a": "{{name}}, hallo"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("de.xml", b'<?xml version6"1.0"?><resources/>'),
        ("de.xml", b'<resources><string-array name="a"><item/></resources>'),
        ("de.xlf", b"<xliff>"),
        ("de.ftl", b"\xff = a"),
        ("de.po", b'msgid "a"\nnonsense\n'),
        ("de.po", b'msgid ""\nmsgstr ""\n"Plural-Forms: plural=1/0;\\n"\n'),
        ("de.mo", b"\xde\x12\x04\x95\x00"),
        ("de.arb", b"[]"),
        ("de.arb", b'{"a": 1}'),
        ("de.xcstrings", b'{"strings": {"a": []}}'),
        ("de.strings", b"nothing"),
        ("de.json", b'{"@metadata": 1}'),
    ],
)
def test_a_broken_file_is_told_as_one(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ValueError):  # noqa: PT011 (each says something else)
        read_catalog(path)


def test_a_file_that_is_not_there_is_told_by_the_system(tmp_path):
    for name in ("de.arb", "de.xml", "de.strings"):
        with pytest.raises(FileNotFoundError):
            read_catalog(tmp_path / name)


ENTITIES = "".join(
    f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x" * 60}">' for n in range(9)
)
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file '
    'original="a" source-language="en" target-language="de" datatype="plaintext">'
    '<body><trans-unit id="k"><source>%s</source><target>%s</target></trans-unit>'
    "</body></file></xliff>"
)
ANDROID = '<resources><string name="k">%s</string></resources>'


@pytest.mark.parametrize("name", ["de.xlf", "strings.xml"])
def test_no_file_reads_another_one(tmp_path, name):
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    body = XLIFF % ("&s;", "&s;") if name == "de.xlf" else ANDROID % "&s;"
    path = tmp_path / name
    path.write_text(f'<!DOCTYPE x [<!ENTITY s SYSTEM "{secret.as_uri()}">]>{body}')
    try:
        found = json.dumps(flat_values(read_catalog(path)))
    except ValueError as error:
        found = str(error)
    assert "hidden" not in found


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("de.xlf", f"<!DOCTYPE x [{ENTITIES}]>" + XLIFF % ("&e8;", "&e8;")),
        ("strings.xml", f"<!DOCTYPE x [{ENTITIES}]>" + ANDROID % "&e8;"),
        ("de.arb", '{"a":' * 5000 + "1" + "}" * 5000),
        ("de.arb", json.dumps({"a": "{n,select,other{" * 3000 + "}}" * 3000})),
        ("de.ftl", "a = " + "{ " * 20000),
        ("de.xcstrings", '{"strings":' * 5000 + "1" + "}" * 5000),
        ("de.mf2.json", json.dumps({"a": "{" * 20000})),
        ("de.json", '{"a":' * 5000 + "1" + "}" * 5000),
    ],
)
def test_bombs_are_errors(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(ValueError, match=rf"{name}:\d+:\d+: "):
        read_catalog(path)
