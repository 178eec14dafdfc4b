"""Facts beside texts: carried where the other format has them, or reported."""

import json
from pathlib import Path

import pytest
from sample_locales import write

from calque_command.exchange.files import (
    add_notes,
    format_catalog,
    notes_of,
    parse_catalog,
    read_catalog,
    write_catalog,
)
from calque_command.exchange.formats import FORMATS, language_of
from calque_command.exchange.sources import find_catalogs

PO = r"""# A header of others
msgid ""
msgstr ""
"Project-Id-Version: app 1\n"
"Report-Msgid-Bugs-To: bugs@example.org\n"
"Language: is\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=n != 1;\n"

# of a translator
#. of a program
#: src/a.c:12 src/b.c:3
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d skrá"
msgstr[1] "%d skrár"

msgctxt "menu"
msgid "Open"
msgstr "Opna"

msgctxt "menu"
msgid "Close"
msgstr "Loka"

msgid "menu"
msgstr "valmynd"

msgid "untranslated"
msgstr ""

#, fuzzy
msgid "unsure"
msgstr "óviss"

#~ msgid "gone"
#~ msgstr "farin"
"""


def convert(text, to, from_=None, name="is.po", language="", source=None):
    """The catalog in another format, and the losses."""
    data = text.encode() if isinstance(text, str) else text
    catalog = parse_catalog(data, Path(name), from_, language)
    catalog.losses.clear()
    catalog.source = source
    return format_catalog(catalog, to), catalog.losses


def test_no_form_of_gettext_is_lost():
    made, losses = convert(PO, "v4", "po")
    tree = json.loads(made)
    assert tree["%d file_one"] == "%d skrá"
    assert tree["%d file_other"] == "%d skrár"
    assert tree["Open_menu"] == "Opna"
    assert tree["Close_menu"] == "Loka"
    assert tree["menu"] == "valmynd"
    assert "untranslated" not in tree
    assert "unsure" not in tree
    told = "\n".join(losses)
    for line in (
        "unsure: a fuzzy translation is left out",
        "1 untranslated messages are left out", "1 obsolete messages are left out",
        "1 references to code are left out", "1 comments are left out",
        "1 comments of translators are left out", "fields of the header are left out",
        "Open_menu: the context becomes part of the key",
    ):  # fmt: skip
        assert line in told, told


LANGUAGES = "be br bs fil gv hr hsb is lt lv mk ru sl sr uk"


@pytest.mark.parametrize("language", LANGUAGES.split())
def test_one_decides_first(language):
    made, _losses = convert(PO, "v4", "po", language=language)
    tree = json.loads(made)
    assert tree["%d file_one"] == "%d skrá"
    assert "%d skrár" in tree.values()


def test_a_form_that_no_category_gets_is_told():
    text = PO.replace("nplurals=2; plural=n != 1", "nplurals=3; plural=n==1?0:n==7?1:2")
    text = text.replace('msgstr[1] "%d skrár"', 'msgstr[1] "sjö"\nmsgstr[2] "%d skrár"')
    made, losses = convert(text, "v4", "po", language="en")
    assert json.loads(made)["%d file_other"] == "%d skrár"
    assert "%d file: a plural form that no category shows is left out" in losses
    again, losses = convert(text, "po", "po", language="en")
    assert 'msgstr[1] "sjö"' in again.decode()
    assert losses == []


def test_gettext_to_itself_loses_nothing():
    made, losses = convert(PO, "po", "po")
    assert losses == []
    for line in PO.splitlines():
        assert line in made.decode().splitlines(), line


def test_plurals_into_mo_and_back():
    made, losses = convert(PO, "mo", "po")
    assert "1 flags are left out" in losses
    again, _losses = convert(made, "v4", "mo", name="is.mo")
    tree = json.loads(again)
    assert tree["%d file_one"] == "%d skrá"
    assert tree["Open_menu"] == "Opna"


ANDROID = """<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
<!-- of a program -->
<string name="brand" translatable="false">Calque</string>
<string name="hi">Hi <xliff:g id="name" example="Ada">%1$s</xliff:g>, 100%%</string>
<plurals name="songs"><item quantity="one">%d song</item>
<item quantity="other">%d songs by %2$s</item></plurals>
<string-array name="days"><item>Monday</item><item>Tuesday</item></string-array>
</resources>"""


