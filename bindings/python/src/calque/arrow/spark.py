"""Translations of a Spark data frame, by `mapInArrow`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import Renderer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def translate(
    frame: DataFrame, renderer: Renderer, into: str = "text", /, **columns: str
) -> DataFrame:
    """The data frame with a column of texts.

    `renderer` comes from `Renderer.open`. Its catalog is sent to each executor with
    `addFile`, and opened there once by each worker; another file of that name is
    refused. The columns of the frame that are keys, languages and arguments have the
    names that the renderer expects, or are named here: `name="customer"`.

        translate(frame, Renderer.open("texts.ctd"), key="template", lng="locale")
    """
    import pyarrow as pa
    from pyspark import SparkFiles
    from pyspark.sql.types import StringType, StructField, StructType

    reopen, (path, given, sha256) = renderer.__reduce_ex__(2)
    frame.sparkSession.sparkContext.addFile(os.path.abspath(path))
    file = os.path.basename(path)
    names = columns or {name: name for name in frame.columns}

    def rendered(batches: Iterator[Any]) -> Iterator[Any]:
        own = _opened(reopen, SparkFiles.get(file), repr(given), sha256)
        for batch in batches:
            arrays = [batch.column(name) for name in names.values()]
            rows = pa.RecordBatch.from_arrays(arrays, names=list(names))
            yield batch.append_column(into, pa.array(own.render(rows)))

    schema = StructType([*frame.schema.fields, StructField(into, StringType())])
    return frame.mapInArrow(rendered, schema)


@lru_cache(maxsize=8)
def _opened(reopen: Any, path: str, given: str, sha256: str) -> Renderer:
    import ast

    return reopen(path, ast.literal_eval(given), sha256)
