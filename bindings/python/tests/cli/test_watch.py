"""`calque watch`, beside a program that runs and takes each new catalog file."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from sample_locales import write

PACKAGE = str(Path(__file__).parents[2] / "src")

# A server in small: one thread asks all the time, and the signal brings a new file. It
# prints each text that it shows for the first time; a key alone would be one.
PROGRAM = """
import signal, sys, threading, time
from calque import Catalog, Translator

translator = Translator.from_catalog(sys.argv[1], lng="en")
changed = threading.Event()
signal.signal(signal.SIGHUP, lambda *_: changed.set())

def serve():
    shown = set()
    while True:
        text = translator.t("greeting", name="Ada")
        if text not in shown:
            shown.add(text)
            print(text, flush=True)

threading.Thread(target=serve, daemon=True).start()
while True:
    changed.wait()
    changed.clear()
    translator.add_catalog(Catalog(sys.argv[1]), replace=True)
"""


@contextlib.contextmanager
def watching(locales, path, log, *arguments):
    """The command, until the block ends; it writes its lines to `log`."""
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c",
             "import signal, sys; from calque.cli import main;"
             "signal.signal(signal.SIGINT, signal.default_int_handler);"
             "sys.exit(main())",
             "watch", str(locales), str(path), *arguments],
            env={**os.environ, "PYTHONPATH": PACKAGE}, stderr=errors,
        )  # fmt: skip
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def until(condition, again=None):
    """Wait for a condition; `again` brings about what may have come too early."""
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        if again:
            again()
        time.sleep(0.2)
    assert condition()


def test_a_command_is_run_after_each_compilation(locales, tmp_path):
    path, log, told = (tmp_path / name for name in ("app.calque", "log", "told"))
    with watching(locales, path, log, "--run", f"echo x >> {told}"):
        until(lambda: "3 languages" in log.read_text())
        until(
            lambda: "4 languages" in log.read_text(),
            lambda: write(locales / "fr.json", {"a": str(time.monotonic())}),
        )
    assert told.read_text()


def test_a_running_program_swaps_its_catalog(run, tmp_path):
    locales, path = tmp_path / "locales", tmp_path / "app.calque"
    log, shown = tmp_path / "log", tmp_path / "shown"
    write(locales / "en.json", {"greeting": "Hello {{name}}"})
    run("compile", locales, path)
    with shown.open("w") as output:
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(path)],
            env={**os.environ, "PYTHONPATH": PACKAGE}, stdout=output,
        )  # fmt: skip
    lines = lambda: shown.read_text().splitlines()  # noqa: E731
    try:
        until(lambda: lines() == ["Hello Ada"])
        number = ("--signal", "HUP", "--pid", str(program.pid))
        with watching(locales, path, log, *number):
            until(lambda: "1 language in" in log.read_text())
            # A broken catalog is told, and nothing is lost.
            (locales / "en.json").write_text('{"greeting": ')
            until(
                lambda: "Expecting value" in log.read_text(),
                lambda: (locales / "en.json").write_text('{"greeting":  '),
            )
            until(
                lambda: "Welcome Ada" in lines(),
                lambda: write(locales / "en.json", {"greeting": "Welcome {{name}}"}),
            )
        assert program.poll() is None
        assert lines() == ["Hello Ada", "Welcome Ada"]
    finally:
        program.kill()
        program.wait()
