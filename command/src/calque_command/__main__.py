"""`python -m calque_command` is the command `calque`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
