"""`calque watch`."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import click

from ..errors import CalqueError
from . import parameters
from .compiling import compile_folder
from .console import counted


@click.command(
    epilog="""\b
Examples:
  calque watch locales app.calque
  calque watch locales app.calque --signal HUP --pid-file server.pid
  calque watch locales app.calque --run "curl -X POST localhost:8000/reload"

The program then opens the file again and adds it to its translator. Calls
that are under way finish with the old texts.
"""
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("file", type=parameters.NEW)
@parameters.compiled_format
@parameters.init_options
@click.option("--run", help="Run a shell command after each compilation.")
@click.option("--signal", "signal_name", help="Send a signal, such as HUP.")
@click.option("--pid", type=int, help="Send the signal to this process.")
@click.option(
    "--pid-file", type=parameters.NEW, help="Read the process id from this file."
)
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
    """Compile again when a catalog changes, and notify a running program.

    A broken catalog is reported, and the file that was compiled before stays.
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
        click.echo(f"calque: the program was not notified: {error}", err=True)
