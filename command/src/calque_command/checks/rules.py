"""The rules: their ids, severities and pages. docs/checks.md is made from them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """A rule of `calque check`. `severity` is the default one."""

    id: str
    severity: str
    title: str
    page: str
    example: str
    fix: str = ""


_ALL = (
    Rule(
        "missing-text",
        "warning",
        "The source has a text that the language lacks",
        "A translator answers with the text of a fallback language or with the key. "
        "A plural message that lacks all its forms is reported at each form that the"
        " language needs.",
        'en: "save": "Save" · de: no "save"',
        "adds the key with the text of the source",
    ),
    Rule(
        "extra-text",
        "warning",
        "The language has a text that the source lacks",
        "The key was removed from the source, or is misspelt here. Context forms of "
        "a key that the source has, with a context that the source uses, are not "
        "extra.",
        'de: "sav": "Sichern" · en: no "sav"',
    ),
    Rule(
        "empty-text",
        "warning",
        "The text is empty or null",
        "An empty text is shown as it is, unless `returnEmptyString` is off; null "
        "counts as missing.",
        'de: "save": ""',
    ),
    Rule(
        "unchanged-text",
        "note",
        "The text is the same as in the source",
        "Probably not translated. Texts without letters outside placeholders and "
        "tags, and other regions of the source language, are not looked at.",
        'en: "save": "Save" · de: "save": "Save"',
    ),
    Rule(
        "type-mismatch",
        "error",
        "The translation is a text, but the source has an object",
        "Or an object or a number where the source has a text: the keys below it, or"
        " the text, cannot be found.",
        'en: "menu": {"open": "Open"} · de: "menu": "Menü"',
    ),
    Rule(
        "invalid-json",
        "error",
        "The file cannot be read",
        "It is not JSON in UTF-8, or not an object. The exit code is then 3.",
        '{"save": "Save",}',
    ),
    Rule(
        "duplicate-member",
        "error",
        "An object has two members with the same name",
        "The last one counts, and the others are lost without a word. A warning when"
        " their texts are equal.",
        '{"save": "Save", "save": "Keep"}',
    ),
    Rule(
        "byte-order-mark",
        "warning",
        "The file begins with a byte order mark",
        "JSON has none, and many parsers refuse it.",
        "EF BB BF {",
    ),
    Rule(
        "language-unknown",
        "warning",
        "A file is named as no language is",
        "It lies among the files of languages, and nobody finds it: `gr` is no tag of "
        "Greek, which is `el`. Copies, such as `hi.bak.json`, are not read either.",
        "locales/gr.json",
    ),
    Rule(
        "flat-and-nested",
        "warning",
        "The same key is spelt flat and nested",
        "`a.b` as one name and `b` within `a`: which one is shown depends on the "
        "order of look-ups.",
        '{"a.b": "x", "a": {"b": "y"}}',
    ),
    Rule(
        "placeholder-missing",
        "error",
        "A placeholder of the source is lost",
        "The value is not shown. The count may be left out of a plural form that one"
        " number alone reaches.",
        'en: "Hello {{name}}" · de: "Hallo"',
    ),
    Rule(
        "placeholder-extra",
        "error",
        "A placeholder is not in the source",
        "The program passes no such value, so the text shows a hole.",
        'en: "Hello" · de: "Hallo {{name}}"',
    ),
    Rule(
        "placeholder-renamed",
        "error",
        "A placeholder has another name",
        "One is lost and another one is there instead: names are not translated.",
        'en: "Hello {{name}}" · de: "Hallo {{nahme}}"',
    ),
    Rule(
        "placeholder-unescaped",
        "error",
        "An escaped placeholder was made raw",
        "Its value is inserted into HTML unescaped, so that markup passes.",
        'en: "Hello {{name}}" · de: "Hallo {{- name}}"',
    ),
    Rule(
        "placeholder-escaped",
        "warning",
        "A raw placeholder was made escaped",
        "Markup in its value is shown as text.",
        'en: "{{- link}}" · de: "{{link}}"',
    ),
    Rule(
        "placeholder-format",
        "warning",
        "A placeholder has other formatters",
        "The value is shown in another format than in the source. Options of "
        "formatters may differ.",
        'en: "{{when, datetime}}" · de: "{{when}}"',
    ),
    Rule(
        "formatter-unknown",
        "error",
        "A formatter is neither built in nor registered",
        "The value is shown without it. Formatters that the source uses count as "
        "registered by the program, as do those of the option `formatters`.",
        'de: "{{price, curency(EUR)}}"',
    ),
    Rule(
        "pattern-broken",
        "error",
        "A placeholder or reference is not closed or opened",
        "It is shown to people as it is. Not reported when the source has the same.",
        'de: "Hallo {{name}"',
    ),
    Rule(
        "reference-unknown",
        "error",
        "A reference names a key that does not exist",
        "Neither this language nor the source has it: the key is shown.",
        '"$t(comon.save)"',
    ),
    Rule(
        "reference-missing",
        "warning",
        "A reference of the source is lost",
        "The text no longer follows the one that the source refers to.",
        'en: "$t(save) now" · de: "Jetzt"',
    ),
    Rule(
        "reference-extra",
        "warning",
        "A reference is not in the source",
        "It names a key that exists, but another one than the source.",
        'en: "$t(save)" · de: "$t(open)"',
    ),
    Rule(
        "reference-cycle",
        "error",
        "References lead back to where they began",
        "A translator gives up on them.",
        '"a": "$t(b)", "b": "$t(a)"',
    ),
    Rule(
        "plural-missing",
        "error",
        "A plural form that numbers need is missing",
        "The message has other forms in this language, so these numbers show the "
        "key, or the text of a fallback language. A warning for forms that only "
        "fractions or numbers of a million and more reach, and where the key without "
        "ending is shown instead; it may stand for one form.",
        'pl: "file_one", "file_many": 2, 3, 4 show the key',
        "adds the key with the text of another form",
    ),
    Rule(
        "plural-unreachable",
        "warning",
        "No number shows a plural form",
        "The language does not have the category. `_zero` is shown for 0 in every "
        "language of format v4.",
        'ja: "file_one"',
    ),
    Rule(
        "plural-old",
        "warning",
        "A plural form of an older format",
        "Format v4 has `_one`, `_other` and so on, and shows the key without ending "
        "for every number. `calque convert --from v3 --to v4` converts the forms.",
        'v4: "file": "{{count}} file", "file_plural": "{{count}} files"',
    ),
    Rule(
        "plural-count",
        "warning",
        "Several numbers show a form that does not say which",
        "The source shows the count, and this form, which more than one number "
        "reaches, does not.",
        'ru: "file_one": "Один файл" is shown for 1, 21, 31',
    ),
    Rule(
        "ordinal-missing",
        "error",
        "An ordinal form that numbers need is missing",
        "As `plural-missing`, for `ordinal: true`.",
        'en: "place_ordinal_other": 1, 21 show the key',
        "adds the key with the text of another form",
    ),
    Rule(
        "ordinal-unreachable",
        "warning",
        "No number shows an ordinal form",
        "The language does not have the ordinal category.",
        'de: "place_ordinal_one"',
    ),
    Rule(
        "context-missing",
        "note",
        "A context form of the source is missing",
        "The form without a context is shown instead. Contexts are genders, and those "
        "of the setting `contexts`.",
        'en: "friend", "friend_male" · de: "friend"',
    ),
    Rule(
        "interval-broken",
        "error",
        "An interval cannot be read",
        "It is passed over. An interval is `(1)[text];` or `(2-7)[text];` or "
        "`(7-inf)[text];`.",
        '"item_interval": "(1-)[one];"',
    ),
    Rule(
        "interval-gap",
        "warning",
        "Numbers lie in no interval",
        "They show the form without intervals.",
        '"item_interval": "(1)[one];(3-inf)[many];": 2 is in none',
    ),
    Rule(
        "sprintf-mismatch",
        "error",
        "The sprintf placeholders differ from the source",
        "A value is lost, taken twice, or formatted as another type. Looked at when "
        "the source has such placeholders.",
        'en: "%s of %d" · de: "%s von %s"',
    ),
    Rule(
        "tag-missing",
        "warning",
        "A tag of the source is lost",
        "A link, an emphasis or a component is not shown.",
        'en: "Read <1>more</1>" · de: "Mehr lesen"',
    ),
    Rule(
        "tag-extra",
        "error",
        "A tag is not in the source",
        "For components, such as `<1>`, the program has nothing to put there. A "
        "warning for tags of HTML.",
        'en: "Read" · de: "<2>Lesen</2>"',
    ),
    Rule(
        "tag-unbalanced",
        "error",
        "A tag is not closed or not opened",
        "Not reported when the source has the same.",
        'de: "<b>Lesen"',
    ),
    Rule(
        "space-edges",
        "warning",
        "White space at the ends differs from the source",
        "Texts that are joined run together, or have a gap. Not looked at where the "
        "text ends in full-width punctuation.",
        'en: "Name: " · de: "Name:"',
    ),
    Rule(
        "text-too-long",
        "warning",
        "The text is longer than allowed",
        "The option `max-length` gives the longest text in characters, by patterns "
        "of keys. Placeholders and tags do not count.",
        'max-length = {"menu.*" = 20}',
    ),
    Rule(
        "invisible-character",
        "warning",
        "The text has a character that cannot be seen",
        "Control characters, zero-width spaces, soft hyphens, byte order marks. "
        "Joiners are allowed in every language, the zero-width space in those "
        "written without spaces; what the source has too is not reported.",
        'de: "Sichern\\u200b"',
    ),
    Rule(
        "replacement-character",
        "error",
        "A character was lost",
        "U+FFFD is put where bytes were no text in the encoding that they were read "
        "in. Not reported when the source has it too.",
        'de: "L\ufffdschen"',
    ),
    Rule(
        "bidi-unbalanced",
        "error",
        "Bidirectional controls are not closed",
        "An embedding, override or isolate runs into the text that follows. "
        "Overrides are reported as a warning also when they are closed.",
        'he: "\\u202babc"',
    ),
    Rule(
        "key-absent",
        "error",
        "The code uses a key that the source lacks",
        "Looked at with `--code FOLDER`.",
        't("sav") · en: no "sav"',
    ),
)

RULES: dict[str, Rule] = {rule.id: rule for rule in _ALL}
