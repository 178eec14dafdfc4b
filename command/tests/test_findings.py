"""False findings of real catalogs, and the rules about files."""

import json
import subprocess

import pytest
from sample_locales import write

from calque import Translator
from calque.patterns import plural_forms
from calque_command.checks import CheckOptions, Source, check_catalogs
from calque_command.checks.facts import message_facts
from calque_command.exchange.formats import FORMATS, I18NEXT


def check(source, target, language="de", **options):
    return [
        (finding.rule, finding.key, finding.severity)
        for finding in check_catalogs(
            [Source("en", tree=source)],
            [Source(language, tree=target)],
            CheckOptions(**{"format": "auto", **options}),
        )
    ]


V3 = {"file": "{{count}} FILE", "file_plural": "{{count}} FILES"}


def test_the_key_itself_is_a_form_where_numbers_show_it():
    assert check(V3, {"file": "{{count}} a"}, "ko") == []
    assert check(V3, {"file_0": "{{count}} a"}, "ko") == []
    found = check(V3, {"file": "{{count}} a", "file_plural": "{{count}} b"}, "ko")
    assert found == [("plural-unreachable", "file_plural", "warning")]
    found = check(V3, {"file": "{{count}} a"}, "pl")
    assert {row[0::2] for row in found} == {("plural-missing", "warning")}


@pytest.mark.parametrize("format_", ["v1", "v2", "v3", "v4"])
@pytest.mark.parametrize("language", ["ko", "pl", "ar", "de", "cy", "ru"])
def test_a_missing_form_is_one_that_the_library_does_not_find(language, format_):
    """Each set of forms: an error exactly where a number shows the key."""
    mark = "__count__" if format_ == "v1" else "{{count}}"
    forms = plural_forms(language, format_)
    endings = {"v4": ("_one", "_other")}.get(format_, ("", "_plural"))
    source = {f"file{ending}": f"{mark} x" for ending in endings}
    suffixes = list(dict.fromkeys(["", *(form.suffix for form in forms)]))
    for chosen in range(1, 2 ** len(suffixes)):
        tree = {
            f"file{suffix}": f"{mark} {place}"
            for place, suffix in enumerate(suffixes)
            if chosen >> place & 1
        }
        found = check(source, tree, language, format=format_)
        errors = {key for rule, key, severity in found if severity == "error"}
        store = "resStore" if format_ == "v1" else "resources"
        options = {"lng": language, store: {language: {"translation": tree}}}
        with Translator(format_, options) as translator:
            lost = set()
            for form in forms:
                plain = [n for n in form.integers if int(n) < 1_000_000]
                if plain and not translator.exists("file", count=int(plain[0])):
                    lost.add(f"file{form.suffix}")
        assert errors == lost, (tree, found)


def test_messages_of_icu_are_recognised(run, tmp_path):
    source = {
        "n_one": "{n, plural, one {# file in {folder}} other {# files in {folder}}}",
        "hi": "Hi {name}, it's <b>you</b>", "plain": "Plain", "open": "O",
        "open_x": "X",
    }  # fmt: skip
    german = {
        "n_one": "{n, plural, one {# Datei in {folder}} other {# Dateien in {folder}}}",
        "hi": "Hallo {nahme}, <b>du</b>", "plain": "{broken", "open": "A",
    }  # fmt: skip
    write(tmp_path / "l" / "en.json", source)
    write(tmp_path / "l" / "de.json", german)
    result = run("check", tmp_path / "l", "--format", "json", code=1)
    assert result.stderr.startswith("messages of ICU MessageFormat: placeholders and")
    found = {(f["rule"], f["key"]) for f in json.loads(result.stdout)}
    assert found == {
        ("placeholder-renamed", "hi"), ("pattern-broken", "plain"),
        ("missing-text", "open_x"),
    }  # fmt: skip


def test_arguments_of_icu():
    text = "{a} '{no}' {n, plural, =0 {none} other {{b} of {c, number, ::x}}} it''s"
    assert sorted(message_facts(text).placeholders) == ["a", "b", "c", "n"]
    assert not message_facts(text).broken
    for broken in ("{a", "a}", "{n, plural, one {a}"):
        assert message_facts(broken).broken, broken


def test_vue_is_recognised():
    source = {"a": "Hi {name}", "b": "one car | {n} cars", "c": "{'@'} and {0}"}
    target = {"a": "Hallo {name}", "b": "ein Auto | {n} Autos", "c": "{'@'} und {0}"}
    assert check(source, target) == []
    assert check(source, {**target, "a": "Hallo"}) == [
        ("placeholder-missing", "a", "error")
    ]


def test_old_placeholders_with_new_plurals():
    source = {"a_one": "__count__ a", "a_other": "__count__ b", "c_one": "__count__ c",
              "c_other": "__count__ d"}  # fmt: skip
    assert check(source, source, "en") == []
    assert check(source, {**source, "a_other": "b"}, "en")[0][:2] == (
        "placeholder-missing", "a_other",
    )  # fmt: skip


