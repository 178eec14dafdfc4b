#!/usr/bin/env python3
"""Loads real and broken localization payloads of NStack's own tests.

The folder has `nstack-fixtures`; it is not part of Calque. Each payload that is whole
must yield its texts for its languages, as the file says them; each that is broken must
be refused with a position and leave nothing behind.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings/python/src"))

from calque import CalqueError, Status
from calque.localization import Localization

# The status and the path that a broken payload is refused with.
REFUSED = {
    "EmptyTranslations": (Status.INVALID_TYPE, "data"),
    "InvalidTranslations": (Status.INVALID_JSON, None),
    "Localization_fr-FR": (Status.INVALID_TYPE, "data"),
    "WrongTypeTranslations": (Status.INVALID_TYPE, None),
}
# A comma before a closing bracket, which Python refuses.
COMMA = re.compile(r",(\s*[}\]])")
PAYLOADS = 12


def languages(payload: Any) -> dict[str, dict[str, dict[str, str]]]:
    """The sections of a payload by locale."""
    data: dict[str, dict[str, Any]] = payload["data"]
    if all(isinstance(each, str) for part in data.values() for each in part.values()):
        return {payload["meta"]["language"]["locale"]: data}
    return data


def check(path: Path) -> str | None:
    """The first difference in how a payload is taken; None for none."""
    content = path.read_text("utf-8")
    with Localization({"guid": "check"}) as texts:
        try:
            texts.load_resource(content)
        except CalqueError as error:
            wanted = REFUSED.get(path.stem)
            got = (error.code, error.path)
            left = [name for name in ("en-GB", "da-DK") if texts.texts(name)]
            return None if got == wanted and not left else f"refused: {got} {left}"
        if path.stem in REFUSED:
            return "not refused"
        payload = json.loads(COMMA.sub(r"\1", content))
        for locale, sections in languages(payload).items():
            if texts.texts(locale) != sections:
                return f"{locale} has other texts"
            texts.set_override(locale)
            for section, keys in sections.items():
                for key, text in keys.items():
                    if texts.get(f"{section}.{key}") != text:
                        return f"{locale} {section}.{key} is another text"
    return None


def main() -> int:
    """Check all payloads of a folder; the last line is the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with nstack-fixtures")
    folder = parser.parse_args().data / "nstack-fixtures"
    paths = sorted(folder.rglob("*.json"))
    faults = [(path, check(path)) for path in paths]
    failed = [(path, fault) for path, fault in faults if fault is not None]
    for path, fault in failed:
        print(f"{path.name}: {fault}")
    if len(paths) != PAYLOADS:
        failed.append((folder, "number of payloads"))
        print(f"{len(paths)} payloads")
    print(f"{len(paths) + 1 - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
