"""The extension, beside the function that calque.arrow.duckdb registers.

usage: CALQUE_LIBRARY=build/libcalque.so .venv-engines/bin/python -m pytest FILE
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calque.arrow import Renderer
from calque.arrow.duckdb import register
from calque.catalog import compile_catalog_file

duckdb = pytest.importorskip("duckdb", reason="scripts/setup_engines.sh installs it")
pytest.importorskip("pyarrow", reason="scripts/setup_engines.sh installs it")

OPTIONS = {"lng": "en", "interpolation": {"escapeValue": False}}
TEXTS = {
    lng: {
        "translation": {
            "plain": f"{lng} plain text",
            "hi": f"{lng} hi {{{{name}}}}, with more than twelve bytes",
            "file_one": f"{lng} {{{{count}}}} file of {{{{name}}}}",
            "file_other": f"{lng} {{{{count}}}} files of {{{{name}}}}",
            "raw": "{{a}}|{{b}}|{{c}}|{{d}}|{{e}}|{{f}}",
        }
    }
    for lng in ("en", "de", "pl")
}
ROWS = """
    SELECT ['plain', 'hi', 'file', 'none', NULL][1 + i % 5] AS key,
           ['en', 'de', 'pl', NULL, ''][1 + i // 5 % 5] AS lng,
           CASE WHEN i % 11 > 0 THEN i % 30 END AS count,
           CASE WHEN i % 13 > 0 THEN repeat('Zoë', 1 + (i % 7)::INT) END AS name
    FROM range(100000) t(i)
"""


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("duckdb") / "texts.ctd"
    compile_catalog_file(path, TEXTS, options=OPTIONS)
    return path


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("extension")
    library = Path(os.environ["CALQUE_LIBRARY"]).resolve().parent
    build = Path(__file__).with_name("build.sh")
    subprocess.run([build, library, into], check=True)
    return into / "calque.duckdb_extension"


@pytest.fixture
def connection(extension: Path) -> Iterator[Any]:
    config = {"allow_unsigned_extensions": "true"}
    with duckdb.connect(config=config) as connection:
        connection.load_extension(str(extension))
        yield connection


def opened(connection: Any, catalog: Path) -> str:
    query = "SELECT calque_open(?, ?)"
    rows = connection.execute(query, [str(catalog), json.dumps(OPTIONS)]).fetchall()
    return str(rows[0][0])


def one(connection: Any, expression: str) -> Any:
    return connection.sql(f"SELECT {expression}").fetchall()[0][0]


def test_texts_are_those_of_the_renderer(connection: Any, catalog: Path) -> None:
    assert opened(connection, catalog) == f"opened {catalog}"
    renderer = Renderer.open(catalog, options=OPTIONS)
    register(connection, renderer, "rendered", count="BIGINT", name="VARCHAR")
    connection.execute(f"CREATE TABLE t AS {ROWS}")
    rows, nulls, wrong = connection.sql(
        """
        WITH pairs AS (
            SELECT calque(key, lng, {'count': count, 'name': name}) AS own,
                   rendered(key, lng, count, name) AS other
            FROM t)
        SELECT count(*), count(*) FILTER (own IS NULL),
               count(*) FILTER (own IS DISTINCT FROM other) FROM pairs
        """
    ).fetchall()[0]
    assert (rows, nulls, wrong) == (100000, 20000, 0)


def test_types_of_arguments(connection: Any, catalog: Path) -> None:
    opened(connection, catalog)
    text = one(
        connection,
        "calque('raw', 'en', {'a': true, 'b': 7::UTINYINT, 'c': 2.5::DOUBLE,"
        " 'd': 170141183460469231731687303715884105727::HUGEINT, 'e': NULL,"
        " 'f': 'a text that does not lie in a vector'})",
    )
    assert text == (
        "true|7|2.5|170141183460469231731687303715884105727||"
        "a text that does not lie in a vector"
    )


def test_constants_and_rows_without_a_text(connection: Any, catalog: Path) -> None:
    opened(connection, catalog)
    assert one(connection, "calque('plain', 'de')") == "de plain text"
    assert one(connection, "calque(NULL, 'de')") is None
    assert one(connection, "calque('none', 'de')") == "none"
    keys = "(VALUES ('plain'), (NULL), ('hi')) t(key)"
    texts = connection.sql(f"SELECT calque(key, 'pl', {{'name': 'Bo'}}) FROM {keys}")
    assert texts.fetchall() == [
        ("pl plain text",),
        (None,),
        ("pl hi Bo, with more than twelve bytes",),
    ]


def test_what_is_wrong_is_said(connection: Any, catalog: Path) -> None:
    with pytest.raises(duckdb.Error, match="has opened no catalog"):
        one(connection, "calque('plain', 'de')")
    assert "No such file" in one(connection, "calque_open('/nowhere', '{}')")
    assert "lng" in one(connection, f"calque_open('{catalog}', '{{\"lng\": 1}}')")
    opened(connection, catalog)
    with pytest.raises(duckdb.Error, match="one struct"):
        one(connection, "calque('plain', 'de', 3)")
    with pytest.raises(duckdb.Error, match="a type that is not rendered"):
        one(connection, "calque('plain', 'de', {'name': [1]})")
