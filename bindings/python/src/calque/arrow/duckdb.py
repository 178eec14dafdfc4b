"""Translations as a function of DuckDB's SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb

    from . import Renderer


def register(
    connection: duckdb.DuckDBPyConnection,
    renderer: Renderer,
    name: str = "calque",
    /,
    **columns: str,
) -> None:
    """Add a function of the key, the language and the columns, in this order.

    The columns are named as the arguments, with their SQL types. DuckDB hands rows to
    Python functions as pyarrow's arrays, so pyarrow is needed.

        register(connection, renderer, count="BIGINT", name="VARCHAR")
        connection.sql("SELECT calque(key, lang, count, customer) FROM orders")
    """
    from inspect import Parameter, Signature

    import pyarrow as pa

    names = [renderer.key, renderer.lng, *columns]

    def translated(*arrays: Any) -> Any:
        rows = pa.Table.from_arrays(list(arrays), names=names)
        return pa.chunked_array(renderer.render(rows))

    # DuckDB counts the parameters.
    translated.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter(f"p{at}", Parameter.POSITIONAL_ONLY) for at in range(len(names))]
    )
    connection.create_function(
        name,
        translated,
        ["VARCHAR", "VARCHAR", *columns.values()],
        "VARCHAR",
        type="arrow",
        null_handling="special",
    )