def test_a_void_tag_may_be_closed():
    assert check({"a": "x<br></br>y"}, {"a": "z<br></br>w"}) == []
    assert check({"a": "x<br/>y"}, {"a": "z<br></br>w"}) == []


def test_default_variables_may_be_anywhere():
    options = {"interpolation": {"defaultVariables": {"appName": "Calque"}}}
    source, target = {"a": "x {{appName}}", "b": "y"}, {"a": "z", "b": "w {{appName}}"}
    assert check(source, target, options=options) == []
    assert len(check(source, target)) == 2
    found = check(source, {"a": "z {{apName}}", "b": "w"}, options=options)
    assert [row[:2] for row in found] == [("placeholder-extra", "a")]


def test_default_variables_are_raw_on_both_sides_or_on_none():
    options = {"interpolation": {"defaultVariables": {"appName": "Calque"}}}
    found = check({"a": "x {{appName}}"}, {"a": "z {{- appName}}"}, options=options)
    assert [row[:2] for row in found] == [("placeholder-unescaped", "a")]


def test_names_in_snake_case_are_no_contexts():
    source = {"open": "O", "open_file": "F", "save": "S", "save_file": "G"}
    missing = [("missing-text", "open_file"), ("missing-text", "save_file")]
    found = check(source, {"open": "o", "save": "s"})
    assert [row[:2] for row in found] == missing
    contexts = frozenset({"file"})
    found = check(source, {"open": "o", "save": "s"}, contexts=contexts)
    assert {row[0] for row in found} == {"context-missing"}


def test_equal_doubles_are_a_warning(run, tmp_path):
    write(tmp_path / "en.json", {"a": "A"})
    (tmp_path / "de.json").write_text('{"a": "B", "a": "B"}')
    (tmp_path / "fr.json").write_text('{"a": "B", "a": "C"}')
    result = run("check", tmp_path, "--format", "json", code=1)
    found = [(f["language"], f["severity"]) for f in json.loads(result.stdout)]
    assert found == [("de", "warning"), ("fr", "error")]


def test_files(run, tmp_path):
    for name in ("en", "de", "fr", "zh-HANT"):
        write(tmp_path / f"{name}.json", {"a": f"A {name}"})
    for name in ("gr", "jp", "thai", "xx_YY", "de.bak", "index", "config"):
        write(tmp_path / f"{name}.json", {"a": "A"})
    (tmp_path / "fr.json").write_bytes(b'\xef\xbb\xbf{"a": "L\xef\xbf\xbdon"}')
    result = run("check", tmp_path, "--format", "json", code=1)
    found = {
        (f["rule"], f["file"].rpartition("/")[2]) for f in json.loads(result.stdout)
    }
    assert found == {
        ("language-unknown", "gr.json"), ("language-unknown", "jp.json"),
        ("language-unknown", "thai.json"), ("language-unknown", "xx_YY.json"),
        ("language-unknown", "de.bak.json"), ("language-unknown", "zh-HANT.json"),
        ("byte-order-mark", "fr.json"), ("replacement-character", "fr.json"),
    }  # fmt: skip
    assert "'el' is" in result.stdout


def test_old_forms_in_v4():
    source = {"file_one": "{{count}} a", "file_other": "{{count}} b"}
    old = {"x": "{{count}} c", "x_plural": "{{count}} d"}
    found = check({**source, **old}, {**source, **old}, "en", format="v4")
    assert ("plural-old", "x_plural", "warning") in found


def test_the_column_is_that_of_the_fault(run, tmp_path):
    write(tmp_path / "en.json", {"a": "x"})
    text = '{\n  "a" : "\\u00e9\\ud83d\\ude00 {{b}}"\n}'
    (tmp_path / "de.json").write_text(text)
    (found,) = json.loads(run("check", tmp_path, "--format", "json", code=1).stdout)
    line = text.split("\n")[1]
    assert (found["line"], found["column"]) == (2, line.index("{{") + 1)


def test_wrong_rules_and_unreadable_files_are_errors(run, locales):
    assert "nonsense" in run("check", locales, "--rule", "nonsense", code=2).stderr
    (locales / "fr.json").write_text("{")
    result = run("check", locales, "--rule", "tag-extra", "--format", "json", code=3)
    assert [f["rule"] for f in json.loads(result.stdout)] == ["invalid-json"]


def test_many_findings_begin_with_the_errors(run, tmp_path):
    write(tmp_path / "en.json", {f"k{n}": "t" for n in range(200)} | {"e": "x"})
    write(tmp_path / "de.json", {"e": "x {{y}}"})
    result = run("check", tmp_path, code=1)
    assert "error: e: " in result.stdout.splitlines()[0]
    overview = result.stderr.splitlines()
    assert overview[0].split()[:3] == ["1", "error", "placeholder-extra"]
    assert overview[1].split() == ["200", "warning", "missing-text", "de", "200"]
    assert "--write-baseline" in result.stderr


def git(folder, *arguments):
    command = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*command, *arguments], check=True, capture_output=True)


