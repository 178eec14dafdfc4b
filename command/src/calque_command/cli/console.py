"""Output of lines, colours and counts."""

import json
import os
import sys
from typing import Any

import click

from ..checks.files import visible, visible_json

BROKEN = 3
"""The exit code for input that cannot be read."""


def say(line: str) -> None:
    """Print a line, in which nothing acts on a terminal."""
    click.echo(visible(line))


def note(line: str) -> None:
    """Print a line to standard error, as `say`."""
    click.echo(visible(line), err=True)


def json_text(value: Any) -> str:
    """JSON of several lines, in which nothing acts on a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return "\n".join(map(visible_json, text.split("\n"))) + "\n"


def styled(text: str, **style: Any) -> str:
    """The text with a style, on a terminal that wants colours."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return text
    return click.style(text, **style)


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as "1 key" and "2 keys"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
