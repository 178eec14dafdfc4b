#!/usr/bin/env python3
"""Runs conformance cases over the Python binding, and so over the C ABI.

Each file has one JSON object a line: a case sets something up and makes calls,
and each call states the answer of the reference. Prints the calls that fail, a
table of passed and failed calls, and closes with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from compare import same
from report import Report

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent / "bindings" / "python" / "src"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="default: the own cases")
    parser.add_argument("--library", type=Path, help="which libcalque to load")
    parser.add_argument("--locale-data", type=Path, help="for formatters")
    parser.add_argument("--only", default="", help="part of the id of cases to run")
    parser.add_argument(
        "--max-failures", type=int, default=20, help="how many to print"
    )
    return parser.parse_args()


def cases(path: Path, only: str) -> Iterator[dict[str, Any]]:
    """The cases of a file whose id contains a text."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                case: dict[str, Any] = json.loads(line)
                if only in case["id"]:
                    yield case


def run_case(case: dict[str, Any], report: Report) -> None:
    """Make the calls of a case and tell the report of each."""
    from systems import open_system  # after the library is chosen

    try:
        system = open_system(case)
    except Exception as exception:
        for index, call in enumerate(case["calls"]):
            report.failed(case, index, call, f"setting up: {exception!r}")
        return
    with system:
        for index, call in enumerate(case["calls"]):
            try:
                got = system.call(call)
            except Exception as exception:
                report.failed(case, index, call, repr(exception))
                continue
            if same(call["expect"], got):
                report.passed(case)
            else:
                report.failed(case, index, call, json.dumps(got, ensure_ascii=False))


def main() -> int:
    """Run the files; 1 when a call failed or none was made.

    Raises SystemExit when the library cannot be loaded.
    """
    chosen = arguments()
    if chosen.library is not None:
        os.environ["CALQUE_LIBRARY"] = str(chosen.library.resolve())
    if chosen.locale_data is not None:
        os.environ["CALQUE_LOCALE_DATA"] = str(chosen.locale_data.resolve())
    sys.path.insert(0, str(PACKAGE))
    try:
        import calque.translator  # noqa: F401 (after the library is chosen)
    except ImportError as error:
        sys.exit(f"run.py: {error}")
    # Half of a surrogate pair may be in an answer, and cannot be printed as it is.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    files = chosen.files or sorted((HERE / "cases").glob("*.jsonl"))
    report = Report(chosen.max_failures)
    for path in files:
        for case in cases(path, chosen.only):
            run_case(case, report)
    report.close()
    return 0 if report.succeeded else 1


if __name__ == "__main__":
    sys.exit(main())
