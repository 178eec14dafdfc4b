"""The group of subcommands, each imported when it is first used."""

from __future__ import annotations

import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence

import click

from calque.errors import CalqueError
from calque.version import __version__

from .console import note

_COMMANDS = {
    "check": "Check catalogs against those of the source language.",
    "status": "Count the translated texts, by language and namespace.",
    "convert": "Convert a catalog to another format.",
    "merge": "Merge catalogs into one.",
    "diff": "Compare two catalogs, key by key.",
    "sort": "Sort the keys of catalogs.",
    "rename": "Rename a key in all languages.",
    "compile": "Compile JSON catalogs into a catalog file.",
    "describe": "Describe a catalog file.",
    "keys": "Write constants and typed functions for the keys of a catalog.",
    "pseudo": "Write a pseudo-localized catalog.",
    "extract": "Find the keys that code uses.",
    "unused": "Find keys that no code uses.",
    "translate": "Translate a key.",
    "explain": "Explain why a key has its translation.",
    "mcp": "Serve catalogs to an assistant (Model Context Protocol).",
    "rules": "List the rules of check, or show one.",
    "completion": "Print the completion script of a shell.",
}
BROKEN = 3


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f".{cmd_name}", __package__)
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in _COMMANDS:
            from difflib import get_close_matches  # noqa: PLC0415

            hint = "".join(
                f" Did you mean {name!r}?"
                for name in get_close_matches(args[0], _COMMANDS, 1)
            )
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        # Without importing the modules of all subcommands.
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
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
