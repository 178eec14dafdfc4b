"""The group of subcommands, each imported when it is first used."""

import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence

import click

from calque.errors import CalqueError
from calque.version import __version__

from .console import BROKEN, note

_COMMANDS = {
    "check": "check", "compile": "library", "convert": "convert",
    "describe": "library", "explain": "library", "extract": "extract", "mcp": "mcp",
    "rename": "rename", "rules": "check", "sort": "fix", "status": "status",
    "translate": "library", "unused": "extract",
}  # fmt: skip
"""The commands, and the modules that have them."""


class _Commands(click.Group):
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f".{_COMMANDS[cmd_name]}", __package__)
        command: click.Command = getattr(module, cmd_name)
        return command


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    epilog="""\b
Examples:
  calque check locales --source en
  calque status locales
  calque convert locales/pl.json pl.po --source locales/en.json
  calque COMMAND --help

Exit codes: 0 success, 1 findings, 2 wrong usage, 3 unreadable input.
""",
)
@click.version_option(__version__, message="calque %(version)s")
def calque() -> None:
    """Check, count, convert and compile i18next catalogs."""


# It lists them, and names those that are near to one that there is not.
calque.commands = dict.fromkeys(_COMMANDS)  # type: ignore[assignment]


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command; errors of the input become one line and exit code 3."""
    # Findings are many small objects without cycles.
    gc.disable()
    try:
        result = calque.main(arguments, prog_name="calque", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        text = io.StringIO()
        error.show(text)
        for line in text.getvalue().splitlines():
            note(line)
        return error.exit_code
    except click.Abort:
        return 130
    except BrokenPipeError:
        # The reader has closed the pipe and does not want the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (CalqueError, OSError, ValueError) as error:
        note(f"calque: {error}")
        return BROKEN
    return result if isinstance(result, int) else 0
