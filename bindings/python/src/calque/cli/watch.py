"""`calque watch`."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import click

from ..errors import CalqueError
from .compiling import compile_folder
from .console import counted
from .project import FORMATS


@click.command(
    epilog="""\b
Examples:
  calque watch locales app.calque
  calque watch locales app.calque --signal HUP --pid-file server.pid
  calque watch locales app.calque --run "curl -X POST localhost:8000/reload"

A program that is told opens the file again and adds it to its translator,
which swaps its snapshot: calls that are under way end on the old one.
"""
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--format", "catalog_format", type=click.Choice(FORMATS[1:]), default="v4"
)
@click.option("--options", help="Init options of the translators, as JSON.")
@click.option("--run", help="Run a shell command after each compilation.")
@click.option("--signal", "signal_name", help="Send a signal, such as HUP.")
@click.option("--pid", type=int, help="Process that gets the signal.")
@click.option("--pid-file", type=click.Path(path_type=Path), help="File with its id.")
def command(
    folder: Path,
    file: Path,
    catalog_format: str,
    options: str | None,
    run: str | None,
    signal_name: str | None,
    pid: int | None,
    pid_file: Path | None,
) -> None:
    """Compile again when a catalog changes, and tell a running program.

    A catalog that is broken is told; the file that was compiled before stays.
    """
    number = _signal(signal_name, pid, pid_file)
    try:
        from watchfiles import watch  # noqa: PLC0415
    except ModuleNotFoundError:
        raise click.UsageError('watch needs "pip install calque-i18n[watch]"') from None

    def compile_and_tell() -> None:
        started = time.monotonic()
        try:
            resources = compile_folder(folder, file, catalog_format, options)
        except (CalqueError, OSError, ValueError) as error:
            click.echo(f"calque: {error}", err=True)
            return
        taken = 1000 * (time.monotonic() - started)
        count = counted(len(resources), "language")
        click.echo(f"{file}: {count} in {taken:.0f} ms", err=True)
        _tell(run, number, pid, pid_file)

    compile_and_tell()
    for changes in watch(folder, raise_interrupt=False):
        if any(path.endswith(".json") for _change, path in changes):
            compile_and_tell()


def _signal(name: str | None, pid: int | None, pid_file: Path | None) -> int | None:
    if name is None:
        return None
    if pid is None and pid_file is None:
        raise click.UsageError("--signal needs --pid or --pid-file")
    try:
        return signal.Signals[f"SIG{name.upper().removeprefix('SIG')}"]
    except KeyError:
        raise click.UsageError(f"there is no signal {name!r}") from None


def _tell(
    run: str | None, number: int | None, pid: int | None, pid_file: Path | None
) -> None:
    if run:
        subprocess.run(run, shell=True, check=False)
    if number is None:
        return
    try:
        process = pid if pid is not None else int((pid_file or Path()).read_text())
        os.kill(process, number)
    except (OSError, ValueError) as error:
        click.echo(f"calque: the program was not told: {error}", err=True)
