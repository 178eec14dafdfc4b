"""Tables of Arrow by the PyCapsule protocol, from each library that is installed."""

from __future__ import annotations

import gc
import pickle
import random
from collections.abc import Callable
from ctypes import addressof
from pathlib import Path
from typing import Any

import pytest

from calque import CalqueError, Translator, UnsupportedError
from calque.arrow import Renderer
from calque.arrow._capsules import Array, Schema, _exported, address
from calque.catalog import compile_catalog_file
from calque.view import View

LANGUAGES = ["en", "de", "fr", "ru", "ar", "pl", "ja"]
FORMS = ["zero", "one", "two", "few", "many", "other"]
RESOURCES: dict[str, Any] = {
    lng: {
        "translation": {
            "plain": f"{lng} plain",
            "hi": f"{lng} hi {{{{name}}}}",
            **{f"file_{form}": f"{lng} {form} {{{{count}}}}" for form in FORMS},
        }
    }
    for lng in LANGUAGES
}
OPTIONS: dict[str, Any] = {"lng": "en", "interpolation": {"escapeValue": False}}
KEYS = ["plain", "hi", "file", "not there", None]
NAMES = ["Bo", "Zoë", "a name of more than twelve bytes", "", None]


@pytest.fixture
def view() -> View:
    return Translator("v4", {**OPTIONS, "resources": RESOURCES}).get_fixed_t()


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    path = tmp_path / "texts.ctd"
    compile_catalog_file(path, RESOURCES, options=OPTIONS)
    return path


def columns(rows: int = 500) -> dict[str, list[Any]]:
    chosen = random.Random(41)
    return {
        "key": [chosen.choice(KEYS) for _ in range(rows)],
        "lng": [chosen.choice(LANGUAGES) for _ in range(rows)],
        "count": [chosen.choice([None, 0, 1, 2, 5, 21]) for _ in range(rows)],
        "name": [chosen.choice(NAMES) for _ in range(rows)],
    }


def expected(view: View, given: dict[str, list[Any]]) -> list[str | None]:
    rows = (
        dict(zip(given, row, strict=True)) for row in zip(*given.values(), strict=True)
    )
    return [None if row["key"] is None else view(row.pop("key"), **row) for row in rows]


def from_pyarrow(given: dict[str, list[Any]]) -> Any:
    pa = pytest.importorskip("pyarrow")
    return pa.RecordBatch.from_pydict(given)


def from_pyarrow_table(given: dict[str, list[Any]]) -> Any:
    pa = pytest.importorskip("pyarrow")
    table = pa.table(given)
    return pa.concat_tables([table.slice(0, 123), table.slice(123)])


def from_pyarrow_dictionaries(given: dict[str, list[Any]]) -> Any:
    pa = pytest.importorskip("pyarrow")
    batch = pa.RecordBatch.from_pydict(given)
    arrays = [
        batch.column(name).dictionary_encode()
        if name in ("key", "lng")
        else batch.column(name).cast(pa.string_view() if name == "name" else pa.int16())
        for name in given
    ]
    return pa.RecordBatch.from_arrays(arrays, names=list(given))


def from_polars(given: dict[str, list[Any]]) -> Any:
    pl = pytest.importorskip("polars")
    return pl.DataFrame(given)


def from_duckdb(given: dict[str, list[Any]]) -> Any:
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    connection = duckdb.connect()
    connection.register("rows", pa.table(given))
    return connection.sql("SELECT key, lng, count, name FROM rows").to_arrow_table()


def from_nanoarrow(given: dict[str, list[Any]]) -> Any:
    na = pytest.importorskip("nanoarrow")
    types = {"count": na.int64()}
    arrays = {
        name: na.c_array(values, types.get(name, na.string()))
        for name, values in given.items()
    }
    rows = len(given["key"])
    schema = na.struct({name: types.get(name, na.string()) for name in given})
    return na.c_array_from_buffers(schema, rows, [None], children=list(arrays.values()))


SOURCES = [
    from_pyarrow,
    from_pyarrow_table,
    from_pyarrow_dictionaries,
    from_polars,
    from_duckdb,
    from_nanoarrow,
]


@pytest.mark.parametrize("output", ["utf8", "large_utf8", "utf8_view"])
@pytest.mark.parametrize("source", SOURCES)
def test_tables_of_each_library_have_the_same_texts(
    view: View, source: Callable[[dict[str, list[Any]]], Any], output: str
) -> None:
    pa = pytest.importorskip("pyarrow")
    given = columns()
    table = source(given)
    result = Renderer(view, output=output).render(table)
    is_array = hasattr(result, "__arrow_c_array__")
    texts = pa.array(result) if is_array else pa.chunked_array(result)
    texts.validate(full=True)
    assert texts.to_pylist() == expected(view, given)


def test_a_series_of_polars_takes_a_result(view: View) -> None:
    pl = pytest.importorskip("polars")
    given = columns()
    texts = pl.Series(Renderer(view).render(pl.DataFrame(given)))
    assert texts.to_list() == expected(view, given)


