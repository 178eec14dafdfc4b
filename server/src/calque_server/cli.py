"""The command calque-server."""

import contextlib
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
from sqlalchemy import Connection

from . import backup as copies
from . import bridges, bridging, catalogs, folders, keys, people, projects, releases
from .bridges.forward import forward as straight
from .database import BusyError, Database
from .errors import Refused
from .events import Actor
from .prepare import prepare
from .proposals import forget as forget_guid
from .settings import Settings

BY_HAND = Actor("command line")
_project = click.argument("project")
_format = click.option("--format", default="v4", type=click.Choice(projects.FORMATS))
_kind = click.argument("kind", type=click.Choice(list(bridges.KINDS)))
_set = click.option(
    "--set", "pairs", multiple=True, help="A setting of the bridge: NAME=VALUE."
)
_WRITERS = {"i18next": folders.write_trees, "nstack": folders.write_sections}
_OPEN = {
    "yes": {"open": True, "first_look": False},
    "first-look": {"open": True, "first_look": True},
    "no": {"open": False},
}


class _Commands(click.Group):
    """Commands that end with a sentence when they cannot be carried out."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BusyError as error:
            raise click.ClickException(f"{error}; stop the server first") from error
        except (Refused, copies.BackupError, OSError) as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Commands)
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
def _opened(settings: Settings, *, read_only: bool = False) -> Iterator[Database]:
    """The database; one that is opened for writing is made ready."""
    database = Database(settings.database_url, read_only=read_only)
    try:
        if not read_only:
            prepare(database)
        yield database
    finally:
        database.close()


def _write(settings: Settings, slug: str, job: Callable[..., Any], *given: Any) -> Any:
    """Carry a job of a project out."""

    def work(connection: Connection) -> Any:
        return job(connection, projects.find(connection, slug), *given)

    with _opened(settings) as database:
        return database.write_now(work)


@main.command()
@click.option("--host", help="Address to listen at.")
@click.option("--port", type=int, help="Port to listen at; 0 for any.")
@click.option("--public-url", help="Where people reach the server.")
@click.pass_obj
def run(settings: Settings, /, **given: Any) -> None:
    """Serve until a signal ends the process."""
    from .serving import Server, listening

    url = settings.database_url
    settings = Settings.from_environment(database_url=url, **given)
    with _opened(settings) as database:
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


@main.command("import")
@_project
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--source", default="en", help="Language others are translated from.")
@_format
@click.option("--namespace", default=folders.DEFAULT_NAMESPACE)
@click.option("--keep", is_flag=True, help="Keep texts that the folder has not.")
@click.option("--publish/--no-publish", default=True)
@click.pass_obj
def import_(settings: Settings, /, **given: Any) -> None:
    """Take catalogs in, and make the project when it is new.

    `calque convert` makes such catalogs of other formats.
    """
    with _opened(settings) as database:
        counts, number = database.write_now(_import, **given)
    click.echo("{added} added, {changed} changed, ".format_map(counts), nl=False)
    click.echo("{removed} removed, {same} unchanged".format_map(counts))
    if number is not None:
        click.echo(f"published as release {number}")


def _import(
    connection: Connection, project: str, folder: Path, **given: Any
) -> tuple[dict[str, int], int | None]:
    if project not in [each.slug for each in projects.listed(connection)]:
        made = project, project, given["source"], given["format"], BY_HAND
        projects.create(connection, *made)
    found = projects.find(connection, project)
    trees = folders.read_trees(folder, given["namespace"])
    replace = not given["keep"]
    taken = catalogs.take(connection, found, trees, BY_HAND, replace=replace)
    if not given["publish"]:
        return taken.counts(), None
    number = releases.publish(connection, found, "production", "", BY_HAND)
    return taken.counts(), number


@main.command()
@_project
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--as", "kind", default="i18next", type=click.Choice(list(_WRITERS)))
@click.pass_obj
def export(settings: Settings, project: str, folder: Path, kind: str) -> None:
    """Write the working texts of a project into a folder."""
    with _opened(settings, read_only=True) as database:
        found = database.read_now(projects.find, project)
        count = _WRITERS[kind](database.read_now(catalogs.trees, found), folder)
    click.echo(f"{count} files")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(settings: Settings, file: Path) -> None:
    """Copy the database into a file; the server may run."""
    click.echo(f"{file}: {copies.backup(settings.database_url, file)} bytes")


@main.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.pass_obj
def restore(settings: Settings, file: Path) -> None:
    """Restore a copy of the database; the server must not run."""
    # Nobody else has an SQLite file while this one holds its lock.
    Database(settings.database_url).close()
    copies.restore(settings.database_url, file)
    click.echo(f"{file} is the database now")


@main.command()
@_project
@click.option("--name", default="")
@click.option("--scope", default="app", type=click.Choice(people.SCOPES))
@click.option("--application", default="", help="NStack's X-Application-id.")
@click.pass_obj
def key(settings: Settings, /, project: str, **given: str) -> None:
    """Make a key and print it; it is not shown again."""
    of = given["name"], given["scope"], BY_HAND, given["application"]
    click.echo(_write(settings, project, keys.create, *of))


@main.command("open")
@_project
@click.argument("allowed", type=click.Choice(list(_OPEN)))
@click.pass_obj
def open_(settings: Settings, project: str, allowed: str) -> None:
    """Say whether programs without a key may propose.

    With first-look their proposals wait until somebody lets them through.
    """
    _write(settings, project, projects.configure, _OPEN[allowed], BY_HAND)


@main.command()
@_project
@_kind
@click.argument("url")
@_set
@click.pass_obj
def bridge(settings: Settings, /, project: str, kind: str, **given: Any) -> None:
    """Send proposals to a git repository, Weblate or Tolgee, and print its number.

    docs/bridges.md has the settings. A token is in an environment variable, which the
    setting `token` names.
    """
    click.echo(_write(settings, project, bridging.create, kind, _settings_of(**given)))


def _settings_of(url: str, pairs: tuple[str, ...]) -> str:
    given: dict[str, Any] = {"url": url}
    for pair in pairs:
        name, _, value = pair.partition("=")
        given[name] = int(value) if value.isdigit() else value
    return json.dumps(given)


@main.command()
@_kind
@click.argument("url")
@_set
@_format
@click.option("--cursor", default="", help="The cursor that the last call printed.")
def forward(kind: str, format: str, cursor: str, **given: Any) -> None:
    """Send proposals from standard input straight to a bridge, without a database.

    docs/bridges.md has the lines.
    """
    for line in straight(kind, _settings_of(**given), format, cursor, sys.stdin):
        click.echo(json.dumps(line, ensure_ascii=False))


@main.command()
@_project
@click.argument("number", type=int)
@click.pass_obj
def unbridge(settings: Settings, project: str, number: int) -> None:
    """Remove a bridge; what it sent stays where it is."""
    if not _write(settings, project, bridging.remove, number):
        raise click.ClickException("there is no such bridge")


@main.command()
@click.argument("guid")
@click.pass_obj
def forget(settings: Settings, guid: str) -> None:
    """Take a person's identifier off all that it proposed."""
    with _opened(settings) as database:
        count = database.write_now(forget_guid, guid, BY_HAND)
    click.echo(f"{count} proposals")
