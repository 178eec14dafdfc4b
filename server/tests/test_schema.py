"""A database of the layout before is upgraded, and nothing of it is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from harness import run_program
from sqlalchemy import Connection, create_engine, text

from calque_server.database import Database
from calque_server.devices import BEFORE, OPEN, device_of
from calque_server.schema import metadata

EARLIER = Path(__file__).parent / "before"
NUMBER = 300


def differences(connection: Connection) -> Any:
    return compare_metadata(MigrationContext.configure(connection), metadata)


def test_a_new_database_has_the_tables(database: Database) -> None:
    assert database.write_now(differences) == []


def build_before(connection: Connection) -> None:
    """The tables as they were, with proposals of devices and of a person."""
    config = Config()
    config.set_main_option("script_location", str(EARLIER))
    config.attributes["connection"] = connection
    command.upgrade(config, "0004")

    def add(table: str, **values: Any) -> None:
        names = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        connection.execute(
            text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values
        )

    add("project", id=1000, slug="shop", name="Shop", source_locale="en", format="v4",
        settings="{}", created=0)  # fmt: skip
    add("locale", id=1000, project_id=1000, tag="de", name="de")
    add("namespace", id=1000, project_id=1000, name="home")
    add("text", id=1000, namespace_id=1000, key="title", path='["title"]', stem="title",
        ordinal=0, comment="A note")  # fmt: skip
    add("translation", text_id=1000, locale_id=1000, value="Willkommen", ordinal=0,
        updated=0, updated_by="x")  # fmt: skip
    add("person", id=7, name="Ada", login="ada", created=0)
    for number in range(NUMBER):
        member = number % 3 == 0
        add("proposal", id=1000 + number, project_id=1000, text_id=1000, section="home",
            key="title" if number < 2 else f"k{number}", locale="de",
            guid="person-7" if member else f"device {number}",
            author="Ada" if member else "", value=f"value {number}",
            state=("open", "accepted", "rejected", "deleted")[number % 4],
            level="" if number else "new", base_revision=1, created=number,
            updated=number)  # fmt: skip
        add("event", id=1000 + number, project_id=1000, kind="proposed",
            subject=str(1000 + number), actor=f"guid device {number}",
            created=0)  # fmt: skip
    add("screen", id=1000, project_id=1000, name="home", locale="de", width=1, height=1,
        components="[]", updated=0)  # fmt: skip
    add("request_key", key="k", fingerprint="f", answer="{}", created=0)


@pytest.mark.parametrize("documents", [False, True])
def test_the_layout_before_is_upgraded(empty_url: str, documents: bool) -> None:
    database = Database(empty_url)
    database.write_now(build_before)
    if documents:
        database.write_now(
            lambda connection: connection.execute(
                text(
                    "INSERT INTO document (id, project_id, identifier, locale, "
                    "version, text, updated) "
                    "VALUES (1000, 1000, 'eula', 'en', '1.0.0', 'One', 0)"
                )
            )
        )
    database.close()
    from calque_server.prepare import prepare

    upgraded = Database(empty_url)
    prepare(upgraded)
    prepare(upgraded)
    rows = upgraded.read_now(
        lambda connection: connection.execute(
            text("SELECT id, device, value, state, level FROM proposal ORDER BY id")
        ).all()
    )
    assert [row.value for row in rows] == [f"value {each}" for each in range(NUMBER)]
    assert "new" not in {row.level for row in rows}
    states = ("open", "accepted", "rejected", "deleted")
    assert [row.state for row in rows] == [states[n % 4] for n in range(NUMBER)]
    for number, row in enumerate(rows):
        own = device_of(BEFORE, f"device {number}")
        assert row.device == (own if number % 3 else "member-7")
        assert row.device != device_of(OPEN, f"device {number}")
    actors = upgraded.read_now(
        lambda connection: connection.execute(text("SELECT actor FROM event")).all()
    )
    assert not any(re.match("guid ", row.actor) for row in actors)
    left = [each[1].name for each in upgraded.write_now(differences)]
    assert left == (["document"] if documents else [])
    upgraded.close()


def test_a_database_of_another_version_is_left(empty_url: str) -> None:
    database = Database(empty_url)

    def work(connection: Connection) -> None:
        build_before(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))

    database.write_now(work)
    database.close()
    told = run_program("run", database=empty_url)
    assert told.returncode == 1
    assert "of another version" in told.stderr
    engine = create_engine(Database(empty_url, read_only=True).url)
    with engine.connect() as connection:
        count = connection.execute(text("SELECT COUNT(*) FROM proposal")).scalar()
    engine.dispose()
    assert count == NUMBER
