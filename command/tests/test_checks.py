"""Every rule: a text that has the fault, and one beside it that has not."""

import json

import pytest

from calque_command.checks import (
    RULES,
    BrokenFileError,
    CheckOptions,
    Source,
    check_catalogs,
    check_pair,
    find_files,
    read_source,
)


def check(source, target, language="de", **options):
    """Findings in a target beside an English source, as (rule, key)."""
    findings = check_catalogs(
        [Source("en", tree=source)],
        [Source(language, tree=target)],
        CheckOptions(**{"format": "v4", **options}),
    )
    return [(finding.rule, finding.key) for finding in findings]


def rules(source, target, language="de", **options):
    found = check({"k": source}, {"k": target}, language, **options)
    return [rule for rule, _key in found]


PAIRS = [
    ("unchanged-text", "Save", "Save", "Sichern"),
    ("empty-text", "Save", "", "Sichern"),
    ("empty-text", "Save", None, "Sichern"),
    ("type-mismatch", "Save", 3, "Sichern"),
    ("type-mismatch", "Save", {"a": "x"}, "Sichern"),
    ("placeholder-missing", "Hi {{name}}", "Hallo", "Hallo {{name}}"),
    ("placeholder-extra", "Hi", "Hallo {{name}}", "Hallo"),
    ("placeholder-renamed", "Hi {{name}}", "Hallo {{nahme}}", "{{ name }}, hallo"),
    ("placeholder-unescaped", "Hi {{name}}", "Hallo {{- name}}", "Hallo {{name}}"),
    ("placeholder-escaped", "Hi {{- name}}", "Hallo {{name}}", "Hallo {{-name}}"),
    (
        "placeholder-format",
        "On {{when, datetime}}",
        "Am {{when}}",
        "Am {{when, datetime(dateStyle: short)}}",
    ),
    (
        "formatter-unknown",
        "For {{p, currency(EUR)}}",
        "Für {{p, curency(EUR)}}",
        "Für {{p, currency(CHF)}}",
    ),
    ("pattern-broken", "Hi {{name}}", "Hallo {{name}}, {{x}", "Hallo {{name}}"),
    ("pattern-broken", "Hi", "Hallo $t(x", "Hallo ($)"),
    ("sprintf-mismatch", "%s of %d", "%s von %s", "%2$d, davon %1$s"),
    ("tag-missing", "Read <1>more</1>", "Mehr lesen", "<1>Mehr</1> lesen"),
    ("tag-extra", "Read", "<2>Lesen</2>", "Lesen"),
    ("tag-unbalanced", "<b>Read</b>", "<b>Lesen", "<b>Lesen</b>"),
    ("space-edges", "Name: ", "Name:", "Name: "),
    ("space-edges", "Name", " Name\u00e9", "Nam\u00e9"),
    ("invisible-character", "Save", "Sich\u200bern", "Sich\u200dern"),
    ("bidi-unbalanced", "Save", "\u202bSichern", "\u202bSichern\u202c"),
]


@pytest.mark.parametrize(("rule", "source", "faulty", "sound"), PAIRS)
def test_texts_beside_their_source(rule, source, faulty, sound):
    assert rule in rules(source, faulty)
    assert rules(source, sound) in ([], ["unchanged-text"])


def test_a_tag_that_is_opened_in_the_place_of_its_end_is_one_finding():
    # Real ones: `<strong>publiczna<strong>`, `<1>gehostete Datei<1>`.
    for name in ("strong", "1"):
        findings = check_pair(
            f"This is <{name}>public</{name}>.", f"Das ist <{name}>offen<{name}>.", "de"
        )
        assert [finding.rule for finding in findings] == ["tag-unbalanced"]
        assert "opened again" in findings[0].message


def test_a_new_tag_that_needs_no_end_is_extra_alone():
    assert rules("Two parts", "Zwei<p>Teile") == ["tag-extra"]
    assert rules("Two<p>parts", "Zwei<p>Teile") == []
    assert rules("<p>Two</p> parts", "<p>Zwei Teile") == ["tag-unbalanced"]
    assert rules("Two parts", "Zwei <b>Teile") == ["tag-unbalanced"]


def test_keys_are_missing_and_extra():
    assert check({"a": {"b": "x y"}, "c": "z"}, {"c": "zz", "d": "q"}) == [
        ("missing-text", "a.b"),
        ("extra-text", "d"),
    ]


