"""Translations as a Polars expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from . import Renderer


def translate(
    renderer: Renderer, key: Any = "key", lng: Any = None, /, **columns: Any
) -> pl.Expr:
    """An expression of the texts of `key` in the languages `lng`.

    `key`, `lng` and the columns are names of columns or expressions; a constant is
    `pl.lit(...)`. The columns are named as the arguments. Works with the lazy API and
    the streaming engine.

        frame.with_columns(text=translate(renderer, "key", "lang", name="customer"))
    """
    import polars as pl

    given = {renderer.key: key, **columns}
    if lng is not None:
        given[renderer.lng] = lng
    table = pl.struct(
        (pl.col(each) if isinstance(each, str) else each).alias(name)
        for name, each in given.items()
    )
    return table.map_batches(
        lambda rows: pl.Series(renderer.render(rows)),
        return_dtype=pl.String,
        is_elementwise=True,
    )
