"""The Python package, given what strangers and callers may give: by atheris.

The first byte chooses one of PARTS; the rest is a file, or choices of values. What may
be raised is what the documentation names: anything else ends the run.

usage: python_package.py [OPTIONS OF LIBFUZZER] [FOLDERS]
"""

from __future__ import annotations

import enum
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import atheris

for folder in ("bindings/python/src", "command/src"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / folder))
with atheris.instrument_imports(include=["calque", "calque_command"]):
    import calque
    from calque.integrations.gettext import Translations
    from calque_command.exchange.files import read_catalog, write_catalog
    from calque_command.exchange.formats import FORMATS

FOLDER = Path(tempfile.mkdtemp(prefix="calque-fuzz-python"))
SUFFIXES = (
    ".json",
    ".po",
    ".mo",
    ".ftl",
    ".xlf",
    ".xml",
    ".strings",
    ".xcstrings",
    ".arb",
)
WRITTEN = ("v4", "v1", "ios", "po", "fluent", "xliff", "android", "strings", "arb")
Choices = atheris.FuzzedDataProvider


class Status(enum.IntEnum):
    """An integer of a class of its own."""

    FOUND = 302


class Odd:
    """Raises whatever it is asked."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __int__ = __float__ = __index__ = __bool__ = __str__  # type: ignore[assignment]


def exchange(choices: Choices) -> None:
    """A file of another format: read, and written in one more."""
    suffix = choices.PickValueInList(list(SUFFIXES))
    written = choices.PickValueInList(list(WRITTEN))
    path = FOLDER / f"de{suffix}"
    path.write_bytes(choices.ConsumeBytes(choices.remaining_bytes()))
    try:
        catalog = read_catalog(path, None, "de")
        write_catalog(catalog, FOLDER / f"out{FORMATS[written]}", written)
    except ValueError:
        pass


def gettext(choices: Choices) -> None:
    path = FOLDER / choices.PickValueInList(["a.mo", "a.po"])
    path.write_bytes(choices.ConsumeBytes(choices.remaining_bytes()))
    try:
        texts = Translations.from_file(path, "de")
    except (ValueError, OSError):
        return
    assert isinstance(texts.gettext("a"), str)
    assert isinstance(texts.npgettext("c", "a", "b", 3), str)
    texts.translator.close()


def value(choices: Choices, depth: int = 0) -> Any:
    """A value that callers pass."""
    kind = choices.ConsumeIntInRange(0, 15 if depth < 3 else 11)
    if kind == 12:
        return [
            value(choices, depth + 1) for _ in range(choices.ConsumeIntInRange(0, 4))
        ]
    if kind == 13:
        return {text(choices): value(choices, depth + 1)}
    if kind == 14:
        return (value(choices, depth + 1), None)
    if kind == 15:
        return iter([value(choices, depth + 1)])
    return [
        lambda: None,
        lambda: bool(choices.ConsumeBool()),
        lambda: choices.ConsumeInt(16),
        lambda: choices.ConsumeInt(4),
        choices.ConsumeFloat,
        lambda: text(choices),
        lambda: choices.ConsumeBytes(8),
        lambda: Status.FOUND,
        lambda: Fraction(choices.ConsumeInt(4), 7),
        lambda: Decimal(choices.ConsumeInt(8)).scaleb(
            choices.ConsumeIntInRange(-400, 400)
        ),
        Odd,
        lambda: object,
    ][kind]()


def text(choices: Choices) -> str:
    known = (
        "a",
        "b",
        "count",
        "context",
        "a.b",
        "{{a}}",
        "$t(b)",
        "{{a, number}}",
        "lng",
    )
    if choices.ConsumeBool():
        return choices.PickValueInList(list(known))
    return choices.ConsumeUnicode(choices.ConsumeIntInRange(0, 64))


def tree(choices: Choices, depth: int = 0) -> dict[str, Any]:
    return {
        text(choices): tree(choices, depth + 1)
        if depth < 3 and choices.ConsumeIntInRange(0, 3) == 0
        else text(choices)
        for _ in range(choices.ConsumeIntInRange(1, 6))
    }


REFUSED = (calque.CalqueError, TypeError, ValueError, OverflowError, RuntimeError)


def translate(choices: Choices) -> None:
    """A translator and views by whatever values."""
    resources = {"en": {"translation": tree(choices)}}
    options: dict[str, Any] = {"lng": "en", "resources": resources}
    if choices.ConsumeBool():
        options[text(choices)] = value(choices)
    try:
        translator = calque.Translator(
            choices.PickValueInList(["v4", "v3", "v2", "v1"]), options
        )
    except REFUSED:
        return
    with translator:
        view = translator.get_fixed_t()
        calls: list[Callable[[], Any]] = [
            lambda: translator.t(text(choices), **{text(choices): value(choices)}),
            lambda: translator.exists(text(choices)),
            lambda: view(text(choices), count=value(choices)),
            lambda: view(text(choices), {text(choices): value(choices)}),
            lambda: view.text(text(choices)),
            lambda: view.batch([text(choices), value(choices)], count=value(choices)),
            lambda: view.batch("a", count=[value(choices), 1]),
            lambda: translator.add_resource_bundle(
                "en", text(choices), {text(choices): value(choices)}
            ),
            lambda: translator.change_language(text(choices)),
        ]
        for _ in range(choices.ConsumeIntInRange(1, 8)):
            try:
                choices.PickValueInList(calls)()
            except REFUSED:
                continue


def nouns(choices: Choices) -> None:
    """Messages, plurals and formatters."""
    calls: list[Callable[[], Any]] = [
        lambda: calque.plural_category(text(choices), value(choices)),
        lambda: calque.language_of_locale(text(choices)),
        lambda: calque.Formatter(
            "number", text(choices), {text(choices): value(choices)}
        ),
        lambda: calque.Formatter("number", "en").format(value(choices)),
        lambda: calque.Messages().load({text(choices): text(choices)}),
        lambda: calque.Messages().format(text(choices), value(choices)),
        lambda: calque.Catalog(choices.ConsumeBytes(64)),
        lambda: json.loads(json.dumps(str(calque.LazyText(text(choices))))),
    ]
    try:
        choices.PickValueInList(calls)()
    except (*REFUSED, AttributeError):
        pass


PARTS = (exchange, exchange, gettext, translate, translate, nouns)


def run(data: bytes) -> None:
    choices = atheris.FuzzedDataProvider(data)
    PARTS[choices.ConsumeIntInRange(0, len(PARTS) - 1)](choices)


def main() -> None:
    warnings.simplefilter("ignore")
    os.environ.setdefault("TMPDIR", str(FOLDER))
    atheris.Setup(sys.argv, run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