def test_changes_alone_with_paths_of_the_repository(run, tmp_path):
    folder = tmp_path / "app" / "locales"
    write(folder / "en.json", {"a": "A {{x}}", "b": "B {{x}}", "c": "C"})
    write(folder / "de.json", {"a": "A", "b": "B", "c": "c"})
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "x")
    run("check", folder, "--changed", code=0)
    write(folder / "de.json", {"a": "A", "b": "Be", "c": "c"})
    result = run("check", folder, "--changed", "HEAD", "--format", "json", code=1)
    (found,) = json.loads(result.stdout)
    assert (found["key"], found["file"]) == ("b", "app/locales/de.json")
    run("check", folder, "--changed", "nothing", code=2)
    write(folder / "fr.json", {"a": "A {{x}}", "b": "B {{y}}", "c": "d"})
    result = run("check", folder, "--changed", "--format", "json", code=1)
    assert {f["language"] for f in json.loads(result.stdout)} == {"de", "fr"}


@pytest.mark.parametrize(
    "format_",
    ["po", "fluent", "xliff", "android", "strings", "xcstrings", "arb", "properties",
     "ini", "webext", "mf2", "mo"],
)  # fmt: skip
def test_every_format_is_checked_and_counted(run, locales, tmp_path, format_):
    made = tmp_path / "made"
    run("convert", locales, made, "--to", format_, "--source", "en")
    kind = ["--source", "en", "--catalog-format", format_]
    result = run("check", made, "--format", "json", *kind, code=1)
    found = {(f["rule"], f["key"]) for f in json.loads(result.stdout)}
    # A message of .mo has all of its forms, or none.
    rule = "missing-text" if format_ == "mo" else "plural-missing"
    assert (rule, "file_few") in found
    assert ("placeholder-renamed", "menu.open") in found or format_ == "xcstrings"
    assert ("tag-missing", "hint") not in found
    table = json.loads(run("status", made, "--format", "json", *kind).stdout)
    shares = {each["language"]: each["missing"] for each in table["languages"]}
    # A key of a string catalog is a text of the source.
    assert shares["de"] == (format_ == "xcstrings")
    assert shares["pl"] >= 1


OTHERS = [name for name in FORMATS if name not in {*I18NEXT, "pot"}]


@pytest.mark.parametrize("format_", OTHERS)
def test_files_of_each_format_are_recognized(run, locales, tmp_path, format_):
    def errors(folder):
        result = run("check", folder, "--format", "json", code=1)
        found = [each for each in json.loads(result.stdout) if each["key"] == "hint"]
        return {each["rule"] for each in found if each["severity"] == "error"}

    pl = locales / "pl.json"
    pl.write_text(json.dumps({**json.loads(pl.read_text()), "hint": "{{odd}} %"}))
    expected = errors(locales)
    assert expected == {"placeholder-extra"}
    made = tmp_path / "made"
    run("convert", locales, made, "--to", format_, "--source", "en")
    assert errors(made) == expected
    assert "pl" in run("status", made).stdout


def test_addresses_of_blockly_have_no_placeholders(run, tmp_path):
    meta = {"locale": "en", "messagedocumentation": "qqq"}
    table = {"@metadata": meta, "A_HELPURL": "https://x.org/", "B": "%1 of %2"}
    write(tmp_path / "en.json", table)
    own = {**table, "A_HELPURL": "https://x.org/%D8%86", "B": "%2 von %1"}
    path = write(tmp_path / "de.json", own)
    run("check", tmp_path)
    run("convert", path, "-", "--to", "blockly", "--from", "blockly", "--strict")
    write(tmp_path / "de.json", {**own, "B": "%3"})
    assert "B: the placeholder 'arg3'" in run("check", tmp_path, code=1).stdout


def test_percent_signs_of_dates_and_words_are_no_values():
    source = {"a": "%b %e %Y", "b": "Invalid %-encoding", "c": "%s of %d",
              "d": "%s has no %% directive"}  # fmt: skip
    target = {"a": "%e. %b %Y", "b": "Falsche Kodierung", "c": "%s von %s",
              "d": "%s enthält keine %%-Anweisung"}  # fmt: skip
    found = check(source, target)
    assert [each for each in found if each[0] == "sprintf-mismatch"] == [
        ("sprintf-mismatch", "c", "error")
    ]


def test_one_number_may_stand_in_words():
    source = {"a_one": "%s file", "a_other": "%s files"}
    target = {"a_one": "eine Datei", "a_other": "Dateien"}
    found = check(source, target)
    assert ("sprintf-mismatch", "a_other", "error") in found
    assert ("sprintf-mismatch", "a_one", "error") not in found


def test_sources_within_translations_have_no_findings_of_their_own(run, tmp_path):
    path = tmp_path / "de.po"
    path.write_text(
        'msgid ""\nmsgstr "Language: de\\n"\n\n'
        'msgid "check if <object> exists"\nmsgstr "prüfe, ob <object> existiert"\n'
    )
    assert run("check", tmp_path, "--format", "json").stdout == "[\n]\n"
