"""Fixtures: a server on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from harness import Running, asking, make_project, running
from postgres import Cluster, cluster

from calque_server.database import Database
from calque_server.prepare import prepare
from calque_server.settings import Limits, Settings


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend_kind" in metafunc.fixturenames:
        kinds = os.environ.get("CALQUE_TEST_DATABASES", "sqlite,postgresql").split(",")
        # The short form runs what is slow on one database alone.
        short = metafunc.config.option.markexpr == "not slow"
        if short and getattr(metafunc.module, "ONE_DATABASE", False):
            kinds = kinds[:1]
        metafunc.parametrize("backend_kind", kinds, scope="session")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster() as made:
        url = made.create("template_ready")
        database = Database(url)
        prepare(database)
        database.close()
        yield made


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "ready.db"
    database = Database(f"sqlite:///{path}")
    prepare(database)
    database.close()
    return path


@pytest.fixture
def database_url(
    backend_kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[str]:
    if backend_kind == "sqlite":
        path = tmp_path / "calque.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
    else:
        made: Cluster = request.getfixturevalue("postgres")
        name = f"t{time.monotonic_ns()}"
        yield made.create(name, template="template_ready")
        made.drop(name)


@pytest.fixture
def empty_url(
    backend_kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[str]:
    """A database without tables."""
    if backend_kind == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
    else:
        made: Cluster = request.getfixturevalue("postgres")
        name = f"t{time.monotonic_ns()}"
        yield made.create(name)
        made.drop(name)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url)
    yield opened
    opened.close()


@pytest.fixture
def limits() -> Limits:
    return Limits()


@pytest.fixture
def served(database: Database, limits: Limits) -> Iterator[Running]:
    project = make_project(database)
    settings = replace(Settings(), port=0, limits=limits)
    with running(database, settings) as (url, server), asking() as client:
        yield Running(url, database, server, project, client)
