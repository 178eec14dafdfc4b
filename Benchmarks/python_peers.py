"""The cost of a call with other libraries for Python, where they are installed.

One line of JSON for each row: a plain text, one with a variable and a plural, in a
catalog of 5,000 plain texts. Libraries that are not there are named with the reason.

usage: python_peers.py FILE
"""

import importlib
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
CALLS = 10_000
VARIABLE = "A text for {name}, who is not here."


def median_ns(call, keys):
    """Nanoseconds of a call, over as many keys as are asked for."""
    samples = []
    for _ in range(ROUNDS):
        start = time.thread_time_ns()
        for key in keys:
            call(key)
        samples.append((time.thread_time_ns() - start) / len(keys))
    return round(statistics.median(samples), 1)


def with_gettext(texts, folder):
    """Python's own gettext over a .mo file."""
    gettext = importlib.import_module("gettext")
    entries = [
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n'
        'Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    ]
    entries += [f'msgid "{key}"\nmsgstr "{text}"\n' for key, text in texts.items()]
    text = VARIABLE.replace("{name}", "%(name)s")
    entries.append(f'msgid "variable"\nmsgstr "{text}"\n')
    entries.append(
        'msgid "some"\nmsgid_plural "some"\n'
        'msgstr[0] "%(n)d text"\nmsgstr[1] "%(n)d texts"\n'
    )
    (folder / "texts.po").write_text("\n".join(entries), encoding="utf-8")
    subprocess.run(
        ["msgfmt", "-o", folder / "texts.mo", folder / "texts.po"], check=True
    )
    with (folder / "texts.mo").open("rb") as file:
        catalog = gettext.GNUTranslations(file)
    return {
        "plain": catalog.gettext,
        "variable": lambda _: catalog.gettext("variable") % {"name": "Noor"},
        "plural": lambda _: catalog.ngettext("some", "some", 3) % {"n": 3},
    }


def fluent_source(texts):
    """The texts as Fluent; its identifiers have no dots."""
    lines = [f"{key.replace('.', '-')} = {text}" for key, text in texts.items()]
    lines.append("variable = " + VARIABLE.replace("{name}", "{$name}"))
    lines.append("some = {$n ->\n    [one] {$n} text\n   *[other] {$n} texts\n}\n")
    return "\n".join(lines)


def with_fluent_runtime(texts, _folder):
    """fluent.runtime, which is written in Python."""
    runtime = importlib.import_module("fluent.runtime")
    bundle = runtime.FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(runtime.FluentResource(fluent_source(texts)))

    def text(key, arguments=None):
        return bundle.format_pattern(bundle.get_message(key).value, arguments)[0]

    return {
        "plain": text,
        "variable": lambda _: text("variable", {"name": "Noor"}),
        "plural": lambda _: text("some", {"n": 3}),
    }


def with_rustfluent(texts, folder):
    """rustfluent, which is fluent-rs behind Python."""
    rustfluent = importlib.import_module("rustfluent")
    path = folder / "texts.ftl"
    path.write_text(fluent_source(texts), encoding="utf-8")
    bundle = rustfluent.Bundle("en", [path])
    text = bundle.get_translation
    return {
        "plain": text,
        "variable": lambda _: text(
            "variable", variables={"name": "Noor"}, use_isolating=False
        ),
        "plural": lambda _: text("some", variables={"n": 3}, use_isolating=False),
    }


def with_i18n(texts, _folder):
    """python-i18n."""
    i18n = importlib.import_module("i18n")
    for key, text in texts.items():
        i18n.add_translation(key.replace(".", "-"), text)
    i18n.add_translation("variable", VARIABLE.replace("{name}", "%{name}"))
    i18n.add_translation("some", {"one": "%{count} text", "many": "%{count} texts"})
    return {
        "plain": i18n.t,
        "variable": lambda _: i18n.t("variable", name="Noor"),
        "plural": lambda _: i18n.t("some", count=3),
    }


def with_icu(texts, _folder):
    """PyICU: messages read before, in a dictionary."""
    icu = importlib.import_module("icu")
    locale = icu.Locale("en")
    texts = texts | {
        "variable": VARIABLE.replace("{name}", "{0}"),
        "some": "{0, plural, one {# text} other {# texts}}",
    }
    formats = {
        key: icu.MessageFormat(text.replace("'", "''"), locale)
        for key, text in texts.items()
    }
    name = [icu.Formattable("Noor")]
    three = [icu.Formattable(3)]
    return {
        "plain": lambda key: formats[key].format([]),
        "variable": lambda _: formats["variable"].format(name),
        "plural": lambda _: formats["some"].format(three),
    }


PEERS = {
    "gettext": with_gettext,
    "fluent.runtime": with_fluent_runtime,
    "rustfluent": with_rustfluent,
    "python-i18n": with_i18n,
    "PyICU": with_icu,
}
DASHED = {"fluent.runtime", "rustfluent", "python-i18n"}


def check(name, calls, texts):
    """Ends the program when a library does not give the texts."""
    # Fluent leaves out spaces at the ends of a text.
    wrong = [
        key
        for key, text in texts.items()
        if calls["plain"](key).strip() != text.strip()
    ]
    wrong += [
        row
        for row, text in {
            "variable": VARIABLE.replace("{name}", "Noor"),
            "plural": "3 texts",
        }.items()
        if calls[row](row) != text
    ]
    if wrong:
        sys.exit(f"{name} gives other texts, such as for {wrong[0]}")


def main():
    resources = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    texts = {key: text for key, text in resources.items() if not set(text) & set("{$")}
    for name, make in PEERS.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                calls = make(texts, pathlib.Path(folder))
            except ImportError as error:
                print(json.dumps({"peer": name, "left_out": str(error)}))
                continue
            plain = [key.replace(".", "-") if name in DASHED else key for key in texts]
            check(name, calls, dict(zip(plain, texts.values(), strict=True)))
            keys = [plain[number % len(plain)] for number in range(CALLS)]
            for row, call in calls.items():
                ns = median_ns(call, keys)
                print(json.dumps({"peer": name, "row": row, "ns": ns}))


if __name__ == "__main__":
    main()
