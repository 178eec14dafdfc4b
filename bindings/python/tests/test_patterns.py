import pytest

from calque.errors import CalqueError
from calque.patterns import describe_patterns, plural_forms


def parts(text, kind, **options):
    return [
        part for part in describe_patterns([text], **options)[0] if part["kind"] == kind
    ]


def test_placeholders_have_names_formats_and_offsets():
    text = "Grüße {{- name, uppercase, number(digits: 2)}}"
    (part,) = parts(text, "placeholder")
    assert part["name"] == "name"
    assert part["raw"] is True
    assert part["formats"] == [
        {"name": "uppercase", "options": {}},
        {"name": "number", "options": {"digits": 2}},
    ]
    assert text.encode()[part["start"] : part["end"]].decode() == text[6:]


def test_references_have_keys_options_and_formats():
    (part,) = parts('$t(ns:key, {"count": {{n}} })', "reference")
    assert (part["key"], part["options"]) == ("ns:key", '{"count": {{n}} }')
    (part,) = parts("$t(key, uppercase)", "reference")
    assert (part["key"], part["formats"]) == ("key", ["uppercase"])


@pytest.mark.parametrize(
    ("text", "kind", "delimiter"),
    [
        ("{{a}", "unclosed", "{{"),
        ("a}}", "unopened", "}}"),
        ("$t(a", "unclosed", "$t("),
    ],
)
def test_halves_are_told(text, kind, delimiter):
    (part,) = parts(text, kind)
    assert part["delimiter"] == delimiter


def test_older_formats_have_their_own_delimiters():
    found = parts("__a__ {{b}} __cHTML__ __d", "placeholder", format="v1")
    assert [(part["name"], part["raw"]) for part in found] == [
        ("a", False),
        ("c", True),
    ]
    assert parts("__a__ __d", "unclosed", format="v1")


def test_delimiters_come_from_options():
    options = {"interpolation": {"prefix": "<<", "suffix": ">>"}}
    (part,) = parts("{{a}} <<b>>", "placeholder", options=options)
    assert part["name"] == "b"


def test_sprintf_and_intervals():
    found = parts("%s %2$d %(user.name)s %%", "sprintf")
    assert [part["argument"] for part in found] == [None, 2, "user.name"]
    found = parts("(1)[one];(2-7)[few];(8-inf)[many];(x)[y]", "interval")
    ends = [(part["from"], part["to"]) for part in found]
    assert ends == [(1, 1), (2, 7), (8, "inf"), (None, None)]


def test_many_patterns_keep_their_order():
    texts = [f"{{{{v{number}}}}}" for number in range(45_000)]
    names = [found[0]["name"] for found in describe_patterns(texts)]
    assert names == [f"v{number}" for number in range(45_000)]


def test_options_are_checked():
    with pytest.raises(CalqueError):
        describe_patterns(["x"], options={"interpolation": {"prefix": 1}})


def test_forms_have_numbers():
    forms = {form.suffix: form for form in plural_forms("pl")}
    assert forms["_few"].integers[:4] == ("2", "3", "4", "22")
    assert forms["_other"].integers == ()
    assert forms["_other"].decimals[0] == "0.0"
    assert {form.suffix for form in plural_forms("pl", "v3")} == {"_0", "_1", "_2"}
    assert {form.suffix for form in plural_forms("en", "v1")} == {"", "_plural"}
    assert {form.category for form in plural_forms("en", ordinal=True)} == {
        "one", "two", "few", "other",
    }  # fmt: skip
    assert plural_forms("en", "v3", ordinal=True) == ()


def test_large_numbers_have_forms():
    forms = {form.suffix: form for form in plural_forms("fr")}
    assert forms["_many"].integers[0] == "1000000"
