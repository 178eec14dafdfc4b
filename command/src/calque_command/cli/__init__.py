"""The command `calque`: checks, counts, converts and compiles catalogs."""

import sys
from collections.abc import Sequence

# The extra that brings a package.
_EXTRAS = {
    "click": "",
    "ast_grep_py": "[extract]",
    "mcp": "[mcp]",
    **dict.fromkeys(("lxml", "moz", "polib", "pyicumessageformat"), "[formats]"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    0 is clean, 1 findings, 2 wrong usage, 3 input that cannot be read.
    """
    try:
        from .app import run  # noqa: PLC0415 (it needs click)

        return run(arguments)
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name not in _EXTRAS:
            raise
        wanted = f'"pip install calque-i18n{_EXTRAS[name]}"'
        if "dist-packages" in __file__:
            # Debian's own package; it has none of the others.
            is_there = name in {"click", "lxml", "polib"}
            wanted = f"python3-{name}" if is_there else f"{wanted} in an environment"
        print(f"calque: this needs {wanted}", file=sys.stderr)
        return 2