def test_a_text_in_the_place_of_an_object_is_one_finding():
    assert check({"a": {"b": "x", "c": "y"}}, {"a": "z"}) == [("type-mismatch", "a")]


def test_nothing_to_translate_is_not_unchanged():
    assert rules("{{count}} / 10", "{{count}} / 10") == []
    assert rules("Colour", "Colour", "en-GB") == []


def test_references():
    source = {"a": "$t(b)", "b": "B b"}
    assert check(source, {"a": "$t(b)!", "b": "$t(x)"}) == [
        ("reference-unknown", "b"),
        ("reference-extra", "b"),
    ]
    assert ("reference-missing", "a") in check(source, {"a": "B", "b": "Be"})
    assert ("reference-cycle", "a") in check(source, {"a": "$t(b)!", "b": "$t(a)"})


def test_references_to_plural_forms_and_other_namespaces_exist():
    source = {"a": "$t(n:x) $t(f, {'count': 2})", "f_one": "one", "f_other": "other"}
    findings = check_catalogs(
        [Source("en", "m", tree=source), Source("en", "n", tree={"x": "y"})],
        [],
        CheckOptions("v4"),
    )
    assert findings == []


FILES = {"f_one": "{{count}} file", "f_other": "{{count}} files"}


def plural(language, target, source=FILES, **options):
    return [
        (finding.rule, finding.key, finding.severity, finding.message)
        for finding in check_catalogs(
            [Source("en", tree=source)],
            [Source(language, tree=target)],
            CheckOptions(**{"format": "v4", **options}),
        )
    ]


def test_missing_forms_are_told_with_numbers():
    target = {"f_one": "{{count}} plik", "f_many": "{{count}} plików"}
    few, other = plural("pl", target)
    assert few[:3] == ("plural-missing", "f_few", "error")
    assert few[3].startswith("pl: 2, 3, 4 show the key")
    assert other[:3] == ("plural-missing", "f_other", "warning")


def test_forms_that_no_number_reaches():
    found = plural("ja", {"f_one": "{{count}} a", "f_other": "{{count}} b"})
    assert [row[:2] for row in found] == [("plural-unreachable", "f_one")]
    assert plural("ja", {"f_zero": "c", "f_other": "{{count}} b"}) == []


def test_the_bare_key_is_shown_for_numbers_without_a_form():
    # Real ones: `videosFailedToUpdate` beside `videosFailedToUpdate_other`.
    source = {"file": "{{count}} file", "file_other": "{{count}} files"}
    german = {"file": "{{count}} Datei", "file_other": "{{count}} Dateien"}
    assert check(source, german) == []
    assert check(source, {"file": "{{count}} D"}) == [
        ("plural-missing", "file_other"),
        ("plural-missing", "file_one"),
    ]
    polish = {"file": "{{count}} plik", "file_other": "{{count}} pliku"}
    findings = check_catalogs(
        [Source("en", tree=source)],
        [Source("pl", tree=polish)],
        CheckOptions(format="v4"),
    )
    assert [(f.key, f.severity) for f in findings] == [
        ("file_many", "warning"),
        ("file_one", "warning"),
        ("file_few", "warning"),
    ]
    assert findings[2].message == "pl: 2, 3, 4 show 'file', as other forms do"


def test_a_message_without_any_form_is_missing():
    found = plural("ru", {})
    assert [row[:2] for row in found] == [
        ("missing-text", "f_many"),
        ("missing-text", "f_one"),
        ("missing-text", "f_few"),
    ]


def test_the_count_may_be_left_out_where_one_number_shows_the_form():
    target = {"f_one": "eine Datei", "f_other": "{{count}} Dateien"}
    assert plural("de", target) == []
    russian = {
        "f_one": "один файл", "f_few": "{{count}} файла", "f_many": "{{count}} файлов",
        "f_other": "{{count}} файла",
    }  # fmt: skip
    ((rule, key, severity, message),) = plural("ru", russian)
    assert (rule, key, severity) == ("plural-count", "f_one", "warning")
    assert "1, 21, 31" in message
    assert plural("de", {"f_one": "eine", "f_other": "viele"})[0][0] == (
        "placeholder-missing"
    )


def test_ordinals():
    source = {
        f"p_ordinal_{name}": "{{count}}" + end
        for name, end in (("one", "st"), ("two", "nd"), ("few", "rd"), ("other", "th"))
    }
    found = plural("sv", {"p_ordinal_other": "{{count}}:e"}, source)
    assert [row[:2] for row in found] == [("ordinal-missing", "p_ordinal_one")]
    target = {"p_ordinal_one": "{{count}}.", "p_ordinal_other": "{{count}}."}
    found = plural("de", target, source)
    assert [row[:2] for row in found] == [("ordinal-unreachable", "p_ordinal_one")]


