"""Output of lines, tables, progress bars and counts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..checks.files import visible, visible_json

if TYPE_CHECKING:
    from rich.console import Console

_Item = TypeVar("_Item")


def say(line: str) -> None:
    """Print a line, in which nothing acts on a terminal."""
    click.echo(visible(line))


def note(line: str) -> None:
    """Print a line to standard error, as `say`."""
    click.echo(visible(line), err=True)


def say_json(value: Any) -> None:
    """Print a value as JSON."""
    import json  # noqa: PLC0415

    click.echo(visible_text(json.dumps(value, ensure_ascii=False, indent=2)))


def visible_text(text: str) -> str:
    """JSON of several lines, in which nothing acts on a terminal."""
    return "\n".join(map(visible_json, text.split("\n")))


def table_console() -> Console:
    """Standard output. Rich takes `NO_COLOR` and leaves colours out of pipes."""
    try:
        from rich.console import Console  # noqa: PLC0415
    except ModuleNotFoundError:
        raise click.UsageError('this needs "pip install calque-i18n[cli]"') from None
    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=int(os.environ.get("COLUMNS", "120")))


def progress(items: Iterable[_Item], title: str, total: int) -> Iterator[_Item]:
    """The items, with a bar on standard error when that is a terminal."""
    if not sys.stderr.isatty() or total < 2:
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    yield from track(
        items, title, total=total, console=Console(stderr=True), transient=True
    )


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as "1 key" and "2 keys"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