def test_android_keeps_counts_and_arrays():
    made, losses = convert(ANDROID, "v4", "android", "values/strings.xml")
    assert json.loads(made) == {
        "brand": "Calque", "hi": "Hi {{name}}, 100%",
        "songs_one": "{{count}} song", "songs_other": "{{count}} songs by {{arg2}}",
        "days": ["Monday", "Tuesday"],
    }  # fmt: skip
    told = "\n".join(losses)
    assert "1 metadata 'translatable' are left out" in told
    assert "1 comments are left out" in told
    assert "hi: the example of an xliff:g is left out" in told
    back, _losses = convert(made, "android", "v4", "en.json")
    text = back.decode()
    assert '<item quantity="one">%1$d song</item>' in text
    assert '<item quantity="other">%1$d songs by %2$s</item>' in text
    assert '<string-array name="days">' in text
    same, losses = convert(ANDROID, "android", "android", "values/strings.xml")
    assert losses == []
    for piece in ('translatable="false"', 'example="Ada"', "<!-- of a program -->"):
        assert piece in same.decode()


STRINGS = {
    "sourceLanguage": "en",
    "strings": {
        "%lld songs of %@": {
            "comment": "A count",
            "localizations": {
                "en": {"variations": {"plural": {
                    "one": {"stringUnit": {"state": "translated",
                                           "value": "%lld song of %@"}},
                    "other": {"stringUnit": {"state": "needs_review",
                                             "value": "%lld songs of %@"}},
                }}},
                "de": {"stringUnit": {"state": "new", "value": "%2$@: %1$lld"}},
            },
        },
        "old": {"extractionState": "stale"},
        "size": {"localizations": {"en": {
            "stringUnit": {"state": "translated", "value": "%.2f MB in %#@n@"},
            "substitutions": {"n": {"argNum": 2, "formatSpecifier": "lld",
                "variations": {"plural": {
                    "one": {"stringUnit": {"state": "translated", "value": "%arg x"}},
                    "other": {"stringUnit": {"state": "translated", "value": "%arg y"}},
                }}}}}}},
    },
    "version": "1.0",
}  # fmt: skip


def test_apple_keeps_types_states_and_languages(tmp_path):
    text = json.dumps(STRINGS)
    path = tmp_path / "L.xcstrings"
    path.write_text(text)
    catalog = read_catalog(path)
    losses = catalog.losses
    assert losses == ["other languages are left out: de"]
    tree = json.loads(format_catalog(catalog, "v4"))
    assert tree["%lld songs of %@_one"] == "{{count}} song of {{arg2}}"
    assert tree["size_one"] == "{{arg1}} MB in {{count}} x"
    assert "1 states are left out" in losses
    assert "1 metadata 'extractionState' are left out" in losses
    assert "size: the type %.2f is lost" in losses
    # Back into the file: the key has the types, and the other languages stay.
    data = json.dumps({k: v for k, v in tree.items() if k != "size"})
    back = parse_catalog(data.encode(), tmp_path / "en.json")
    write_catalog(back, path, "xcstrings")
    entry = json.loads(path.read_text())["strings"]["%lld songs of %@"]
    forms = entry["localizations"]["en"]["variations"]["plural"]
    assert forms["other"]["stringUnit"]["value"] == "%1$lld songs of %2$@"
    assert "de" in entry["localizations"]
    size = json.loads(path.read_text())["strings"]["size"]["localizations"]["en"]
    value = size["variations"]["plural"]["one"]["stringUnit"]["value"]
    assert value == "%1$.2f MB in %2$lld x"
    # And to itself.
    path.write_text(text)
    write_catalog(read_catalog(path), path, "xcstrings")
    table = json.loads(path.read_text())["strings"]
    assert table["old"]["extractionState"] == "stale"
    units = table["%lld songs of %@"]["localizations"]["en"]["variations"]["plural"]
    assert units["other"]["stringUnit"]["state"] == "needs_review"


ARB = {
    "@@locale": "en",
    "@@author": "Ada",
    "greet": "{gender, select, "
    "male{He has {n, plural, =0{no} one{# file} other{# files}}} "
    "other{They have {n, plural, =0{no} one{# file} other{# files}}}}",
    "@greet": {"description": "d", "placeholders": {"n": {"type": "int"}}},
    "when": "on {day, date, yMd}",
}


def test_arb_keeps_selects_and_metadata():
    text = json.dumps(ARB)
    same, losses = convert(text, "arb", "arb", "app_en.arb")
    table = json.loads(same)
    assert table["@@author"] == "Ada"
    assert table["@greet"] == ARB["@greet"]
    for gender in ("male{", "other{"):
        assert gender in table["greet"]
    made, losses = convert(text, "v4", "arb", "app_en.arb")
    assert json.loads(made) == {
        "greet_zero": "They have no", "greet_one": "They have {{count}} file",
        "greet_other": "They have {{count}} files", "greet_male_zero": "He has no",
        "greet_male_one": "He has {{count}} file",
        "greet_male_other": "He has {{count}} files",
        "when": "on {{day, datetime}}",
    }  # fmt: skip
    told = "\n".join(losses)
    assert "greet: the selector 'gender' becomes a context" in told
    assert "greet: the number 'n' is passed as 'count'" in told
    assert "1 metadata '@placeholders' are left out" in told
    assert "1 comments are left out" in told