def test_older_plural_suffixes():
    source = {"f": "__count__ file", "f_plural": "__count__ files"}
    target = {"f": "__count__ plik", "f_plural_2": "__count__ pliki"}
    found = plural("pl", target, source, format="v1")
    assert [row[:2] for row in found] == [("plural-missing", "f_plural_5")]
    source = {"f": "{{count}} file", "f_plural": "{{count}} files"}
    target = {"f_0": "{{count}} plik", "f_1": "{{count}} pliki"}
    found = plural("pl", target, source, format="v3")
    assert [row[:2] for row in found] == [("plural-missing", "f_2")]


def test_keys_that_end_like_forms_are_texts():
    assert check({"sort_other": "Other"}, {"sort_other": "Andere"}) == []


def test_contexts():
    source = {"friend": "A friend", "friend_male": "A boyfriend", "x": "X x"}
    assert check(source, {"friend": "Freund", "x": "Y", "x_male": "Z"}) == [
        ("context-missing", "friend_male")
    ]


@pytest.mark.parametrize("format_", ["v2", "v3", "v4"])
def test_separators_of_plurals_and_contexts(format_):
    options = {"pluralSeparator": "|", "contextSeparator": "@"}
    other = {"v2": "|plural", "v3": "|plural", "v4": "|other"}[format_]
    one = "|one" if format_ == "v4" else ""
    source = {f"file{one}": "a", f"file{other}": "b {{count}}", "small_one": "c"}
    source |= {"friend": "d", "friend@male": "e"}
    sound = {f"file{one}": "f", f"file{other}": "g {{count}}", "small_one": "h"}
    sound |= {"friend": "i", "friend@male": "j"}
    assert check(source, sound, format=format_, options=options) == []
    del sound[f"file{other}"], sound["friend@male"]
    assert set(check(source, sound, format=format_, options=options)) == {
        ("plural-missing", f"file{other}"),
        ("context-missing", "friend@male"),
    }


def test_separators_of_ordinals():
    options = {"pluralSeparator": "--"}
    source = {f"day--ordinal--{name}": name for name in ("one", "two", "few", "other")}
    assert check(source, {"day--ordinal--other": "x"}, options=options) == []
    assert check(source, {}, options=options) == [
        ("missing-text", "day--ordinal--other")
    ]


@pytest.mark.parametrize("format_", ["ios", "v1"])
def test_the_plural_suffix_of_old_formats(format_):
    options = {"pluralSuffix": "-more"}
    source = {"file": "a", "file-more": "b"}
    assert check(source, {"file": "c"}, format=format_, options=options) == [
        ("plural-missing", "file-more")
    ]
    polish = {"file": "c", "file-more_2": "d", "file-more_5": "e"}
    assert check(source, polish, "pl", format=format_, options=options) == []


def test_intervals():
    source = {"i_interval": "(1)[one];(2-inf)[many];"}
    target = {"i_interval": "(1)[eins];(3-inf)[viele];(x)[y];"}
    found = [rule for rule, _key in check(source, target)]
    assert sorted(found) == ["interval-broken", "interval-gap"]


def test_length_and_ignored_keys():
    target = {"k": "Ganz lange {{x}}"}
    source = {"k": "Long {{x}}"}
    options = {"max_length": {"k*": 5}}
    assert check(source, target, **options) == [("text-too-long", "k")]
    assert check(source, target, ignore=("k",), **options) == []


def test_severities_can_be_set():
    assert check({"k": "Save"}, {"k": "Save"}, rules={"unchanged-text": "off"}) == []
    with pytest.raises(ValueError, match="no rule"):
        CheckOptions(rules={"nothing": "off"})


def write(folder, name, content):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8")
    return path


def test_positions(tmp_path):
    path = write(
        tmp_path, "de.json", '{\n  "a": {\n    "ö\\u00e9": ["x", {"b": "y"}]\n  }\n}'
    )
    source = read_source(path, "de", "translation")
    assert source.place("a.öé") == (3, 5)
    assert source.place("a.öé.1.b") == (3, 23)
    assert source.place("a.missing") == (2, 3)


