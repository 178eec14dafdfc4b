#!/usr/bin/env python3
"""Translates a table of 20 languages in each engine that is installed.

Each engine reads the same Parquet file and translates it with `calque.arrow`; texts of
all engines have to be those of the renderer alone. Spark and Daft run on two local
workers. See docs/scale.md.

usage: engines.py [--rows ROWS] [--into FOLDER] [ENGINE ...]
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from zlib import crc32

import pyarrow as pa
import pyarrow.parquet as pq

from calque.arrow import Renderer
from calque.catalog import compile_catalog_file

LANGUAGES = [
    "en",
    "de",
    "nl",
    "sv",
    "fi",
    "et",
    "nb",
    "da",
    "el",
    "hu",
    "tr",
    "bg",
    "eu",
    "ka",
    "sq",
    "ru",
    "uk",
    "be",
    "pl",
    "ar",
]
FORMS = ["zero", "one", "two", "few", "many", "other"]
OPTIONS = {"lng": "en", "interpolation": {"escapeValue": False}}
NAMES = ["Ada", "Grace", "Linus", "Barbara", "Margaret", "Edsger", "Zoë"]
MESSAGES = 500


def make_catalog(path: Path) -> None:
    """A quarter of the messages are plain, a quarter have a name, half a plural."""
    resources = {}
    for lng in LANGUAGES:
        texts = {}
        for number in range(MESSAGES):
            key = f"mail.message_{number}"
            start = f"{lng} {number} this is what the text of a message says"
            if number % 4 == 0:
                texts[key] = start
            elif number % 4 == 1:
                texts[key] = start + " to {{name}}"
            else:
                for form in FORMS:
                    texts[f"{key}_{form}"] = (
                        f"{start}: {form} {{{{count}}}}, {{{{name}}}}"
                    )
        resources[lng] = {"translation": texts}
    options = {**OPTIONS, "keySeparator": False}
    compile_catalog_file(path, resources, options=options)


def make_table(path: Path, rows: int) -> None:
    chosen = random.Random(41)
    table = pa.table(
        {
            "key": [f"mail.message_{chosen.randrange(MESSAGES)}" for _ in range(rows)],
            "lng": [chosen.choice(LANGUAGES) for _ in range(rows)],
            "count": [chosen.randrange(200) for _ in range(rows)],
            "name": [chosen.choice(NAMES) for _ in range(rows)],
        }
    )
    # Groups for several tasks. Spark's Snappy does not load where musl is installed.
    pq.write_table(table, path, row_group_size=1 << 16, compression="zstd")


def checksum(texts: Iterable[str | None]) -> tuple[int, int, int]:
    """Rows, bytes and a sum that is the same in any order."""
    rows = size = total = 0
    for text in texts:
        data = (text or "").encode()
        rows, size, total = rows + 1, size + len(data), total + crc32(data)
    return rows, size, total


def of_file(path: Path) -> tuple[int, int, int]:
    files = sorted(path.glob("**/*.parquet")) if path.is_dir() else [path]
    return checksum(
        text.as_py() for file in files for text in pq.read_table(file)["text"]
    )


def kernel(renderer: Renderer, source: Path, target: Path) -> None:
    """The renderer alone, a stream of batches."""
    reader = pq.ParquetFile(source)
    with pq.ParquetWriter(target, pa.schema([("text", pa.string())])) as writer:
        for batch in reader.iter_batches(65536):
            text = pa.array(renderer.render(batch))
            writer.write_batch(pa.RecordBatch.from_arrays([text], names=["text"]))


def polars(renderer: Renderer, source: Path, target: Path) -> None:
    import polars as pl

    from calque.arrow.polars import translate

    text = translate(renderer, "key", "lng", count="count", name="name")
    pl.scan_parquet(source).select(text=text).sink_parquet(target)


def duckdb(renderer: Renderer, source: Path, target: Path) -> None:
    import duckdb as db

    from calque.arrow.duckdb import register

    connection = db.connect()
    register(connection, renderer, count="BIGINT", name="VARCHAR")
    connection.execute(
        f"COPY (SELECT calque(key, lng, count, name) AS text FROM '{source}') "
        f"TO '{target}' (FORMAT parquet)"
    )


def spark(renderer: Renderer, source: Path, target: Path) -> None:
    from pyspark.sql import SparkSession

    from calque.arrow.spark import translate

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

    session = (
        # Two workers; a task is run four times before it counts as failed.
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.parquet.compression.codec", "zstd")
        .getOrCreate()
    )
    try:
        frame = session.read.parquet(str(source))
        translate(frame, renderer).select("text").write.parquet(str(target))
    finally:
        session.stop()


def daft(renderer: Renderer, source: Path, target: Path) -> None:
    import daft as engine

    from calque.arrow.daft import translate

    text = translate(renderer, "key", "lng", count="count", name="name")
    # Parts for several workers; a small file is one.
    rows = engine.read_parquet(str(source)).into_partitions(4)
    table = rows.select(text.alias("text"))
    written = set(table.write_parquet(str(target)).to_pydict()["path"])
    # A task that is run again leaves the files of its first run behind.
    for file in target.glob("*.parquet"):
        if str(file) not in written:
            file.unlink()


def ray(renderer: Renderer, source: Path, target: Path) -> None:
    """Daft on two nodes of a Ray cluster, each of one processor."""
    import daft as engine
    import ray as ray_itself
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    try:
        cluster.connect()
        engine.set_runner_ray()
        daft(renderer, source, target)
    finally:
        ray_itself.shutdown()
        cluster.shutdown()


ENGINES: dict[str, Callable[[Renderer, Path, Path], None]] = {
    "kernel": kernel,
    "duckdb": duckdb,
    "polars": polars,
    "daft": daft,
    "spark": spark,
    "ray": ray,
}


def run(name: str, folder: Path) -> None:
    """Translates the table of a folder with one engine."""
    options = {**OPTIONS, "keySeparator": False}
    renderer = Renderer.open(folder / "texts.ctd", options=options)
    start = time.perf_counter()
    try:
        ENGINES[name](renderer, folder / "rows.parquet", folder / f"{name}.parquet")
    except ImportError as error:
        print(f"{name:8} is not here: {error.name}")
        return
    seconds = time.perf_counter() - start
    rows = pq.read_metadata(folder / "rows.parquet").num_rows
    print(
        f"{name:8} {seconds:6.2f} s  {seconds / rows * 1e9:8.0f} ns a row", flush=True
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--into", type=Path, default=Path(tempfile.mkdtemp()))
    parser.add_argument(
        "--one", choices=ENGINES, help="run one, on the table in FOLDER"
    )
    parser.add_argument("engines", nargs="*", choices=[*ENGINES, []])
    options = parser.parse_args()
    folder: Path = options.into
    if options.one:
        run(options.one, folder)
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    make_catalog(folder / "texts.ctd")
    make_table(folder / "rows.parquet", options.rows)
    wanted = None
    for name in dict.fromkeys(["kernel", *(options.engines or ENGINES)]):
        # Each in a process of its own: Daft, for one, can choose where to run once.
        command = [sys.executable, __file__, "--into", str(folder), "--one", name]
        if subprocess.run(command, check=False).returncode != 0:
            return 1
        target = folder / f"{name}.parquet"
        if not target.exists():
            continue
        found = of_file(target)
        wanted = wanted or found
        if found != wanted:
            print(f"{name:8} has other texts: {found}, not {wanted}")
            return 1
    print(f"{options.rows} rows, the same in all: {wanted}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
