"""Spark and Daft on two workers: long tests, for `scripts/setup_engines.sh clusters`.

Each engine translates the same table to the same texts as the renderer alone, also when
a worker is killed meanwhile.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ENGINES = Path(__file__).resolve().parents[3] / "Benchmarks" / "engines.py"
ROWS = int(os.environ.get("CALQUE_ENGINE_ROWS", "0"))

pytestmark = [
    pytest.mark.skipif(
        not ROWS, reason="CALQUE_ENGINE_ROWS is the number of rows, 1000000 for all"
    ),
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture(scope="module")
def engines() -> ModuleType:
    spec = spec_from_file_location("engines", ENGINES)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def source(
    engines: ModuleType, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Any, Path, tuple[int, int, int]]]:
    """A renderer, its table, and the checksum of the texts."""
    folder = tmp_path_factory.mktemp("engines")
    engines.make_catalog(folder / "texts.ctd")
    engines.make_table(folder / "rows.parquet", ROWS)
    options = {**engines.OPTIONS, "keySeparator": False}
    renderer = engines.Renderer.open(folder / "texts.ctd", options=options)
    engines.kernel(renderer, folder / "rows.parquet", folder / "kernel.parquet")
    wanted = engines.of_file(folder / "kernel.parquet")
    yield renderer, folder / "rows.parquet", wanted
    renderer.close()


def children(of: int) -> dict[int, str]:
    """The processes below one, with their command lines."""
    found: dict[int, str] = {}
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text().rpartition(")")[2].split()
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        parents[int(entry.name)] = int(stat[1])
        found[int(entry.name)] = line
    below = {of}
    while more := {pid for pid, up in parents.items() if up in below} - below:
        below |= more
    return {pid: found[pid] for pid in below - {of}}


def kill_one(is_victim: Callable[[str], bool], killed: list[int]) -> threading.Thread:
    """Kills the first process whose command line fits, once it is there."""

    def watch() -> None:
        end = time.monotonic() + 120
        while time.monotonic() < end and not killed:
            for pid, line in children(os.getpid()).items():
                if is_victim(line):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


NEEDED = {"spark": ["pyspark"], "daft": ["daft"], "ray": ["daft", "ray"]}


@pytest.mark.parametrize("name", ["spark", "daft", "ray"])
def test_the_texts_are_those_of_the_renderer(
    name: str, engines: ModuleType, source: Any, tmp_path: Path
) -> None:
    for module in NEEDED[name]:
        if find_spec(module) is None:
            pytest.skip(f"{module} is not installed: scripts/setup_engines.sh clusters")
    renderer, table, wanted = source
    target = tmp_path / "texts.parquet"
    engines.ENGINES[name](renderer, table, target)
    assert engines.of_file(target) == wanted


@pytest.mark.parametrize(
    ("name", "victim"), [("spark", "pyspark.daemon"), ("ray", "Swordfish")]
)
def test_a_killed_worker_changes_nothing(
    name: str, victim: str, engines: ModuleType, source: Any, tmp_path: Path
) -> None:
    for module in NEEDED[name]:
        if find_spec(module) is None:
            pytest.skip(f"{module} is not installed: scripts/setup_engines.sh clusters")
    renderer, table, wanted = source
    target = tmp_path / "texts.parquet"
    killed: list[int] = []
    thread = kill_one(lambda line: victim in line, killed)
    engines.ENGINES[name](renderer, table, target)
    thread.join()
    assert killed
    assert engines.of_file(target) == wanted
