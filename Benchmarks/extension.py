#!/usr/bin/env python3
"""CPU time of DuckDB's extension beside DuckDB's own `format()`, on one table.

Both make texts of the same length, on one thread; format() has one pattern for all
rows. A round runs both; the median of the rounds is printed. See docs/scale.md.

usage: extension.py BUILD [--rows ROWS] [--rounds N]    BUILD has libcalque.so
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

import duckdb
from engines import LANGUAGES, MESSAGES, OPTIONS, make_catalog, make_table

EXTENSION = Path(__file__).parents[1] / "bindings" / "duckdb" / "build.sh"
QUERIES = {
    "nothing": "key",
    "format()": "format('en 7 this is what the text says: other {}, {}', count, name)",
    "calque()": "calque(key, lng, {'count': count, 'name': name})",
}


def cpu_seconds(connection: duckdb.DuckDBPyConnection, expression: str) -> float:
    start = time.process_time()
    connection.execute(f"SELECT sum(length({expression})) FROM t").fetchall()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([EXTENSION, options.build.resolve(), folder], check=True)
        make_catalog(folder / "texts.ctd")
        make_table(folder / "rows.parquet", options.rows)
        connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        connection.load_extension(str(folder / "calque.duckdb_extension"))
        settings = json.dumps({**OPTIONS, "keySeparator": False})
        path = str(folder / "texts.ctd")
        connection.execute("SELECT calque_open(?, ?)", [path, settings])
        connection.execute("SET threads = 1")
        connection.execute(f"CREATE TABLE t AS FROM '{folder / 'rows.parquet'}'")
        rounds = [
            {name: cpu_seconds(connection, query) for name, query in QUERIES.items()}
            for _ in range(options.rounds)
        ]
    print(f"{MESSAGES} messages in {len(LANGUAGES)} languages, {options.rows:,} rows")
    for name in QUERIES:
        seconds = median(each[name] for each in rounds)
        print(f"{name:9} {seconds / options.rows * 1e9:5.0f} ns a row")


if __name__ == "__main__":
    main()