def test_notes_are_comments(tmp_path):
    catalog = parse_catalog(PO.encode(), tmp_path / "is.po", "po")
    notes = notes_of(catalog)
    assert json.loads(format_catalog(notes, "v4")) == {"%d file": "of a program"}
    assert not any(entry.comment for entry in catalog.entries)
    add_notes(catalog, notes)
    assert "#. of a program" in format_catalog(catalog, "po").decode()


def test_strict_and_notes_of_the_command(run, tmp_path):
    path = tmp_path / "is.po"
    path.write_text(PO)
    out, notes = tmp_path / "is.json", tmp_path / "qqq.json"
    result = run("convert", path, out, "--notes", notes, "--strict", code=1)
    assert "obsolete messages are left out" in result.stderr
    assert " comments are left out" not in result.stderr
    assert json.loads(notes.read_text()) == {"%d file": "of a program"}
    run("convert", out, tmp_path / "en.arb", "--notes", notes)
    about = json.loads((tmp_path / "en.arb").read_text())["@%d file"]
    assert about["description"] == "of a program"
    before = out.read_bytes()
    run("convert", path, out, "--dry-run")
    assert out.read_bytes() == before


@pytest.mark.parametrize("format_", [name for name in FORMATS if name != "pot"])
def test_a_folder_and_back(run, locales, tmp_path, format_):
    made = tmp_path / "made"
    run("convert", locales, made, "--to", format_, "--source", "en")
    back = tmp_path / "back"
    kind = ["--from", format_] if format_ in {"blockly", "v1", "v2", "v3"} else []
    run("convert", made, back, "--to", "v4", "--source", "en", *kind)
    for name in ("de", "pl"):
        before = json.loads((locales / f"{name}.json").read_text())
        (path,) = [p for p in back.rglob("*.json") if name in str(p.relative_to(back))]
        after = json.loads(path.read_text())
        assert after["hint"] == before["hint"], (name, after)


def test_names_of_languages_in_paths(run, tmp_path):
    for name, language in (
        ("values-bg", "bg"), ("values-b+sr+Latn", "sr-Latn"), ("values-iw", "he"),
        ("values-pt-rBR", "pt-BR"), ("pl.lproj", "pl"), ("values", ""),
    ):  # fmt: skip
        assert language_of(Path(name, "x.strings")) == language
    for name in ("en", "de", "pt-BR"):
        write(tmp_path / "l" / f"{name}.json", {"a": name})
    made = tmp_path / "res"
    run("convert", tmp_path / "l", made, "--to", "android", "--source", "en")
    assert (made / "values-pt-rBR" / "strings.xml").exists()
    for name in ("app_en", "app_pt_BR", "demo_app_de"):
        write(tmp_path / "arb" / f"{name}.arb", {"a": "A"})
    found = [(at.language, at.namespace) for at in find_catalogs(tmp_path / "arb")]
    expected = [(name, "translation") for name in ("en", "pt-BR", "de")]
    assert found == expected


def test_placeholders_are_named_as_a_format_can():
    text = json.dumps({"a": "{{user name}} {{2nd}}"})
    for to, names in (("fluent", "$user-name $v2nd"), ("mf2", "$user-name $v2nd"),
                      ("webext", "$user_name$ $2nd$")):  # fmt: skip
        made, losses = convert(text, to, "v4")
        for name in names.split():
            assert name in made.decode()
        assert any("'user name' is named 'user" in line for line in losses)


def test_forms_and_names_that_a_format_reads_otherwise():
    old = {"card": "a __count__", "card_plural": "b __count__"}
    _made, losses = convert(json.dumps(old), "v4", "v1", "ru.json")
    catalog = parse_catalog(json.dumps(old).encode(), Path("ru.json"), "v1")
    assert catalog.losses == ["card: no number shows the form '_plural' in format v1"]
    made, losses = convert(json.dumps({"Remove it": "x", "rem": "y"}), "ini", "v4")
    again, _losses = convert(made, "v4", "ini", "en.ini")
    assert json.loads(again) == {"Remove it": "x", "rem": "y"}
    # A text that reads back otherwise is reported: v1 runs neighbours together.
    _made, losses = convert(json.dumps({"a": "{{b}}{{c}}"}), "ios", "v4")
    assert losses[0].startswith("a: it reads back as ")
