"""Translations as a Daft expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import daft

    from . import Renderer


def translate(
    renderer: Renderer, key: Any, lng: Any = None, /, **columns: Any
) -> daft.Expression:
    """An expression of the texts of `key` in the languages `lng`.

    `renderer` comes from `Renderer.open`: each worker, on this machine or on a Ray
    cluster, opens the catalog by its path and refuses another one.
    """
    import daft
    import pyarrow as pa

    given = {renderer.key: key, **columns}
    if lng is not None:
        given[renderer.lng] = lng
    names = list(given)

    def translated(*series: daft.Series) -> Any:
        arrays = [each.to_arrow() for each in series]
        rows = pa.RecordBatch.from_arrays(arrays, names=names)
        return pa.array(renderer.render(rows))

    expressions = [
        daft.col(each) if isinstance(each, str) else each for each in given.values()
    ]
    function = daft.func.batch(return_dtype=daft.DataType.string())(translated)
    return function(*expressions)
