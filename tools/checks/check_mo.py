#!/usr/bin/env python3
"""Checks that `calque.integrations.gettext` answers as Python's own module.

For every `.mo` file of a system, call by call.

usage: tools/checks/check_mo.py [--every N] [FOLDER ...]

Without folders those of the system are read, `/usr/share/locale` and
`/usr/share/locale-langpack`. On Debian, `apt-get install gedit gimp-data` and the like
bring files of many languages. The last line is `N passed, N failed`; without any file
the exit code is 77 and the line says so.
"""

from __future__ import annotations

import argparse
import gettext as stdlib
import sys
from collections.abc import Iterator
from pathlib import Path

from calque import CalqueError
from calque.integrations.gettext import Translations

_SYSTEM = (Path("/usr/share/locale"), Path("/usr/share/locale-langpack"))
_NUMBERS = [*range(130), 200, 999, 1000, 1001, 1_000_000, 2_000_001]


class UnreadableError(Exception):
    """A file that Python's module cannot read, whatever it raises."""


def calls(path: Path) -> Iterator[tuple[str, object, object]]:
    """Each call, with the answers of Python's module and of ours."""
    try:
        with path.open("rb") as file:
            python = stdlib.GNUTranslations(file)
    except Exception as error:
        raise UnreadableError from error
    ours = Translations.from_file(path)
    catalog = python._catalog  # type: ignore[attr-defined]
    plurals = set()
    for key in catalog:
        message = key if isinstance(key, str) else key[0]
        context, mark, rest = message.rpartition("\x04")
        if isinstance(key, str):
            yield message, python.gettext(message), ours.gettext(message)
            if mark:
                yield (
                    message, python.pgettext(context, rest),
                    ours.pgettext(context, rest),
                )  # fmt: skip
        elif message not in plurals:
            plurals.add(message)
            for number in _NUMBERS:
                if mark:
                    given = context, rest, "many", number
                    yield message, python.npgettext(*given), ours.npgettext(*given)
                else:
                    three = message, "many", number
                    yield message, python.ngettext(*three), ours.ngettext(*three)
    for message in ("", "no such message \x00"):
        yield message, python.gettext(message), ours.gettext(message)
        yield message, python.ngettext(message, "b", 3), ours.ngettext(message, "b", 3)


def main() -> int:
    """Ask every file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each Nth file")
    given = parser.parse_args()
    folders = given.folders or [each for each in _SYSTEM if each.is_dir()]
    files = sorted(path for folder in folders for path in folder.rglob("*.mo"))
    files = files[:: given.every]
    passed = failed = count = 0
    languages = set()
    refused = 0
    for path in files:
        wrong = []
        try:
            for message, expected, answer in calls(path):
                count += 1
                if answer != expected:
                    wrong.append((message, expected, answer))
        except UnreadableError:
            # A file that Python's module cannot read; ours says so, too.
            refused += 1
            try:
                Translations.from_file(path)
                wrong.append(("the file", "an error", "none"))
            except CalqueError:
                pass
        languages.add(path.parent.parent.name)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for message, expected, answer in wrong[:3]:
            print(f"{path}: {message!r}: {answer!r} for {expected!r}")
    print(
        f"{count} calls of {len(files)} files in {len(languages)} languages, "
        f"{refused} refused by both"
    )
    if not files:
        print("SKIPPED: there is no .mo file here")
        return 77
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
