"""The command `calque`: checks, counts, converts and compiles catalogs."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    0 is clean, 1 findings, 2 wrong usage, 3 input that cannot be read.
    """
    try:
        from .app import run  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        print("calque: it needs click (Debian: python3-click)", file=sys.stderr)
        return 2
    return run(arguments)