def test_duplicates_have_positions(tmp_path):
    path = write(tmp_path, "de.json", '{\n "a": "x",\n "a": "y",\n "b": "z"}')
    (finding,) = [
        finding
        for finding in check_catalogs([], [read_source(path, "de", "t")])
        if finding.rule == "duplicate-member"
    ]
    assert (finding.key, finding.line, finding.column) == ("a", 3, 2)
    assert finding.severity == "error"


def test_flat_and_nested_spelling():
    assert ("flat-and-nested", "a.b") in check({}, {"a.b": "x", "a": {"b": "y"}})


@pytest.mark.parametrize(
    ("name", "language", "namespace"),
    [
        ("de.json", "de", "translation"),
        ("pt_BR.i18n.json", "pt_BR", "translation"),
        ("de/common.json", "de", "common"),
        ("app/locales/zh-Hant/a/b.json", "zh-Hant", "a/b"),
        ("common/de.json", "de", "common"),
        ("common.de.json", "de", "common"),
        ("setup.json", None, None),
        ("fil.json", None, None),
    ],
)
def test_layouts_are_found(tmp_path, name, language, namespace):
    write(tmp_path, name, {})
    found = [(place.language, place.namespace) for place in find_files(tmp_path)]
    assert found == ([] if language is None else [(language, namespace)])


def test_codes_of_three_letters_are_languages_beside_others(tmp_path):
    for name in ("fil.json", "es.json"):
        write(tmp_path, name, {})
    assert [place.language for place in find_files(tmp_path)] == ["es", "fil"]


def test_load_path_tells_the_layout(tmp_path):
    write(tmp_path, "x/tlh/main.json", {})
    (place,) = find_files(tmp_path, "x/{{lng}}/{{ns}}.json")
    assert (place.language, place.namespace) == ("tlh", "main")


def test_a_pair_alone():
    (finding,) = check_pair("Hi {{name}}", "Hallo {{nmae}}", "de")
    assert finding.rule == "placeholder-renamed"
    assert "Hallo {{nmae}}"[finding.start : finding.end] == "{{nmae}}"
    assert check_pair("$t(a) x", "$t(a) y", "de") == []
    found = check_pair("$t(a) x", "$t(b) y", "de", known_texts={"a": ""})
    assert "reference-unknown" in [finding.rule for finding in found]
    found = check_pair(
        "", "plik", "pl", key="f_few",
        source_forms={"f_one": "{{count}} file", "f_other": "{{count}} files"},
    )  # fmt: skip
    assert [finding.rule for finding in found] == ["plural-count"]


def test_offsets_count_code_points():
    (finding,) = check_pair("x {{a}}", "ü😀 {{b}}", "de")
    assert (finding.start, finding.end) == (3, 8)


def test_rules_have_pages():
    for rule in RULES.values():
        assert rule.title
        assert rule.page
        assert rule.example


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("", (1, 1)),
        ("[]", (1, 1)),
        ('{"a": 1', (1, 8)),
        ('{\n "a": "\\ud83d"}', (2, 8)),
        ('{\n "a": "x\\ude00"}', (2, 9)),
        ('{"a": ' * 252 + "1" + "}" * 252, (1, 1)),
        ('{"a": ' * 5000 + "1" + "}" * 5000, (1, 1)),
        ('{"a": ' * 100_000 + "1" + "}" * 100_000, (1, 1)),
    ],
)
def test_broken_files_have_a_place(tmp_path, content, place):
    path = write(tmp_path, "de.json", content)
    with pytest.raises(BrokenFileError) as caught:
        read_source(path, "de", "translation")
    assert (caught.value.line, caught.value.column) == place


def test_objects_may_be_as_deep_as_the_limit(tmp_path):
    path = write(tmp_path, "de.json", '{"a": ' * 251 + '"x"' + "}" * 251)
    assert list(read_source(path, "de", "translation").values.values()) == ["x"]


def test_pairs_of_surrogates_are_characters(tmp_path):
    path = write(tmp_path, "de.json", '{"a": "\\ud83d\\ude00 \\\\ud83d"}')
    assert read_source(path, "de", "t").values == {"a": "\U0001f600 \\ud83d"}


def test_bytes_that_are_no_text_have_a_place(tmp_path):
    path = tmp_path / "de.json"
    path.write_bytes(b'{\n "a": "\xff"}')
    with pytest.raises(BrokenFileError) as caught:
        read_source(path, "de", "t")
    assert (caught.value.line, caught.value.column) == (2, 8)
