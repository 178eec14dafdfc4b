"""`calque man`: the manual page, from the help of all subcommands."""

from __future__ import annotations

import inspect

import click

from ..version import __version__


@click.command(epilog="\b\nExample:\n  calque man > calque.1\n")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Print the manual page in roff."""
    click.echo(manual(ctx.find_root()), nl=False)


def manual(root: click.Context) -> str:
    """The page calque(1)."""
    group = root.command
    assert isinstance(group, click.Group)
    lines = [
        f'.TH CALQUE 1 "" "calque {__version__}" "User Commands"',
        ".SH NAME",
        r"calque \- check, count, convert and compile i18next catalogs",
        ".SH SYNOPSIS",
        r".B calque",
        r".I COMMAND",
        "[options]",
        ".SH COMMANDS",
    ]
    for name in group.list_commands(root):
        command_ = group.get_command(root, name)
        if command_ is not None:
            lines += _command(click.Context(command_, info_name=name, parent=root))
    lines += [
        ".SH EXIT STATUS",
        "0 clean, 1 findings, 2 wrong usage, 3 broken input.",
        ".SH ENVIRONMENT",
        ".TP",
        ".B NO_COLOR",
        "Leaves out colours when it is set and not empty.",
        ".SH FILES",
        ".TP",
        ".B calque.toml",
        "Settings, in a folder or above it; or tool.calque in pyproject.toml.",
    ]
    return "\n".join(lines) + "\n"


def _command(ctx: click.Context) -> list[str]:
    pieces = " ".join(ctx.command.collect_usage_pieces(ctx))
    lines = [f".SS calque {_plain(ctx.info_name or '')} {_plain(pieces)}"]
    told = inspect.cleandoc(ctx.command.help or "").replace("\b\n", "")
    lines += [_plain(line) or ".PP" for line in told.splitlines()]
    for parameter in ctx.command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        # Arguments stand in the heading.
        if isinstance(parameter, click.Option) and record is not None:
            told = " ".join(record[1].split())
            lines += [".TP", f".B {_plain(record[0])}", _plain(told)]
    epilog = (ctx.command.epilog or "").replace("\b\n", "").strip()
    if epilog:
        lines += [".PP", ".nf", *map(_plain, epilog.splitlines()), ".fi"]
    return lines


def _plain(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
