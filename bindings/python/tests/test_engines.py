"""Spark and Daft on two workers: long tests, for `scripts/setup_engines.sh clusters`.

Each engine translates the same table to the same texts as the renderer alone, also when
a worker is killed meanwhile.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ENGINES = Path(__file__).resolve().parents[3] / "Benchmarks" / "engines.py"
ROWS = int(os.environ.get("CALQUE_ENGINE_ROWS", "0"))
NEEDED = {"spark": ["pyspark"], "daft": ["daft"], "ray": ["daft", "ray"]}

pytestmark = pytest.mark.skipif(
    not ROWS, reason="CALQUE_ENGINE_ROWS is the number of rows, 1000000 for all"
)


@pytest.fixture(scope="module")
def engines() -> ModuleType:
    spec = spec_from_file_location("engines", ENGINES)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(engines: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a catalog, a table, and the texts of the renderer alone."""
    folder = tmp_path_factory.mktemp("engines")
    engines.make_catalog(folder / "texts.ctd")
    engines.make_table(folder / "rows.parquet", ROWS)
    engines.run("kernel", folder)
    return folder


@contextmanager
def start(name: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Runs an engine in a process of its own, and ends all that it has started."""
    for module in NEEDED[name]:
        if find_spec(module) is None:
            pytest.skip(f"{module} is not installed: scripts/setup_engines.sh clusters")
    shutil.rmtree(folder / f"{name}.parquet", ignore_errors=True)
    process = subprocess.Popen(
        [sys.executable, ENGINES, "--into", folder, "--one", name],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    started: list[int] = []
    try:
        yield process
    finally:
        if process.poll() is None:
            with suppress(OSError):
                started = processes_below(process.pid)
            process.kill()
        for pid in started:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def finish(
    process: subprocess.Popen[str], name: str, engines: ModuleType, folder: Path
) -> None:
    """Waits for an engine, and compares its texts with those of the renderer."""
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 0, output
    found = engines.of_file(folder / f"{name}.parquet")
    assert found == engines.of_file(folder / "kernel.parquet")


def processes_below(pid: int) -> list[int]:
    """The processes that a process started, and that those started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *processes_below(int(child))]
    return found


def kill_a_worker(process: subprocess.Popen[str], command: bytes) -> None:
    """Kills the first process of a command that has loaded the library."""
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        try:
            for pid in processes_below(process.pid):
                is_worker = command in Path(f"/proc/{pid}/cmdline").read_bytes()
                if is_worker and "libcalque" in Path(f"/proc/{pid}/maps").read_text():
                    os.kill(pid, signal.SIGKILL)
                    return
        except OSError:
            # One has ended meanwhile.
            continue
    output = process.communicate()[0] if process.poll() is not None else ""
    pytest.fail(f"no worker has loaded the library: {output}")


@pytest.mark.parametrize("name", ["spark", "daft", "ray"])
def test_the_texts_are_those_of_the_renderer(
    name: str, engines: ModuleType, folder: Path
) -> None:
    with start(name, folder) as process:
        finish(process, name, engines, folder)


@pytest.mark.parametrize(
    ("name", "command"), [("spark", b"pyspark.daemon"), ("ray", b"UDFProject")]
)
def test_a_killed_worker_changes_nothing(
    name: str, command: bytes, engines: ModuleType, folder: Path
) -> None:
    with start(name, folder) as process:
        kill_a_worker(process, command)
        finish(process, name, engines, folder)
