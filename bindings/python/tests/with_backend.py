"""Runs a program with the URL of a backend, feeds it commands, compares its output.

usage: with_backend.py EXPECTED PROGRAM [ARGUMENT...]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from backend import serving

COMMANDS = """show
edit
propose greeting Hello there
list
done
delete 3
quit
"""


def main() -> int:
    """Run the program; 0 when it printed what was expected."""
    expected = Path(sys.argv[1]).read_text("utf-8")
    with serving() as backend:
        backend.resources = {
            "en-GB": {"home": {"title": "Welcome", "greeting": "Good day to you"}}
        }
        run = subprocess.run(
            [*sys.argv[2:], backend.url],
            input=COMMANDS,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    print(run.stdout, run.stderr, sep="\n")
    return 0 if run.returncode == 0 and run.stdout == expected else 1


if __name__ == "__main__":
    sys.exit(main())