def test_an_array_is_released_once_by_whoever_has_it(view: View) -> None:
    na = pytest.importorskip("nanoarrow")
    given = na.c_array(["plain", "hi"], na.string())
    renderer = Renderer(view)
    result = renderer.render(given)
    schema, array = result.__arrow_c_array__()
    with pytest.raises(ValueError, match="taken before"):
        result.__arrow_c_array__()
    held = Array.from_address(address(array, Array))
    assert held.length == 2
    assert bool(held.release)
    # A consumer moves the structure: the capsule has nothing to release then.
    moved = Array.from_buffer_copy(held)
    held.release = type(held.release)()
    del array, schema, held
    gc.collect()
    moved.release(addressof(moved))
    assert not moved.release
    del result
    renderer.render(given)
    with pytest.raises(ValueError, match="PyCapsule_GetPointer"):
        address(given.__arrow_c_array__()[0], Array)
    assert address(given.__arrow_c_array__()[0], Schema)


def test_what_nobody_took_is_released_with_the_next_capsule(view: View) -> None:
    na = pytest.importorskip("nanoarrow")
    renderer = Renderer(view)
    given = na.c_array(["plain", "hi"], na.string())
    taken = renderer.render(given).__arrow_c_array__()
    left = Array.from_address(address(taken[1], Array))
    exported = [structure for structure, _ in _exported if structure.release]
    assert len(exported) == 2
    del taken
    renderer.render(given).__arrow_c_array__()
    assert not any(structure.release for structure in exported)
    assert left is not None


def test_statuses_tell_of_each_row(view: View) -> None:
    pa = pytest.importorskip("pyarrow")
    rows = pa.RecordBatch.from_pydict({"key": ["plain", "none", None]})
    found = pa.array(Renderer(view, statuses=True, missing="null").render(rows))
    assert found.to_pylist() == [
        {"text": "en plain", "status": 0},
        {"text": None, "status": 3},
        {"text": None, "status": 20},
    ]


def test_errors(view: View) -> None:
    pa = pytest.importorskip("pyarrow")
    renderer = Renderer(view)
    with pytest.raises(TypeError, match="list is no Arrow table"):
        renderer.render([])
    with pytest.raises(CalqueError, match="no column of keys"):
        renderer.render(pa.RecordBatch.from_pydict({"keys": ["plain"]}))
    batch = pa.RecordBatch.from_pydict({"key": ["plain"], "list": [[1]]})
    with pytest.raises(UnsupportedError) as raised:
        renderer.render(batch)
    assert raised.value.path == "list"
    with pytest.raises(pa.ArrowInvalid, match="list: a column of this type"):
        pa.chunked_array(renderer.render(pa.Table.from_batches([batch])))
    with pytest.raises(CalqueError):
        Renderer(view, output="text")
    with pytest.raises(TypeError, match="only a renderer that was opened"):
        pickle.dumps(renderer)


def test_a_renderer_is_pickled_as_its_file(catalog: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    renderer = Renderer.open(catalog, options=OPTIONS, key="k")
    pickled = pickle.dumps(renderer)
    again = pickle.loads(pickled)
    rows = pa.RecordBatch.from_pydict({"k": ["plain"], "lng": ["de"]})
    assert pa.array(again.render(rows)).to_pylist() == ["de plain"]
    compile_catalog_file(catalog, {"en": {"translation": {}}}, options=OPTIONS)
    with pytest.raises(ValueError, match="is another catalog"):
        pickle.loads(pickled)


def test_a_catalog_with_other_options_is_refused(catalog: Path) -> None:
    with pytest.raises(ValueError, match="compiled with other options"):
        Renderer.open(catalog, options={"lng": "en", "keySeparator": "/"})


def test_polars_has_an_expression(view: View) -> None:
    pl = pytest.importorskip("polars")
    from calque.arrow.polars import translate

    given = columns()
    texts = translate(Renderer(view), "key", "lng", count="count", name="name")
    frame = pl.DataFrame(given)
    wanted = expected(view, given)
    assert frame.with_columns(text=texts)["text"].to_list() == wanted
    lazy = frame.lazy().select(text=texts).collect(engine="streaming")
    assert lazy["text"].to_list() == wanted
    one = frame.select(translate(Renderer(view), "key", pl.lit("de")))
    assert one.to_series()[0] == view(given["key"][0] or "", lng="de")


def test_duckdb_has_a_function(view: View) -> None:
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    from calque.arrow.duckdb import register

    given = columns(5000)
    connection = duckdb.connect()
    connection.register("rows", pa.table(given))
    register(connection, Renderer(view), count="BIGINT", name="VARCHAR")
    found = connection.sql("SELECT calque(key, lng, count, name) FROM rows").fetchall()
    assert [text for (text,) in found] == expected(view, given)
