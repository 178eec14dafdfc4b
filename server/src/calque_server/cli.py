"""The command calque-server."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from . import backup as copies
from . import (
    bridges,
    bridging,
    catalogs,
    folders,
    keys,
    people,
    projects,
    proposals,
    releases,
)
from . import forward as forwarding
from .database import BusyError, Database
from .errors import Refused
from .events import Actor
from .prepare import prepare
from .projects import Project
from .settings import Settings

BY_HAND = Actor("command line")


@click.group()
@click.version_option(package_name="calque-server")
@click.option("--database", help="URL of the database; DATABASE_URL counts too.")
@click.pass_context
def main(context: click.Context, database: str | None) -> None:
    """Receive proposals for the texts of programs, decide, publish."""
    given = database
    if given is not None and "://" not in given:
        given = f"sqlite:///{given}"
    context.obj = Settings.from_environment(database_url=given)


@contextlib.contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """The database, ready; errors end the command with a sentence."""
    database = None
    try:
        database = Database(settings.database_url)
        prepare(database)
        yield database
    except BusyError as error:
        raise click.ClickException(f"{error}; stop the server first") from error
    except Refused as error:
        raise click.ClickException(error.message) from error
    finally:
        if database is not None:
            database.close()


@main.command()
@click.option("--host", help="Address to listen at.")
@click.option("--port", type=int, help="Port to listen at; 0 for any.")
@click.option("--public-url", help="Where people reach the server.")
@click.pass_obj
def run(
    settings: Settings, host: str | None, port: int | None, public_url: str | None
) -> None:
    """Serve until a signal ends the process."""
    from .serving import Server, listening

    settings = Settings.from_environment(
        database_url=settings.database_url,
        host=host,
        port=port,
        public_url=public_url,
    )
    with opened(settings) as database:
        socket = listening(settings)
        address = f"http://{settings.host}:{socket.getsockname()[1]}"
        base = settings.public_url.rstrip("/") or address
        click.echo(f"calque-server listens at {base}")
        secret = database.write_now(people.owner_invitation)
        if secret is not None:
            click.echo(f"the owner signs up at {base}/enter/{secret} (valid once)")
        sys.stdout.flush()
        server = Server(settings, database)
        # Objects that live as long as the process are not scanned again.
        gc.collect()
        gc.freeze()
        server.run(sockets=[socket])
    sys.stdout.flush()
    # Threads that wait for a bridge hold nothing: they end with the process.
    os._exit(0)


def _project(connection: Any, slug: str, source: str, format: str) -> Project:
    try:
        return projects.find(connection, slug)
    except Refused:
        return projects.create(connection, slug, slug, source, format, BY_HAND)


@main.command("import")
@click.argument("project")
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--source", default="en", help="Language others are translated from.")
@click.option("--format", default="v4", type=click.Choice(projects.FORMATS))
@click.option("--namespace", default=folders.DEFAULT_NAMESPACE)
@click.option("--keep", is_flag=True, help="Keep texts that the folder has not.")
@click.option("--publish/--no-publish", default=True)
@click.pass_obj
def import_(
    settings: Settings,
    project: str,
    folder: Path,
    source: str,
    format: str,
    namespace: str,
    keep: bool,
    publish: bool,
) -> None:
    """Take catalogs in, and make the project when it is new.

    `calque convert` makes such catalogs of other formats.
    """

    def work(connection: Any) -> tuple[catalogs.Taken, int | None]:
        found = _project(connection, project, source, format)
        trees = folders.read_trees(folder, namespace)
        taken = catalogs.take(connection, found, trees, BY_HAND, replace=not keep)
        number = None
        if publish:
            number = releases.publish(connection, found, "production", "", BY_HAND)
        return taken, number

    with opened(settings) as database:
        taken, number = database.write_now(work)
    click.echo(
        f"{taken.added} added, {taken.changed} changed, {taken.removed} removed, "
        f"{taken.same} unchanged"
    )
    if number is not None:
        click.echo(f"published as release {number}")


@contextlib.contextmanager
def reading(settings: Settings) -> Iterator[Database]:
    """The database, which a server may be writing."""
    database = Database(settings.database_url, read_only=True)
    try:
        yield database
    except Refused as error:
        raise click.ClickException(error.message) from error
    finally:
        database.close()


@main.command()
@click.argument("project")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--as", "kind", default="i18next", type=click.Choice(["i18next", "nstack"])
)
@click.pass_obj
def export(settings: Settings, project: str, folder: Path, kind: str) -> None:
    """Write the working texts of a project into a folder."""
    write = folders.write_trees if kind == "i18next" else folders.write_sections
    with reading(settings) as database:
        found = database.read_now(projects.find, project)
        count = write(database.read_now(catalogs.trees, found), folder)
    click.echo(f"{count} files")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(settings: Settings, file: Path) -> None:
    """Copy the database into a file; the server may run."""
    try:
        size = copies.backup(settings.database_url, file)
    except copies.BackupError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file}: {size} bytes")


@main.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.pass_obj
def restore(settings: Settings, file: Path) -> None:
    """Restore a copy of the database; the server must not run."""
    try:
        # Nobody else has an SQLite file while this one holds its lock.
        Database(settings.database_url).close()
        copies.restore(settings.database_url, file)
    except (BusyError, copies.BackupError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file} is the database now")


@main.command()
@click.argument("project")
@click.option("--name", default="")
@click.option("--scope", default="app", type=click.Choice(people.SCOPES))
@click.option("--application", default="", help="NStack's X-Application-id.")
@click.pass_obj
def key(
    settings: Settings, project: str, name: str, scope: str, application: str
) -> None:
    """Make a key and print it; it is not shown again."""

    def work(connection: Any) -> str:
        found = projects.find(connection, project)
        return keys.create(connection, found, name, scope, BY_HAND, application)

    with opened(settings) as database:
        click.echo(database.write_now(work))


_OPEN = {
    "yes": {"open": True, "first_look": False},
    "first-look": {"open": True, "first_look": True},
    "no": {"open": False},
}


@main.command("open")
@click.argument("project")
@click.argument("allowed", type=click.Choice(list(_OPEN)))
@click.pass_obj
def open_(settings: Settings, project: str, allowed: str) -> None:
    """Say whether programs without a key may propose.

    With first-look their proposals wait until somebody lets them through.
    """

    def work(connection: Any) -> None:
        found = projects.find(connection, project)
        projects.configure(connection, found, _OPEN[allowed], BY_HAND)

    with opened(settings) as database:
        database.write_now(work)


@main.command()
@click.argument("project")
@click.argument("kind", type=click.Choice(bridges.KINDS))
@click.argument("url")
@click.option(
    "--set", "pairs", multiple=True, help="A setting of the bridge: NAME=VALUE."
)
@click.pass_obj
def bridge(
    settings: Settings, project: str, kind: str, url: str, pairs: tuple[str, ...]
) -> None:
    """Send proposals to a git repository, Weblate or Tolgee, and print its number.

    docs/bridges.md has the settings. A token is in an environment variable, which the
    setting `token` names.
    """
    given = _settings_of(url, pairs)

    def work(connection: Any) -> int:
        found = projects.find(connection, project)
        return bridging.create(connection, found, kind, given)

    with opened(settings) as database:
        click.echo(database.write_now(work))


def _settings_of(url: str, pairs: tuple[str, ...]) -> str:
    given: dict[str, Any] = {"url": url}
    for pair in pairs:
        name, _, value = pair.partition("=")
        given[name] = int(value) if value.isdigit() else value
    return json.dumps(given)


@main.command()
@click.argument("kind", type=click.Choice(bridges.KINDS))
@click.argument("url")
@click.option("--set", "pairs", multiple=True, help="A setting: NAME=VALUE.")
@click.option("--format", default="v4", type=click.Choice(projects.FORMATS))
@click.option("--cursor", default="", help="The cursor that the last call printed.")
def forward(
    kind: str, url: str, pairs: tuple[str, ...], format: str, cursor: str
) -> None:
    """Send proposals from standard input straight to a bridge, without a database.

    docs/bridges.md has the lines.
    """
    try:
        given = _settings_of(url, pairs)
        for line in forwarding.forward(kind, given, format, cursor, sys.stdin):
            click.echo(json.dumps(line, ensure_ascii=False))
    except (Refused, OSError) as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("project")
@click.argument("number", type=int)
@click.pass_obj
def unbridge(settings: Settings, project: str, number: int) -> None:
    """Remove a bridge; what it sent stays where it is."""

    def work(connection: Any) -> bool:
        return bridging.remove(connection, projects.find(connection, project), number)

    with opened(settings) as database:
        if not database.write_now(work):
            raise click.ClickException("there is no such bridge")


@main.command()
@click.argument("guid")
@click.pass_obj
def forget(settings: Settings, guid: str) -> None:
    """Take a person's identifier off all that it proposed."""
    with opened(settings) as database:
        count = database.write_now(proposals.forget, guid, BY_HAND)
    click.echo(f"{count} proposals")
